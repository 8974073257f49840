/* An import for people: channels, their edges, samples between edges.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "host/core/run/stats.h"
#include "host/import/decimal.h"
#include "import_report.h"
#include "table.h"
#include "wrap.h"

static void add_number(struct table *table, uint64_t number)
{
    char text[TEXT_NUMBER_MAX];
    table_cell(table, "%s", text_number(number, text));
}

/* Seconds, and in a capture of samples which one. */
static void add_time(struct table *table, const struct import_capture *capture, int64_t ticks)
{
    char seconds[DECIMAL_TICKS_MAX];
    decimal_ticks(ticks, capture->hz, seconds);
    if (capture->samplerate_hz == capture->hz)
        table_cell(table, "%s (%" PRId64 ")", seconds, ticks);
    else
        table_cell(table, "%s", seconds);
}

/* before: what stands in front of the name, in its column. */
static void add_name(struct table *table, const char *before, const struct import_capture *capture,
                     const struct import_variable *variable, uint32_t bit)
{
    struct buf name = {0};
    char shown[64];
    import_name(capture, variable, bit, &name);
    table_cell(table, "%s%s", before, text_printable(name.bytes, name.length, shown, sizeof shown));
    buf_free(&name);
}

/* ---- parts ---- */

void term_import_head(const struct imported *imported, struct buf *out)
{
    const struct import_capture *capture = imported->capture;
    char number[TEXT_NUMBER_MAX], from[DECIMAL_TICKS_MAX], to[DECIMAL_TICKS_MAX];
    struct buf resolution = {0};
    imported_resolution(imported, &resolution);
    buf_printf(out, "%s: %s, %s channel(s)", imported->name, capture->format,
               text_number(capture->variable_count, number));
    if (capture->samples != 0)
        buf_printf(out, ", %s samples", text_number(capture->samples, number));
    if (capture->skipped != 0)
        buf_printf(out, ", %s not imported (no levels)", text_number(capture->skipped, number));
    buf_add_text(out, "\n");
    wrap_line(out, 4, "  resolution %s", resolution.bytes);
    if (imported->edges != NULL)
        buf_printf(out, "  from %s s to %s s\n",
                   decimal_ticks(capture->first_ticks, capture->hz, from),
                   decimal_ticks(capture->last_ticks, capture->hz, to));
    if (capture->gaps != 0)
        buf_printf(out, "  %s stretch(es) in which nothing was captured\n",
                   text_number(capture->gaps, number));
    buf_free(&resolution);
}

void term_import_list(const struct imported *imported, struct buf *out)
{
    const struct import_capture *capture = imported->capture;
    static const struct table_title titles[] = {
        {"#", 0, false}, {"bits", 0, false}, {"channel", 0, true}};
    struct table table = {.gap = 2};
    table_titles(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < capture->variable_count; i++) {
        table_row(&table);
        table_cell(&table, "%zu", i + 1);
        add_number(&table, capture->variables[i].width);
        add_name(&table, "", capture, &capture->variables[i], IMPORT_WHOLE);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}

static void add_edges_row(const struct imported *imported, const struct import_variable *variable,
                          size_t number, uint32_t bit, struct table *table)
{
    const struct import_capture *capture = imported->capture;
    uint32_t watch = edges_watch_of(imported->edges, variable->first_bit + bit);
    if (watch == EDGES_NOT_WATCHED)
        return;
    const struct edges_counts *counts = &imported->edges->watches[watch].counts;
    char before[24];
    snprintf(before, sizeof before, "%3zu  ", number);
    table_row(table);
    add_name(table, before, capture, variable, bit);
    add_number(table, counts->rising);
    add_number(table, counts->falling);
    if (counts->rising + counts->falling == 0) {
        table_cell(table, "-");
        table_cell(table, "-");
    } else {
        add_time(table, capture, counts->first);
        add_time(table, capture, counts->last);
    }
    if (counts->shortest == 0)
        table_cell(table, "-");
    else
        add_time(table, capture, counts->shortest);
}

/* What the counts alone do not say. */
static void add_remarks(const struct imported *imported, struct buf *out)
{
    uint64_t in_doubt = 0, filtered = 0, without_width = 0;
    char number[TEXT_NUMBER_MAX];
    for (size_t i = 0; i < imported->edges->count; i++) {
        const struct edges_counts *counts = &imported->edges->watches[i].counts;
        in_doubt += counts->in_doubt;
        filtered += counts->filtered;
        without_width += counts->without_width;
    }
    if (in_doubt != 0)
        wrap_line(out, 2, "- %s edge(s) came out of an unknown level: their true time is earlier.",
                  text_number(in_doubt, number));
    if (without_width != 0)
        wrap_line(out, 2, "- %s pulse(s) within one time stamp have no width and are not counted.",
                  text_number(without_width, number));
    if (imported->edges->min_pulse_ticks != 0)
        wrap_line(out, 2, "- %s pulse(s) below --min-pulse were taken out.",
                  text_number(filtered, number));
}

void term_import_edges(const struct imported *imported, struct buf *out)
{
    static const struct table_title titles[] = {
        {"  #  channel", 0, true}, {"rising", 0, false},   {"falling", 0, false},
        {"first [s]", 0, false},   {"last [s]", 0, false}, {"shortest [s]", 0, false}};
    const struct import_capture *capture = imported->capture;
    struct table table = {.gap = 2};
    table_titles(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < capture->variable_count; i++)
        for (uint32_t bit = 0; bit < capture->variables[i].width; bit++)
            add_edges_row(imported, &capture->variables[i], i + 1, bit, &table);
    buf_add_text(out, "\n");
    table_end(&table, out);
    if (capture->samplerate_hz == capture->hz)
        buf_add_text(out, "In parentheses: the same in samples.\n");
    add_remarks(imported, out);
}

/* ---- samples ---- */

static void add_places(const struct imported *imported, const struct places *places,
                       const char *what, struct buf *out)
{
    char number[TEXT_NUMBER_MAX], time[DECIMAL_TICKS_MAX];
    if (places->count == 0)
        return;
    struct buf line = {0};
    buf_printf(&line, "- %s %s: at", text_number(places->count, number), what);
    for (uint64_t i = 0; i < places->count && i < PLACES_MAX; i++)
        buf_printf(&line, "%s %s s", i == 0 ? "" : ",",
                   decimal_ticks(places->ticks[i], imported->capture->hz, time));
    wrap_line(out, 2, "%s%s", line.bytes, places->count > PLACES_MAX ? ", ..." : "");
    buf_free(&line);
}

/* What lost or added pairs of edges leave behind, and where that would not show. */
static void add_rhythm(const struct imported *imported, struct buf *out)
{
    const struct rhythm *rhythm = &imported->pairs->rhythm;
    char number[TEXT_NUMBER_MAX], all[TEXT_NUMBER_MAX];
    add_places(imported, &rhythm->longer,
               "suspect: whole periods longer than its neighbours, as if a to and the from behind "
               "it were lost",
               out);
    if (rhythm->longer.count != 0 && rhythm_is_chance(rhythm))
        wrap_line(out, 2,
                  "  (no more than are expected by chance where interrupts make windows "
                  "that late)");
    add_places(imported, &rhythm->split,
               "suspect with the next: together they take one period of their neighbours, as if a "
               "to and a from were added",
               out);
    add_places(imported, &rhythm->holes,
               "followed by a hole of whole periods, as if samples were lost", out);
    add_places(imported, &rhythm->late,
               "a period or more longer than its neighbours, but no whole number of them: an "
               "interrupt, or lost edges and one",
               out);
    add_places(imported, &rhythm->pauses,
               "followed by a pause of a period or more: a rest, or lost samples and one", out);
    if (rhythm->not_judged != 0 && rhythm->not_judged == rhythm->samples)
        wrap_line(out, 2,
                  "- Edges lost or added in pairs would not show: the samples are too few, "
                  "or do not come regularly.");
    else if (rhythm->not_judged != 0)
        wrap_line(out, 2,
                  "- Edges lost or added in pairs would not show at %s of %s samples, which do "
                  "not come regularly.",
                  text_number(rhythm->not_judged, number), text_number(rhythm->samples, all));
}

static void add_marks(const struct imported *imported, struct buf *out)
{
    const struct pairs *pairs = imported->pairs;
    char marked[TEXT_NUMBER_MAX], all[TEXT_NUMBER_MAX];
    for (size_t mark = 0; mark < pairs->mark_count; mark++)
        wrap_line(out, 2, "- %s of %s sample(s) hold an edge of %s.",
                  text_number(pairs->samples.with_flag[mark], marked),
                  text_number(pairs->samples.count, all), imported->marks[mark]);
}

static void add_statistics(const struct imported *imported, struct buf *out)
{
    const struct stats *stats = &imported->stats;
    static const struct table_title titles[] = {{"", 0, true}, {"n", 0, false}};
    struct table table = {.gap = 2};
    table_titles(&table, titles, 2);
    for (int item = 0; item < STATS_ITEMS; item++)
        table_column(&table, &(struct table_title){stats_item_name[item], 0, false});
    for (int unit = 0; unit < 2; unit++) {
        table_row(&table);
        table_cell(&table, unit == 0 ? "ticks" : "ns");
        add_number(&table, stats->n);
        for (int item = 0; item < STATS_ITEMS; item++)
            add_number(&table, unit == 0 ? stats->ticks[item] : stats->ns[item]);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}

/* What an analyser sees at two samples, it may as well have missed. */
static void add_shortest(const struct imported *imported, const struct pairs_edge *edge,
                         const char *name, struct buf *out)
{
    const struct edges_counts *counts = &imported->edges->watches[edge->watch].counts;
    double step = imported_step_seconds(imported) * (double)imported->capture->hz;
    size_t length;
    pairs_slope_of(name, &length);
    if (counts->shortest != 0 && (double)counts->shortest < 2 * step)
        wrap_line(
            out, 2,
            "- %.*s has pulses that last one step of the sampling: shorter ones are not seen, "
            "and take both their edges with them.",
            (int)length, name);
}

void term_import_pairs(const struct imported *imported, struct buf *out)
{
    const struct pairs *pairs = imported->pairs;
    char number[TEXT_NUMBER_MAX];
    buf_printf(out, "\n%s to %s: %s sample(s)\n", imported->from, imported->to,
               text_number(pairs->samples.count, number));
    if (pairs->samples.count != 0)
        add_statistics(imported, out);
    add_marks(imported, out);
    add_places(imported, &pairs->missing_to, "from without a to", out);
    add_places(imported, &pairs->extra_to, "to without a from", out);
    add_rhythm(imported, out);
    add_shortest(imported, &pairs->from, imported->from, out);
    if (pairs->to.watch != pairs->from.watch)
        add_shortest(imported, &pairs->to, imported->to, out);
    if (pairs->before_first != 0)
        wrap_line(out, 2, "- %s to before the first from, where the capture begins.",
                  text_number(pairs->before_first, number));
    if (pairs->after_last != 0)
        wrap_line(out, 2, "- 1 from after the last to, where the capture ends.");
    if (pairs->in_doubt != 0)
        wrap_line(out, 2, "- %s sample(s) have an edge whose time is in doubt.",
                  text_number(pairs->in_doubt, number));
    add_remarks(imported, out);
}

/* ---- against the target's own counts ---- */

static void add_offset(const struct against *against, const char *what, struct buf *out)
{
    buf_printf(out, "  offset %+.3f ns (95 %%: %+.3f to %+.3f): %s\n", against->offset_ps / 1e3,
               against->offset_ps_low / 1e3, against->offset_ps_high / 1e3, what);
}

static void add_clock(const struct against *against, struct buf *out)
{
    char hz[TEXT_NUMBER_MAX];
    double real = (double)against->target_hz * (1 + against->clock_ppb / 1e9);
    buf_printf(out, "  clock %+.3f ppm (95 %%: %+.3f to %+.3f): %s Hz by the analyser's clock\n",
               against->clock_ppb / 1e3, against->clock_ppb_low / 1e3,
               against->clock_ppb_high / 1e3, text_number((uint64_t)(real + 0.5), hz));
    if (!against->is_time_line)
        add_offset(against, "what the pins add to a sample", out);
}

void term_import_against(const struct imported *imported, struct buf *out)
{
    const struct against *against = imported->against;
    const struct series *series = against->series;
    char n[TEXT_NUMBER_MAX], hz[TEXT_NUMBER_MAX], ticks[TEXT_NUMBER_MAX];
    buf_printf(out, "\nagainst %s, %s%s%s: %s pairs, counts at %s Hz nominal\n", against->file,
               series->phase != NULL ? series->phase : "", series->phase != NULL ? " " : "",
               series->name, text_number(against->fit.n, n), text_number(against->target_hz, hz));
    if (imported->pairs->rhythm.suspects != 0)
        buf_add_text(out, "  the target counted as many: no edges are lost or added in pairs, "
                          "unless both happened\n");
    if (against->fit.has_slope) {
        add_clock(against, out);
    } else {
        add_offset(against, "if the two clocks agree", out);
        buf_printf(
            out,
            "  clock error and offset cannot be told apart: all counts are %s tick(s); if the "
            "pins add nothing, the clock is off by %+.3f ppm\n",
            text_number(series->raw[0], ticks),
            (against->fit.mean_x / against->fit.mean_y - 1) * 1e6);
    }
    if (against->is_time_line)
        buf_add_text(out, "  the samples follow each other without gap: fitted as one time line\n");
    buf_printf(out, "  residuals: standard deviation %.3f ns, largest %.3f ns\n",
               against->fit.residual * 1e9, against->fit.worst * 1e9);
}
