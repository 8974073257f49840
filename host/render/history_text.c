/* What a history holds, for people: at most 80 columns.
 * SPDX-License-Identifier: MIT
 */
#include "history_text.h"

#include <inttypes.h>
#include <string.h>

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
    buf_printf(out, "%-30s %6s %9s %12s %9s %9s\n", "ticks", "n", "min", "avg", "p99", "max");
    for (size_t i = 0; i < results->count; i++) {
        const struct history_result *result = &results->list[i];
        struct buf name = {0};
        buf_printf(&name, "%s%s%s", result->phase, result->phase[0] != '\0' ? " " : "",
                   result->name);
        buf_printf(out, "%-30.30s %6" PRIu64 " %9.0f %12.4f %9.0f %9.0f\n", name.bytes, result->n,
                   result->ticks[STATS_MIN], result->ticks[STATS_AVG], result->ticks[STATS_P99],
                   result->ticks[STATS_MAX]);
        buf_free(&name);
    }
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
        buf_printf(out, "  Before that at run %" PRId64 ", commit %s: %.4f -> %.4f ticks.\n",
                   run->id, or_dash(run->commit), step.before, step.after);
    }
}

void history_text_change(const struct history_trend *trend, struct buf *out)
{
    const struct trend_change *change = &trend->change;
    if (!trend->changed && trend->exact)
        buf_printf(out, "%s %s has not changed in %zu run%s.\n", trend->metric,
                   stats_item_name[trend->item], trend->list->count,
                   trend->list->count == 1 ? "" : "s");
    else if (!trend->changed)
        buf_printf(out, "%s %s: no change beyond noise in %zu run%s (p >= %.2f).\n", trend->metric,
                   stats_item_name[trend->item], trend->list->count,
                   trend->list->count == 1 ? "" : "s", TREND_P);
    if (!trend->changed)
        return;
    const struct history_run *run = &trend->list->runs[change->at];
    buf_printf(out, "%s %s changed at run %" PRId64 ", commit %s:\n  %.4f -> %.4f ticks",
               trend->metric, stats_item_name[trend->item], run->id, or_dash(run->commit),
               change->before, change->after);
    buf_printf(out, ", %zu run%s before and %zu from there on", change->at,
               change->at == 1 ? "" : "s", trend->list->count - change->at);
    if (trend->exact)
        buf_printf(out, ";\n  run %" PRId64 ", commit %s, was the last before.\n", run[-1].id,
                   or_dash(run[-1].commit));
    else
        buf_printf(out, "\n  (Pettitt's test, p = %.4f).\n", change->p);
    if (trend->exact)
        add_earlier(trend, change->at, out);
}

void history_text_trend(const struct history_trend *trend, struct buf *out)
{
    const struct history_list *list = trend->list;
    buf_printf(out, "%s, %s, ticks: %zu runs, %" PRId64 " to %" PRId64, trend->metric,
               stats_item_name[trend->item], list->count, list->runs[0].id,
               list->runs[list->count - 1].id);
    if (trend->left_out != 0)
        buf_printf(out, "; %zu of other configurations are left out", trend->left_out);
    buf_add_text(out, "\n\n");
    trend_term_add(trend->values, list->count, out);
    buf_add_text(out, "\n");
    history_text_change(trend, out);
}
