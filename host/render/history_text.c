/* What a history holds, for people: at most 80 columns.
 * SPDX-License-Identifier: MIT
 */
#include "history_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "table.h"
#include "trend_term.h"
#include "wrap.h"

#define COMMIT_SHOWN 12
#define EARLIER_MAX 5

static const char *or_dash(const char *text)
{
    return text != NULL && text[0] != '\0' ? text : "-";
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void history_text_list(const struct history_list *list, struct buf *out)
{
    buf_printf(out, "%5s %-10s %-9s %-14s %-*s %s\n", "run", "added", "origin", "board",
               COMMIT_SHOWN, "commit", "label, source");
    for (size_t i = 0; i < list->count; i++) {
        const struct history_run *run = &list->runs[i];
        buf_printf(out, "%5" PRId64 " %-10.10s %-9.9s %-14.14s %-*.*s %.12s%s%.14s\n", run->id,
                   run->added, or_dash(run->identity.value[IDENTITY_ORIGIN]),
                   or_dash(run->identity.value[IDENTITY_BOARD]), COMMIT_SHOWN, COMMIT_SHOWN,
                   or_dash(run->commit), run->label, run->label[0] != '\0' ? ", " : "",
                   base_name(run->source));
    }
}

void history_text_results(const struct history_results *results, struct buf *out)
{
    static const struct table_title titles[] = {{"ticks", 30, true}, {"n", 6, false},
                                                {"min", 9, false},   {"avg", 12, false},
                                                {"p99", 9, false},   {"max", 9, false}};
    struct table table = {0};
    table_titles(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < results->count; i++) {
        const struct history_result *result = &results->list[i];
        table_row(&table);
        table_cell(&table, "%s%s%s", result->phase, result->phase[0] != '\0' ? " " : "",
                   result->name);
        table_cell(&table, "%" PRIu64, result->n);
        for (int item = 0; item < STATS_ITEMS; item++)
            table_cell(&table, "%.*f", item == STATS_AVG ? 4 : 0, result->ticks[item]);
    }
    table_end(&table, out);
}

/* Simulated runs have changed before, too; the newest first. */
static void add_earlier(const struct history_trend *trend, size_t before, struct buf *out)
{
    struct trend_change step;
    for (int shown = 0; trend_last_step(trend->values, before, &step); before = step.at, shown++) {
        if (shown == EARLIER_MAX) {
            buf_add_text(out, "  And earlier.\n");
            return;
        }
        const struct history_run *run = &trend->list->runs[step.at];
        wrap_line(out, 2, "  Before that at run %" PRId64 ", commit %s: %.4f -> %.4f ticks.",
                  run->id, or_dash(run->commit), step.before, step.after);
    }
}

static void add_unchanged(const struct history_trend *trend, struct buf *out)
{
    const char *name = stats_item_name[trend->item], *s = trend->list->count == 1 ? "" : "s";
    if (trend->exact)
        wrap_line(out, 2, "%s %s has not changed in %zu run%s.", trend->metric, name,
                  trend->list->count, s);
    else
        wrap_line(out, 2, "%s %s: no change beyond noise in %zu run%s (p >= %.2f).", trend->metric,
                  name, trend->list->count, s, TREND_P);
}

void history_text_change(const struct history_trend *trend, struct buf *out)
{
    const struct trend_change *change = &trend->change;
    if (!trend->changed) {
        add_unchanged(trend, out);
        return;
    }
    const struct history_run *run = &trend->list->runs[change->at];
    wrap_line(out, 2, "%s %s changed at run %" PRId64 ", commit %s:", trend->metric,
              stats_item_name[trend->item], run->id, or_dash(run->commit));
    wrap_line(out, 2, "  %.4f -> %.4f ticks, %zu run%s before and %zu from there on%s",
              change->before, change->after, change->at, change->at == 1 ? "" : "s",
              trend->list->count - change->at, trend->exact ? ";" : "");
    if (trend->exact)
        wrap_line(out, 2, "  run %" PRId64 ", commit %s, was the last before.", run[-1].id,
                  or_dash(run[-1].commit));
    else
        buf_printf(out, "  (Pettitt's test, p = %.4f).\n", change->p);
    if (trend->exact)
        add_earlier(trend, change->at, out);
}

void history_text_trend(const struct history_trend *trend, struct buf *out)
{
    const struct history_list *list = trend->list;
    char left_out[64] = "";
    if (trend->left_out != 0)
        snprintf(left_out, sizeof left_out, "; %zu of other configurations left out",
                 trend->left_out);
    wrap_line(out, 2, "%s, %s, ticks: %zu runs, %" PRId64 " to %" PRId64 "%s", trend->metric,
              stats_item_name[trend->item], list->count, list->runs[0].id,
              list->runs[list->count - 1].id, left_out);
    buf_add_text(out, "\n");
    trend_term_add(trend->values, list->count, out);
    buf_add_text(out, "\n");
    history_text_change(trend, out);
}
