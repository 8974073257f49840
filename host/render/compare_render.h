/* One renderer for each format of a comparison.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/compare/compare.h"
#include "host/core/verify/identity.h"
#include "host/core/ledger/ledger_diff.h"

struct compare_report {
    const char *base_name, *new_name; /* for people: a file, or how many */
    const struct identity *base, *new;
    const struct comparison *comparison;
    bool any_change_fails; /* --fail-on change */
    /* One for each metric, its count 0 where there is none; NULL where not both are images. */
    const struct ledger_diff *where;
};

/* Whether a measurement with this change makes the answer no. */
bool compare_report_fails(const struct compare_report *report, enum compare_change change);

struct compare_renderer {
    const char *name; /* as in --format */
    void (*render)(const struct compare_report *report, struct buf *out);
};

extern const struct compare_renderer compare_term;     /* for people: at most 80 columns */
extern const struct compare_renderer compare_markdown; /* a comment for a pull request */
extern const struct compare_renderer compare_junit;    /* for a CI server */
extern const struct compare_renderer compare_json;     /* for programs, docs/json.md */

/* ---- for the renderers ---- */

#define COMPARE_TEXT_MAX 64
/* "373", or "373.10" of an average, finer where exact. Returns text. */
const char *compare_value(enum stats_item item, bool exact, double value, bool with_sign,
                          char text[static COMPARE_TEXT_MAX]);
/* "+1.34 %", or "" where the base is 0. */
const char *compare_percent(const struct compare_row *row, char text[static COMPARE_TEXT_MAX]);
/* "idle irq_entry". */
void compare_add_name(const struct compare_metric *metric, struct buf *out);
/* The account of a metric; NULL where there is none. */
const struct ledger_diff *compare_where(const struct compare_report *report,
                                        const struct compare_metric *metric);
/* One sentence: what was found of how many. */
void compare_add_verdict(const struct compare_report *report, struct buf *out);
