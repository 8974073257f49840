/* A report as Markdown (GitHub's tables): for a page, or a comment on a change.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <string.h>

#include "host/core/run/score.h"
#include "items.h"
#include "render.h"

/* Names come from the board; what Markdown would read as its own is escaped. */
static void add_text(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\`*_{}[]<>#|~&", *text) != NULL)
            buf_add_text(out, "\\");
        buf_add(out, text, 1);
    }
}

static void add_about_row(void *context, const char *what, const char *value)
{
    struct buf *out = context;
    buf_add_text(out, "| ");
    add_text(out, what);
    buf_add_text(out, " | ");
    add_text(out, value);
    buf_add_text(out, " |\n");
}

static void add_about(const struct report *report, size_t index, bool several, struct buf *out)
{
    char text[VERDICT_TEXT_MAX];
    if (several)
        buf_printf(out, "\n## Run %c\n", report_letter(index));
    bool good = report->verdict == VERDICT_VERIFIED;
    buf_printf(out, "\n%s%s%s\n\n| | |\n|---|---|\n", good ? "" : "**", verdict_text(report, text),
               good ? "" : "**");
    about_run(report, &(struct about){add_about_row, out});
}

/* What a table shows. */
struct columns {
    bool in_ns;
    bool several, published;
    enum stats_item beside; /* the published figure */
};

static struct columns columns_for(const struct report_set *set, bool in_ns)
{
    struct columns columns = {
        .in_ns = in_ns, .several = set->count > 1, .beside = in_ns ? STATS_MAX : STATS_AVG};
    for (size_t r = 0; r < set->count; r++)
        columns.published |= published_in(set->reports[r].board, set->reports[r].run);
    return columns;
}

static void add_heading(const struct columns *columns, struct buf *out)
{
    buf_printf(out, "\n## %s\n\n| measurement |%s", columns->in_ns ? "Nanoseconds" : "Ticks",
               columns->several ? " run |" : "");
    buf_add_text(out, " n | min | avg | p99 | max |");
    if (columns->published)
        buf_printf(out, " silicon: %s | diff |", stats_item_name[columns->beside]);
    buf_printf(out, "\n|---|%s---:|---:|---:|---:|---:|%s\n", columns->several ? "---|" : "",
               columns->published ? "---:|---:|" : "");
}

static void add_published(const struct report *report, const struct item *item,
                          const struct columns *columns, const struct stats *stats, struct buf *out)
{
    char text[DIFFERENCE_MAX];
    const struct published *published = item_published(report, item);
    if (published == NULL || published->ticks[columns->beside] == 0) {
        buf_add_text(out, " | |");
        return;
    }
    uint64_t theirs = published->ticks[columns->beside];
    buf_printf(out, " %" PRIu64 " | %s |",
               columns->in_ns ? stats_ns(theirs, stats->hz != 0 ? stats->hz : 1) : theirs,
               difference_text(stats->ticks[columns->beside], theirs, text));
}

static void add_row(const struct report *report, size_t index, const struct item *item,
                    const struct columns *columns, struct buf *out)
{
    char label[ITEM_LABEL_MAX];
    const struct series *series = item_series(report, item);
    if (series == NULL)
        return;
    const struct stats *stats = facts_stats(series);
    buf_add_text(out, "| ");
    add_text(out, item_label(item, label));
    buf_add_text(out, " |");
    if (columns->several)
        buf_printf(out, " %c |", report_letter(index));
    buf_printf(out, " %" PRIu64 " |", stats->n);
    for (int i = 0; i < STATS_ITEMS; i++)
        buf_printf(out, " %" PRIu64 " |", columns->in_ns ? stats->ns[i] : stats->ticks[i]);
    if (columns->published)
        add_published(report, item, columns, stats, out);
    buf_add_text(out, "\n");
}

static void add_table(const struct report_set *set, const struct items *items, bool in_ns,
                      struct buf *out)
{
    const struct columns columns = columns_for(set, in_ns);
    add_heading(&columns, out);
    for (size_t i = 0; i < items->count; i++)
        for (size_t r = 0; r < set->count; r++)
            add_row(&set->reports[r], r, &items->list[i], &columns, out);
}

static void add_values(const struct report_set *set, struct buf *out)
{
    bool several = set->count > 1, any = false;
    for (size_t r = 0; r < set->count; r++) {
        const struct run *run = set->reports[r].run;
        for (size_t i = 0; i < run->value_count; i++) {
            if (!any)
                buf_printf(out, "\n## Sizes and counts\n\n| |%s value | unit |\n|---|%s---:|---|\n",
                           several ? " run |" : "", several ? "---|" : "");
            any = true;
            buf_add_text(out, "| ");
            add_text(out, run->values[i].name);
            if (several)
                buf_printf(out, " | %c", report_letter(r));
            buf_printf(out, " | %" PRIu64 " | ", run->values[i].number);
            add_text(out, run->values[i].unit);
            buf_add_text(out, " |\n");
        }
    }
}

static void add_stacks(const struct report_set *set, struct buf *out)
{
    bool several = set->count > 1, any = false;
    for (size_t r = 0; r < set->count; r++) {
        const struct run *run = set->reports[r].run;
        for (size_t i = 0; i < run->stack_count; i++) {
            const struct run_stack *stack = &run->stacks[i];
            if (!any)
                buf_printf(out,
                           "\n## Stacks of tasks, bytes\n\n| |%s size | used | free |\n"
                           "|---|%s---:|---:|---:|\n",
                           several ? " run |" : "", several ? "---|" : "");
            any = true;
            buf_add_text(out, "| ");
            add_text(out, stack->task);
            if (several)
                buf_printf(out, " | %c", report_letter(r));
            buf_printf(out, " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n", stack->size,
                       run_stack_used(stack), stack->free);
        }
    }
}

static void add_scores(const struct report_set *set, struct buf *out)
{
    bool several = set->count > 1, any = false;
    struct score score;
    for (size_t r = 0; r < set->count; r++) {
        const struct run *run = set->reports[r].run;
        for (size_t i = 0; i < run->series_count; i++) {
            if (!score_of(run, &run->series[i], &score))
                continue;
            if (!any)
                buf_printf(out,
                           "\n## Scores by averages, of this code\n\n| |%s n | value | unit |\n"
                           "|---|%s---:|---:|---|\n",
                           several ? " run |" : "", several ? "---|" : "");
            any = true;
            buf_add_text(out, "| ");
            add_text(out, score.name);
            if (several)
                buf_printf(out, " | %c", report_letter(r));
            buf_printf(out, " | %" PRIu64 " | %" PRIu64 " | %s |\n", score.n, score.per_mhz,
                       score.unit);
        }
    }
}

static void add_paragraph(void *context, const char *paragraph)
{
    struct buf *out = context;
    buf_add_text(out, "- ");
    add_text(out, paragraph);
    buf_add_text(out, "\n");
}

static void render(const struct report_set *set, struct buf *out)
{
    const struct reading reading = {add_paragraph, out};
    struct items items = items_of(set);
    buf_add_text(out, "# ");
    add_text(out, WIRE_PROTOCOL);
    if (set->count == 1 && set->reports[0].board != NULL) {
        buf_add_text(out, " on ");
        add_text(out, set->reports[0].board);
    }
    buf_add_text(out, "\n");
    for (size_t r = 0; r < set->count; r++)
        add_about(&set->reports[r], r, set->count > 1, out);
    add_table(set, &items, false, out);
    add_table(set, &items, true, out);
    add_values(set, out);
    add_stacks(set, out);
    add_scores(set, out);
    buf_add_text(out, "\n## What to know\n\n");
    if (set->count == 1)
        reading_whole(&set->reports[0], &reading);
    else
        reading_clock(&set->reports[0], &reading);
    items_free(&items);
}

const struct renderer render_markdown = {"markdown", ".md", "Markdown tables", render};
