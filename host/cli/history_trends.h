/* The trends that `tailchain history plot` and `change` show.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/render/history_text.h"

struct trends {
    struct history_trend *list;
    size_t count, capacity;
};

/* What of which runs. */
struct trend_wish {
    const char *path; /* of the history, for messages */
    const struct history_filter *filter;
    enum stats_item item;
};

/* metric: "idle irq_entry", or "notify_block"; copied. Runs count that have it and that are like
 * the newest of those. False and error where none has it. */
bool trends_add(struct trends *trends, struct history *history, const struct trend_wish *wish,
                const char *metric, struct error *error);
/* Every measurement of the newest run. */
bool trends_add_all(struct trends *trends, struct history *history, const struct trend_wish *wish,
                    struct error *error);
void trends_free(struct trends *trends);
