/* One run in memory: making, finding and freeing its parts.
 * SPDX-License-Identifier: MIT
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

void run_free(struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++) {
        free(run->series[i].name);
        free(run->series[i].phase);
        free(run->series[i].raw);
    }
    for (size_t i = 0; i < run->phase_count; i++) {
        free(run->phases[i].name);
        free(run->phases[i].status);
    }
    for (size_t i = 0; i < run->value_count; i++) {
        free(run->values[i].name);
        free(run->values[i].unit);
    }
    for (size_t i = 0; i < WIRE_FIELDS_MAX; i++)
        free(run->config[i].text);
    free(run->values);
    for (size_t i = 0; i < run->stack_count; i++)
        free(run->stacks[i].task);
    free(run->stacks);
    for (size_t i = 0; i < run->mark_count; i++) {
        free(run->marks[i].series);
        free(run->marks[i].channel);
        free(run->marks[i].indices);
    }
    free(run->marks);
    free(run->import.file);
    free(run->import.format);
    free(run->import.resolution);
    free(run->import.from);
    free(run->import.to);
    free(run->clock.run);
    free(run->clock.series);
    free(run->series);
    free(run->phases);
    free(run->blocks);
    free(run->last_text);
    free(run->error_where);
    free(run->error_reason);
    findings_free(&run->findings);
    *run = (struct run){0};
}

bool run_is_import(const struct run *run)
{
    return run->import.line != 0;
}

bool run_has_heap(const struct run *run)
{
    return run->end == RUN_ENDED && !run_is_import(run);
}

struct run_mark *run_mark(const struct run *run, const char *series, const char *channel)
{
    for (size_t i = 0; i < run->mark_count; i++)
        if (strcmp(run->marks[i].series, series) == 0 &&
            strcmp(run->marks[i].channel, channel) == 0)
            return &run->marks[i];
    return NULL;
}

bool run_is_over(const struct run *run)
{
    return run->end == RUN_ENDED || run->end == RUN_FAILED || run->end == RUN_END_DAMAGED;
}

static bool same_phase(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

struct series *run_series(const struct run *run, const char *name, const char *phase)
{
    for (size_t i = run->series_count; i-- > 0;) {
        struct series *series = &run->series[i];
        if (strcmp(series->name, name) == 0 && same_phase(series->phase, phase))
            return series;
    }
    return NULL;
}

struct series *run_add_series(struct run *run, const char *name, const char *phase)
{
    struct series *series = run_series(run, name, phase);
    if (series != NULL)
        return series;
    if (run->series_count == RUN_SERIES_MAX)
        return NULL;
    run->series =
        xgrow(run->series, &run->series_capacity, run->series_count + 1, sizeof *run->series);
    series = &run->series[run->series_count++];
    *series = (struct series){.name = xstrndup(name, strlen(name))};
    if (phase != NULL)
        series->phase = xstrndup(phase, strlen(phase));
    return series;
}

const struct run_phase *run_phase(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->phase_count; i++)
        if (strcmp(run->phases[i].name, name) == 0)
            return &run->phases[i];
    return NULL;
}

uint64_t run_config_number(const struct run *run, int field)
{
    return run->config[field].present ? run->config[field].number : 0;
}

bool run_config_is_number(int field)
{
    enum { WORD, NUMBER };
    static const struct {
        enum wire_kind kind;
        int field, type;
    } rows[] = {
#define WIRE_LINE(kind, tag)
#define WIRE_FIELD(kind, field, key, type, need) {WIRE_##kind, WIRE_##kind##_##field, type},
#include "wire/lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].kind == WIRE_CONFIG && rows[i].field == field)
            return rows[i].type == NUMBER;
    return false;
}

size_t run_samples(const struct run *run)
{
    size_t samples = 0;
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].has_computed)
            samples += run->series[i].count;
    return samples;
}

const struct run_stack *run_stack(const struct run *run, const char *task)
{
    for (size_t i = 0; i < run->stack_count; i++)
        if (strcmp(run->stacks[i].task, task) == 0)
            return &run->stacks[i];
    return NULL;
}

uint64_t run_stack_used(const struct run_stack *stack)
{
    return stack->free <= stack->size ? stack->size - stack->free : 0;
}

const struct run_value *run_value(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->value_count; i++)
        if (strcmp(run->values[i].name, name) == 0)
            return &run->values[i];
    return NULL;
}

enum wire_bench run_bench(const struct run *run)
{
    const struct run_config_value *bench = &run->config[WIRE_CONFIG_BENCH];
    return bench->present ? wire_bench_named(bench->text) : WIRE_BENCH_RTOS_BENCH;
}

uint64_t run_unit_hz(const struct run *run, enum wire_unit unit)
{
    bool by_timer = unit == WIRE_TIMER && run->config[WIRE_CONFIG_TIMER].present;
    return run_config_number(run, by_timer ? WIRE_CONFIG_TIMER : WIRE_CONFIG_CORE);
}

static const struct wire_series *row_of(const struct run *run, const struct wire_series *rows,
                                        int count, const char *name)
{
    enum wire_bench bench = run_bench(run);
    for (int i = 0; i < count; i++)
        if (rows[i].bench == bench && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const struct wire_series *run_metric_row(const struct run *run, const char *name)
{
    return row_of(run, wire_metrics, WIRE_METRICS, name);
}

const struct wire_series *run_phase_row(const struct run *run, const char *name)
{
    return row_of(run, wire_phases, WIRE_PHASES, name);
}

enum wire_unit run_series_unit(const struct run *run, const char *name, const char *phase)
{
    if (phase != NULL)
        return WIRE_TIMER;
    const struct wire_series *row = run_metric_row(run, name);
    return row != NULL ? row->unit : WIRE_CYCLES;
}

int run_pair_index(const char *name)
{
    for (int i = 0; i < WIRE_PAIRS; i++)
        if (strcmp(wire_pairs[i].name, name) == 0)
            return i;
    return -1;
}

void session_free(struct session *session)
{
    for (size_t i = 0; i < session->count; i++) {
        run_free(session->runs[i]);
        free(session->runs[i]);
    }
    free(session->runs);
    findings_free(&session->findings);
    *session = (struct session){0};
}
