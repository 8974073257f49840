/* A report as one HTML page that needs no network: tables here, plots by its scripts.
 * SPDX-License-Identifier: MIT
 *
 * All that a reader without scripts or without sight needs stands in the page's own text: where the
 * runs come from, whether they are verified, every statistic, and what to know about them. The
 * scripts add plots, largest samples and downloads from the packed samples (html_data.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/core/run/score.h"
#include "html_parts.h"
#include "render.h"

void html_add_text(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '&')
            buf_add_text(out, "&amp;");
        else if (*text == '<')
            buf_add_text(out, "&lt;");
        else if (*text == '>')
            buf_add_text(out, "&gt;");
        else if (*text == '"')
            buf_add_text(out, "&quot;");
        else
            buf_add(out, text, 1);
    }
}

/* ---- head ---- */

/* The policy lets nothing in from outside, whatever a name in a capture says. */
static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action "
    "'none'\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n";

static void add_files(struct buf *out, const struct html_file *files)
{
    for (; files->begin != NULL; files++)
        buf_add(out, files->begin, (size_t)(files->end - files->begin));
}

static void add_title(struct buf *out, const struct report_set *set)
{
    for (size_t r = 0; r < set->count; r++) {
        const struct report *report = &set->reports[r];
        buf_add_text(out, r != 0 ? " and " : "");
        html_add_text(out, set->count == 1 && report->board != NULL ? report->board : report->name);
    }
}

static void add_about(void *context, const char *what, const char *value)
{
    struct buf *out = context;
    buf_printf(out, "<div%s><dt>", strlen(value) > 40 ? " class=\"long\"" : "");
    html_add_text(out, what);
    buf_add_text(out, "</dt><dd>");
    html_add_text(out, value);
    buf_add_text(out, "</dd></div>\n");
}

static void add_findings(struct buf *out, const struct run *run)
{
    if (run->findings.length == 0)
        return;
    buf_add_text(out, "<ul class=\"findings\">\n");
    for (size_t i = 0; i < run->findings.length; i++) {
        const struct finding *finding = &run->findings.list[i];
        buf_add_text(out, "<li>");
        if (finding->line != 0)
            buf_printf(out, "line %" PRIu64 ": ", finding->line);
        html_add_text(out, finding->text);
        buf_add_text(out, "</li>\n");
    }
    buf_add_text(out, "</ul>\n");
}

static void add_run(struct buf *out, const struct report_set *set, size_t r)
{
    const struct report *report = &set->reports[r];
    char text[VERDICT_TEXT_MAX];
    buf_add_text(out, "<div class=\"run\">\n");
    if (set->count > 1) {
        buf_printf(out,
                   "<h2><span class=\"swatch\" style=\"background: var(--run-%zu)\"></span>%c ",
                   r % REPORTS_MAX, report_letter(r));
        html_add_text(out, report->name);
        buf_add_text(out, "</h2>\n");
    }
    buf_printf(out, "<p class=\"verdict%s\">", report->verdict == VERDICT_VERIFIED ? " good" : "");
    html_add_text(out, verdict_text(report, text));
    buf_add_text(out, "</p>\n<dl class=\"about\">\n");
    about_run(report, &(struct about){add_about, out});
    buf_add_text(out, "</dl>\n");
    add_findings(out, report->run);
    buf_add_text(out, "</div>\n");
}

static void add_mast(struct buf *out, const struct report_set *set)
{
    buf_add_text(out,
                 "<header class=\"mast\"><div>\n<p class=\"eyebrow\">" WIRE_PROTOCOL "</p>\n<h1>");
    add_title(out, set);
    buf_add_text(out, "</h1>\n");
    for (size_t r = 0; r < set->count; r++)
        add_run(out, set, r);
    buf_add_text(out, "</div></header>\n");
}

static const char bar[] =
    "<nav class=\"bar\" aria-label=\"Page\"><div>\n"
    "<a href=\"#overview\">Overview</a> <a href=\"#notes\">What to know</a> "
    "<a href=\"#measurements\">Measurements</a>\n<span class=\"gap\"></span>\n"
    "<span class=\"choice\" role=\"group\" aria-label=\"Unit\">"
    "<button type=\"button\" data-set-unit=\"ticks\" aria-pressed=\"true\">ticks</button>"
    "<button type=\"button\" data-set-unit=\"ns\" aria-pressed=\"false\">ns</button></span>\n"
    "<button type=\"button\" id=\"get-samples\">Samples, CSV</button>\n"
    "<button type=\"button\" id=\"get-statistics\">Statistics, CSV</button>\n</div></nav>\n";

/* ---- overview ---- */

/* A value in both units; the page shows the one that is chosen. */
static void add_value(struct buf *out, uint64_t ticks, uint64_t ns)
{
    buf_printf(out,
               "<td><span class=\"ticks\">%" PRIu64 "</span><span class=\"ns\">%" PRIu64
               "</span></td>",
               ticks, ns);
}

static void add_published(struct buf *out, const struct report *report, const struct item *item,
                          const struct stats *stats)
{
    char text[DIFFERENCE_MAX];
    const struct published *published = item_published(report, item);
    if (published == NULL || published->ticks[STATS_AVG] == 0) {
        buf_add_text(out, "<td></td><td></td>");
        return;
    }
    uint64_t theirs = published->ticks[STATS_AVG];
    add_value(out, theirs, stats_ns(theirs, stats->hz != 0 ? stats->hz : 1));
    buf_printf(out, "<td>%s</td>", difference_text(stats->ticks[STATS_AVG], theirs, text));
}

static bool any_published(const struct report_set *set)
{
    for (size_t r = 0; r < set->count; r++)
        if (published_in(set->reports[r].board, set->reports[r].run))
            return true;
    return false;
}

static void add_row(struct buf *out, const struct report_set *set, size_t r,
                    const struct item *item, size_t index)
{
    const struct report *report = &set->reports[r];
    const struct series *series = item_series(report, item);
    if (series == NULL)
        return;
    const struct stats *stats = facts_stats(series);
    buf_printf(out, "<tr><th scope=\"row\"><a href=\"#m%zu\">", index);
    if (item->phase != NULL) {
        buf_add_text(out, "<span class=\"phase\">");
        html_add_text(out, item->phase);
        buf_add_text(out, "</span> ");
    }
    html_add_text(out, item->name);
    buf_add_text(out, "</a></th>");
    if (set->count > 1)
        buf_printf(out,
                   "<td><span class=\"swatch\" style=\"background: var(--run-%zu)\"></span>%c</td>",
                   r, report_letter(r));
    buf_printf(out, "<td>%" PRIu64 "</td>", stats->n);
    for (int i = 0; i < STATS_ITEMS; i++)
        add_value(out, stats->ticks[i], stats->ns[i]);
    if (any_published(set))
        add_published(out, report, item, stats);
    buf_printf(out, "<td class=\"range\" data-item=\"%zu\" data-run=\"%zu\"></td></tr>\n", index,
               r);
}

static void add_overview(struct buf *out, const struct report_set *set, const struct items *items)
{
    buf_add_text(out,
                 "<section id=\"overview\"><h2>Overview</h2>\n"
                 "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Overview\">"
                 "<table class=\"overview\">\n<caption><span class=\"ticks\">Ticks"
                 "</span><span class=\"ns\">Nanoseconds</span></caption>\n<thead><tr><th "
                 "scope=\"col\">measurement</th>");
    if (set->count > 1)
        buf_add_text(out, "<th scope=\"col\">run</th>");
    buf_add_text(out, "<th scope=\"col\">n</th>");
    for (int i = 0; i < STATS_ITEMS; i++)
        buf_printf(out, "<th scope=\"col\">%s</th>", stats_item_name[i]);
    if (any_published(set))
        buf_add_text(out, "<th scope=\"col\">silicon: avg</th><th scope=\"col\">diff</th>");
    buf_add_text(out, "<th scope=\"col\">min to p99, to max</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < items->count; i++)
        for (size_t r = 0; r < set->count; r++)
            add_row(out, set, r, &items->list[i], i);
    buf_add_text(out, "</tbody></table></div>\n<p class=\"key\">Ranges share one logarithmic axis: "
                      "the block reaches from the smallest sample to the 99th percentile, the line "
                      "to the largest; the mark is the average");
    buf_add_text(out, any_published(set) ? ", the diamond the average published for silicon.</p>\n"
                                         : ".</p>\n");
    buf_add_text(out, "</section>\n");
}

/* ---- sizes and counts ---- */

/* One number of one run. */
struct number_row {
    const char *name, *unit;
    uint64_t n; /* samples that it is made of, 0 where it is none of samples */
    uint64_t number;
};

static void add_number(struct buf *out, const struct report_set *set, size_t r,
                       const struct number_row *row)
{
    buf_add_text(out, "<tr><th scope=\"row\">");
    html_add_text(out, row->name);
    buf_add_text(out, "</th>");
    if (set->count > 1)
        buf_printf(out, "<td>%c</td>", report_letter(r));
    if (row->n != 0)
        buf_printf(out, "<td>%" PRIu64 "</td>", row->n);
    buf_printf(out, "<td>%" PRIu64 "</td><td>", row->number);
    html_add_text(out, row->unit);
    buf_add_text(out, "</td></tr>\n");
}

static void begin_numbers(struct buf *out, const struct report_set *set, const char *title,
                          bool with_n)
{
    buf_printf(out,
               "<section><h2>%s</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
               "aria-label=\"%s\"><table>\n<thead><tr><th scope=\"col\"></th>%s%s<th "
               "scope=\"col\">value</th><th scope=\"col\">unit</th></tr></thead>\n<tbody>\n",
               title, title, set->count > 1 ? "<th scope=\"col\">run</th>" : "",
               with_n ? "<th scope=\"col\">n</th>" : "");
}

static void end_numbers(struct buf *out)
{
    buf_add_text(out, "</tbody></table></div></section>\n");
}

static void add_values(struct buf *out, const struct report_set *set)
{
    size_t count = 0;
    for (size_t r = 0; r < set->count; r++)
        count += set->reports[r].run->value_count;
    if (count == 0)
        return;
    begin_numbers(out, set, "Sizes and counts", false);
    for (size_t r = 0; r < set->count; r++) {
        const struct run *run = set->reports[r].run;
        for (size_t i = 0; i < run->value_count; i++)
            add_number(out, set, r,
                       &(struct number_row){.name = run->values[i].name,
                                            .unit = run->values[i].unit,
                                            .number = run->values[i].number});
    }
    end_numbers(out);
}

/* Used bytes as numbers, the size in the unit's place: a stack is read as used of size. */
static void add_stacks(struct buf *out, const struct report_set *set)
{
    size_t count = 0;
    char unit[48];
    for (size_t r = 0; r < set->count; r++)
        count += set->reports[r].run->stack_count;
    if (count == 0)
        return;
    begin_numbers(out, set, "Stacks of tasks, used", false);
    for (size_t r = 0; r < set->count; r++) {
        const struct run *run = set->reports[r].run;
        for (size_t i = 0; i < run->stack_count; i++) {
            const struct run_stack *stack = &run->stacks[i];
            snprintf(unit, sizeof unit, "of %" PRIu64 " B, %" PRIu64 " B free", stack->size,
                     stack->free);
            add_number(out, set, r,
                       &(struct number_row){
                           .name = stack->task, .unit = unit, .number = run_stack_used(stack)});
        }
    }
    end_numbers(out);
}

static void add_scores(struct buf *out, const struct report_set *set)
{
    struct score score;
    bool any = false;
    for (size_t r = 0; r < set->count; r++)
        any |= score_in(set->reports[r].run);
    if (!any)
        return;
    begin_numbers(out, set, "Scores by averages, of this code", true);
    for (size_t r = 0; r < set->count; r++) {
        const struct run *run = set->reports[r].run;
        for (size_t i = 0; i < run->series_count; i++)
            if (score_of(run, &run->series[i], &score))
                add_number(out, set, r,
                           &(struct number_row){score.name, score.unit, score.n, score.per_mhz});
    }
    end_numbers(out);
}

/* ---- the rest ---- */

static void add_note(void *context, const char *paragraph)
{
    struct buf *out = context;
    buf_add_text(out, "<li>");
    html_add_text(out, paragraph);
    buf_add_text(out, "</li>\n");
}

static void add_notes(struct buf *out, const struct report_set *set)
{
    const struct reading reading = {add_note, out};
    buf_add_text(out, "<section id=\"notes\"><h2>What to know</h2>\n<ul class=\"notes\">\n");
    if (set->count == 1)
        reading_whole(&set->reports[0], &reading);
    else
        reading_clock(&set->reports[0], &reading);
    buf_add_text(out, "</ul></section>\n");
}

static const char tail[] =
    "<section><h2 id=\"measurements-title\">Measurements</h2>\n"
    "<noscript><p>The plots need scripts; every statistic is in the overview.</p></noscript>\n"
    "<div id=\"measurements\"></div></section>\n</main>\n";

static const char foot[] =
    "<footer><p id=\"keys\">In a plot: <kbd>\u2190</kbd> <kbd>\u2192</kbd> from point to point, "
    "with "
    "<kbd>Shift</kbd> ten at a time, <kbd>Home</kbd> <kbd>End</kbd> to the ends; <kbd>+</kbd> "
    "<kbd>\u2212</kbd> zoom, <kbd>0</kbd> or a double click shows the whole range; drag to zoom."
    "</p>\n<p>Written by tailchain. Plots by uPlot, MIT licence.</p></footer>\n"
    "<div id=\"live\" class=\"sr-only\" aria-live=\"polite\"></div>\n";

/* ---- the page around it ---- */

void html_add_start(struct buf *out)
{
    buf_add_text(out, head);
    buf_add_text(out, "<title>" WIRE_PROTOCOL ": ");
}

void html_add_styles(struct buf *out)
{
    buf_add_text(out, "</title>\n<style>\n");
    add_files(out, html_styles);
    buf_add_text(out,
                 "</style>\n<noscript><style>body .ns{display:inline}.ns::before{content:\" / "
                 "\"}.bar button,td.range{display:none}</style></noscript>\n</head>\n<body>\n");
}

void html_add_foot(struct buf *out)
{
    buf_add_text(out, foot);
}

void html_add_scripts(struct buf *out, const struct html_file *files)
{
    buf_add_text(out, "<script>\n/* uPlot:\n");
    buf_add(out, html_licence.begin, (size_t)(html_licence.end - html_licence.begin));
    buf_add_text(out, "*/\n");
    add_files(out, files);
    buf_add_text(out, "</script>\n</body>\n</html>\n");
}

static void render(const struct report_set *set, struct buf *out)
{
    struct items items = items_of(set);
    html_add_start(out);
    add_title(out, set);
    html_add_styles(out);
    add_mast(out, set);
    buf_add_text(out, bar);
    buf_add_text(out, "<main>\n");
    add_overview(out, set, &items);
    add_values(out, set);
    add_stacks(out, set);
    add_scores(out, set);
    add_notes(out, set);
    buf_add_text(out, tail);
    html_add_foot(out);
    buf_add_text(out, "<script type=\"application/json\" id=\"data\">");
    html_add_data(out, set, &items);
    buf_add_text(out, "</script>\n");
    html_add_scripts(out, html_scripts);
    items_free(&items);
}

const struct renderer render_html = {"html", ".html", "one page with plots, no network needed",
                                     render};
