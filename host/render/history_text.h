/* What a history holds, for people and as JSON.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/history/history.h"
#include "host/core/history/trend.h"

/* One measurement's statistic in a row of runs. */
struct history_trend {
    const char *metric; /* "idle irq_entry" */
    enum stats_item item;
    const struct history_list *list;
    const double *values; /* one a run of list */
    size_t left_out;      /* runs of other configurations */
    bool exact;           /* simulated runs */
    bool changed;
    struct trend_change change; /* where changed, or the likeliest place */
};

void history_text_list(const struct history_list *list, struct buf *out);
void history_text_results(const struct history_results *results, struct buf *out);
void history_text_trend(const struct history_trend *trend, struct buf *out);
/* One sentence: where it changed. */
void history_text_change(const struct history_trend *trend, struct buf *out);

/* One page with a plot for each trend; path: of the history. count >= 1. */
void history_html(const struct history_trend *trends, size_t count, const char *path,
                  struct buf *out);

void history_json_list(const struct history_list *list, struct buf *out);
void history_json_trend(const struct history_trend *trend, struct buf *out);
