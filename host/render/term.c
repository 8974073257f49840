/* A report for people: tables that fit 80 columns, then what can be read off them.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"
#include "host/core/run/facts.h"
#include "items.h"
#include "render.h"
#include "table.h"
#include "term_parts.h"
#include "wrap.h"

static uint64_t config(const struct run *run, int field)
{
    return run_config_number(run, field);
}

/* Which counters gave the samples, and the level of the interrupts. */
static void add_counters(const struct run *run, struct buf *out)
{
    char timer[TEXT_NUMBER_MAX];
    if (!run->config[WIRE_CONFIG_COUNTER].present)
        return;
    buf_printf(out, "  cycles by %.24s", run->config[WIRE_CONFIG_COUNTER].text);
    if (run->config[WIRE_CONFIG_TIMER].present)
        buf_printf(out, ", timer %s Hz", text_number(config(run, WIRE_CONFIG_TIMER), timer));
    if (run->config[WIRE_CONFIG_LEVEL].present)
        buf_printf(out, ", its interrupt at level %" PRIu64, config(run, WIRE_CONFIG_LEVEL));
    buf_add_text(out, "\n");
}

static void add_import(const struct run *run, struct buf *out)
{
    const struct run_import *import = &run->import;
    char number[TEXT_NUMBER_MAX];
    buf_printf(out, "%s, logic analyser: %.60s, %.60s\n", WIRE_PROTOCOL, import->file,
               import->format);
    /* The rest of it stands below the tables. */
    buf_printf(out, "  resolution %.*s\n", (int)strcspn(import->resolution, ";"),
               import->resolution);
    buf_printf(out, "  from %.60s to %.60s, %s edge(s) left over\n", import->from, import->to,
               text_number(import->unpaired, number));
    if (import->holes != 0)
        buf_printf(out, "  samples seem to be lost behind %s of them\n",
                   text_number(import->holes, number));
    if (import->min_pulse_ticks != 0)
        buf_printf(out, "  without pulses below %s tick(s)\n",
                   text_number(import->min_pulse_ticks, number));
    for (size_t i = 0; i < run->mark_count; i++)
        if (strcmp(run->marks[i].channel, RUN_MARK_SUSPECT) == 0)
            buf_printf(out, "  %s sample(s) of %.40s are suspect: edges lost or added in pairs\n",
                       text_number(run->marks[i].count, number), run->marks[i].series);
        else
            buf_printf(out, "  %s sample(s) of %.40s have an edge of %.60s within\n",
                       text_number(run->marks[i].count, number), run->marks[i].series,
                       run->marks[i].channel);
}

static void add_header(const struct report *report, struct buf *out)
{
    const struct run *run = report->run;
    char core[TEXT_NUMBER_MAX];
    if (run_is_import(run)) {
        add_import(run, out);
        return;
    }
    buf_printf(out, "%s, %s%s%s", WIRE_PROTOCOL,
               report->environment != NULL ? "simulated" : "from a capture",
               report->board != NULL ? ", board " : "", report->board != NULL ? report->board : "");
    if (run->config[WIRE_CONFIG_BENCH].present)
        buf_printf(out, ", bench %.40s", run->config[WIRE_CONFIG_BENCH].text);
    buf_add_text(out, "\n");
    buf_printf(out,
               "  core %s Hz, tick %" PRIu64 " Hz, preempt %" PRIu64 ", slicing %" PRIu64
               ", fpu %" PRIu64 ", ICACHE %" PRIu64,
               text_number(config(run, WIRE_CONFIG_CORE), core), config(run, WIRE_CONFIG_TICK),
               config(run, WIRE_CONFIG_PREEMPT), config(run, WIRE_CONFIG_SLICING),
               config(run, WIRE_CONFIG_FPU), config(run, WIRE_CONFIG_ICACHE));
    buf_add_text(out, "\n  ");
    if (run->config[WIRE_CONFIG_COMPILER].present)
        buf_printf(out, "compiler %.40s", run->config[WIRE_CONFIG_COMPILER].text);
    if (run->config[WIRE_CONFIG_PRIO].present)
        buf_printf(out, ", %" PRIu64 " priorities", config(run, WIRE_CONFIG_PRIO));
    if (run->config[WIRE_CONFIG_SEL].present)
        buf_printf(out, " (%.16s)", run->config[WIRE_CONFIG_SEL].text);
    if (run->config[WIRE_CONFIG_WFI].present)
        buf_printf(out, ", wfi %" PRIu64, config(run, WIRE_CONFIG_WFI));
    if (run->read_pair_line != 0)
        buf_printf(out, ", read pair %" PRIu64 " tick(s)", run->read_pair_ticks);
    buf_add_text(out, "\n");
    add_counters(run, out);
}

static void add_environment(const struct report *report, struct buf *out)
{
    const struct run *run = report->run;
    const struct environment *e = report->environment;
    char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX];
    if (e != NULL) {
        buf_printf(out, "  image: %s B flash, %s B RAM", text_number(e->flash_bytes, a),
                   text_number(e->ram_bytes, b));
        if (e->note[NOTE_KERNEL] != NULL && e->note[NOTE_PORT] != NULL)
            buf_printf(out, "; FreeRTOS %.20s, port %.24s", e->note[NOTE_KERNEL],
                       e->note[NOTE_PORT]);
        buf_add_text(out, "\n");
        for (int i = 0; i < e->knob_count; i++)
            buf_printf(out, "  timing changed: %s = %" PRIu32 " (default %" PRIu32 ")\n",
                       e->knobs[i].name, e->knobs[i].value, e->knobs[i].default_value);
    }
    if (run_has_heap(run))
        buf_printf(out, "  heap: %s B free at the end, %s B at its lowest\n",
                   text_number(run->heap_free, a), text_number(run->min_heap, b));
}

/* What a table shows: which unit, beside it which published figure. */
struct columns {
    bool in_ns;
    enum stats_item beside;
};

/* The published figure and the difference to ours, where there is one. */
static void add_published(const struct report *report, const struct series *series,
                          const struct columns *columns, struct table *table)
{
    const struct stats *stats = facts_stats(series);
    const struct item item = {series->name, series->phase};
    const struct published *published = item_published(report, &item);
    char text[DIFFERENCE_MAX];
    if (published == NULL || published->ticks[columns->beside] == 0)
        return;
    uint64_t theirs = published->ticks[columns->beside];
    if (columns->in_ns)
        theirs = stats_ns(theirs, stats->hz != 0 ? stats->hz : 1);
    table_cell(table, "%" PRIu64, theirs);
    table_cell(
        table, "%s",
        difference_text(stats->ticks[columns->beside], published->ticks[columns->beside], text));
}

static void add_row(const struct report *report, const struct series *series,
                    const struct columns *columns, struct table *table)
{
    const struct stats *stats = facts_stats(series);
    if (stats == NULL)
        return;
    const uint64_t *values = columns->in_ns ? stats->ns : stats->ticks;
    table_row(table);
    table_cell(table, "%s%s", series->phase != NULL ? "  " : "", series->name);
    table_cell(table, "%" PRIu64, stats->n);
    for (int item = 0; item < STATS_ITEMS; item++)
        table_cell(table, "%" PRIu64, values[item]);
    add_published(report, series, columns, table);
}

static void add_titles(const struct report *report, const struct columns *columns,
                       struct table *table)
{
    static const char *const silicon[STATS_ITEMS] = {
        [STATS_AVG] = "silicon: avg", [STATS_MAX] = "silicon: max"};
    const struct table_title titles[] = {{columns->in_ns ? "ns" : "ticks", 17, true},
                                         {"n", 5, false}};
    table_titles(table, titles, 2);
    for (int item = 0; item < STATS_ITEMS; item++)
        table_column(table, &(struct table_title){stats_item_name[item], 8, false});
    if (!published_in(report->board, report->run))
        return;
    table_column(table, &(struct table_title){silicon[columns->beside], 8, false});
    table_column(table, &(struct table_title){"diff", 7, false});
}

static void add_table(const struct report *report, const struct columns *columns, struct buf *out)
{
    const struct run *run = report->run;
    struct table table = {0};
    if (run->series_count == 0)
        return;
    add_titles(report, columns, &table);
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].phase == NULL)
            add_row(report, &run->series[i], columns, &table);
    for (size_t p = 0; p < run->phase_count; p++) {
        const struct run_phase *phase = &run->phases[p];
        table_line(&table, "%s: irq %" PRIu64 ", task %" PRIu64 ", bad %" PRIu64 ", %s",
                   phase->name, phase->irq, phase->task, phase->bad, phase->status);
        for (size_t i = 0; i < run->series_count; i++)
            if (run->series[i].phase != NULL && strcmp(run->series[i].phase, phase->name) == 0)
                add_row(report, &run->series[i], columns, &table);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}

static void add_values(const struct run *run, struct buf *out)
{
    char number[TEXT_NUMBER_MAX];
    static const struct table_title titles[] = {
        {"sizes and counts", 40, true}, {"value", 12, false}, {"  unit", 0, true}};
    struct table table = {0};
    if (run->value_count == 0)
        return;
    table_titles(&table, titles, 3);
    for (size_t i = 0; i < run->value_count; i++) {
        table_row(&table);
        table_cell(&table, "%s", run->values[i].name);
        table_cell(&table, "%s", text_number(run->values[i].number, number));
        table_cell(&table, "  %s", run->values[i].unit);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}

static void add_stacks(const struct run *run, struct buf *out)
{
    static const struct table_title titles[] = {{"stack of a task, bytes", 40, true},
                                                {"size", 8, false},
                                                {"used", 8, false},
                                                {"free", 8, false}};
    struct table table = {0};
    if (run->stack_count == 0)
        return;
    table_titles(&table, titles, 4);
    for (size_t i = 0; i < run->stack_count; i++) {
        const struct run_stack *stack = &run->stacks[i];
        const uint64_t bytes[] = {stack->size, run_stack_used(stack), stack->free};
        char number[TEXT_NUMBER_MAX];
        table_row(&table);
        table_cell(&table, "%s", stack->task);
        for (size_t j = 0; j < sizeof bytes / sizeof bytes[0]; j++)
            table_cell(&table, "%s", text_number(bytes[j], number));
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}

static void add_verdict(const struct report *report, struct buf *out)
{
    char text[VERDICT_TEXT_MAX];
    buf_printf(out, "\n%s\n", verdict_text(report, text));
}

static void render(const struct report_set *set, struct buf *out)
{
    const struct report *report = &set->reports[0];
    if (set->count > 1) {
        term_add_runs(set, out);
        return;
    }
    add_header(report, out);
    add_environment(report, out);
    add_table(report, &(struct columns){.beside = STATS_AVG}, out);
    add_table(report, &(struct columns){.in_ns = true, .beside = STATS_MAX}, out);
    add_values(report->run, out);
    add_stacks(report->run, out);
    term_add_scores(report->run, out);
    if (report->low != NULL && report->high != NULL)
        term_add_bounds(report, out);
    term_add_modes(report, out);
    if (set->histograms)
        term_add_histograms(set, out);
    term_add_reading(report, out);
    if (report->ledger != NULL)
        term_add_ledger(report->ledger, out);
    add_verdict(report, out);
}

const struct renderer render_term = {"term", ".txt", "tables that fit 80 columns", render};
