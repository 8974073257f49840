/* What the renderers of a comparison share.
 * SPDX-License-Identifier: MIT
 */
#include "compare_render.h"

#include <stdio.h>
#include <string.h>

bool compare_report_fails(const struct compare_report *report, enum compare_change change)
{
    if (report->any_change_fails)
        return change != COMPARE_EQUAL && change != COMPARE_WITHIN && change != COMPARE_UNDECIDED;
    return change == COMPARE_SLOWER || change == COMPARE_GONE;
}

const char *compare_value(enum stats_item item, bool exact, double value, bool with_sign,
                          char text[static COMPARE_TEXT_MAX])
{
    /* One tick in one of 2,048 samples moves the average by 0.0005. */
    int digits = item != STATS_AVG ? 0 : exact ? 4 : 2;
    snprintf(text, COMPARE_TEXT_MAX, with_sign ? "%+.*f" : "%.*f", digits, value);
    return text;
}

const char *compare_percent(const struct compare_row *row, char text[static COMPARE_TEXT_MAX])
{
    text[0] = '\0';
    if (row->base > 0)
        snprintf(text, COMPARE_TEXT_MAX, "%+.2f %%", row->effect.shift / row->base * 100);
    return text;
}

void compare_add_name(const struct compare_metric *metric, struct buf *out)
{
    buf_printf(out, "%s%s%s", metric->phase != NULL ? metric->phase : "",
               metric->phase != NULL ? " " : "", metric->name);
}

const struct ledger_diff *compare_where(const struct compare_report *report,
                                        const struct compare_metric *metric)
{
    if (report->where == NULL)
        return NULL;
    const struct ledger_diff *diff = &report->where[metric - report->comparison->metrics];
    return diff->count != 0 ? diff : NULL;
}

void compare_add_verdict(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    const char *separator = "";
    buf_printf(out, "%zu measurements: ", comparison->metric_count);
    for (int change = COMPARE_CHANGES - 1; change >= 0; change--)
        if (comparison->count[change] != 0) {
            buf_printf(out, "%s%zu %s", separator, comparison->count[change],
                       compare_change_name[change]);
            separator = ", ";
        }
}
