/* Writes a whole, valid run with synthetic samples.
 * SPDX-License-Identifier: MIT
 */
#include "capture_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/run/stats.h"
#include "wire/crc.h"

#define CORE_HZ 250000000u

struct writing {
    struct buf *out;
    const struct capture_text_options *options;
    struct buf line;
    uint32_t seed;
};

static void put(void *context, char byte)
{
    struct writing *w = context;
    buf_add(&w->line, &byte, 1);
}

static void write_record(struct writing *w, const struct wire_record *record)
{
    struct wire_sink sink = {put, w};
    w->line.length = 0;
    wire_write(&sink, record);
    if (w->options->no_crc) {
        buf_add(w->out, w->line.bytes, w->line.length - strlen(",crc=0000\n"));
        buf_add_text(w->out, "\n");
    } else {
        buf_add(w->out, w->line.bytes, w->line.length);
    }
}

static void write_config(struct writing *w)
{
    struct wire_record record = {.kind = WIRE_CONFIG};
    wire_set_number(&record, WIRE_CONFIG_CORE, CORE_HZ);
    wire_set_number(&record, WIRE_CONFIG_TICK, 1000);
    wire_set_number(&record, WIRE_CONFIG_PREEMPT, 1);
    wire_set_number(&record, WIRE_CONFIG_SLICING, 1);
    wire_set_number(&record, WIRE_CONFIG_FPU, 0);
    wire_set_text(&record, WIRE_CONFIG_COMPILER, "0.0.0 synthetic");
    wire_set_number(&record, WIRE_CONFIG_ICACHE, 1);
    if (!w->options->no_wire) {
        wire_set_number(&record, WIRE_CONFIG_WFI, 0);
        wire_set_number(&record, WIRE_CONFIG_PRIO, 56);
        wire_set_number(&record, WIRE_CONFIG_WIRE, WIRE_VERSION);
        wire_set_text(&record, WIRE_CONFIG_BENCH, wire_benches[WIRE_BENCH_RTOS_BENCH].name);
        wire_set_text(&record, WIRE_CONFIG_SEL, "generic");
        wire_set_text(&record, WIRE_CONFIG_COUNTER, "DWT_CYCCNT");
        wire_set_number(&record, WIRE_CONFIG_TIMER, CORE_HZ);
        wire_set_number(&record, WIRE_CONFIG_LEVEL, 5);
    }
    write_record(w, &record);
}

/* Numerical Recipes' linear congruence; its high bits vary well enough. */
static uint32_t vary(struct writing *w, uint32_t range)
{
    w->seed = w->seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)w->seed * range >> 32);
}

/* Mostly base, sometimes more: the shape of a path that a tick hits now and then. */
static uint64_t sample(struct writing *w, uint32_t base)
{
    return vary(w, 50) == 0 ? base + 120 + vary(w, 20) : base + vary(w, 3);
}

static void write_row(struct writing *w, const char *name, uint32_t index, uint64_t ticks)
{
    struct wire_record record = {.kind = WIRE_RAW};
    wire_set_text(&record, WIRE_RAW_NAME, name);
    wire_set_number(&record, WIRE_RAW_INDEX, index);
    wire_set_number(&record, WIRE_RAW_TICKS, ticks);
    write_record(w, &record);
}

static void write_pair(struct writing *w, const char *phase, uint32_t index, uint64_t irq,
                       uint64_t task)
{
    struct wire_record record = {.kind = WIRE_RAW_PAIR};
    wire_set_text(&record, WIRE_RAW_PAIR_PHASE, phase);
    wire_set_number(&record, WIRE_RAW_PAIR_INDEX, index);
    wire_set_number(&record, WIRE_RAW_PAIR_IRQ_ENTRY, irq);
    wire_set_number(&record, WIRE_RAW_PAIR_EVENT_TO_TASK, task);
    write_record(w, &record);
}

static void write_result(struct writing *w, const char *name, const uint64_t *samples, uint32_t n)
{
    struct stats stats = stats_of(samples, n, CORE_HZ);
    struct wire_record record = {.kind = WIRE_RESULT};
    wire_set_text(&record, WIRE_RESULT_NAME, name);
    wire_set_number(&record, WIRE_RESULT_N, n);
    wire_set_number(&record, WIRE_RESULT_HZ, CORE_HZ);
    for (int item = 0; item < STATS_ITEMS; item++) {
        wire_set_number(&record, WIRE_RESULT_MIN_TICKS + item, stats.ticks[item]);
        wire_set_number(&record, WIRE_RESULT_MIN_NS + item, stats.ns[item]);
    }
    write_record(w, &record);
}

static void write_metric(struct writing *w, const struct wire_series *metric, uint32_t base)
{
    uint64_t *samples = calloc(metric->samples, sizeof *samples);
    for (uint32_t i = 0; i < metric->samples; i++) {
        samples[i] = sample(w, base);
        if (!w->options->summary)
            write_row(w, metric->name, i, samples[i]);
    }
    write_result(w, metric->name, samples, metric->samples);
    free(samples);
}

static void write_phase(struct writing *w, const struct wire_series *phase)
{
    uint32_t n = phase->samples;
    uint64_t *irq = calloc(n, sizeof *irq), *task = calloc(n, sizeof *task);
    for (uint32_t i = 0; i < n; i++) {
        irq[i] = sample(w, 20);
        task[i] = irq[i] + sample(w, 440);
        if (!w->options->summary)
            write_pair(w, phase->name, i, irq[i], task[i]);
    }
    struct wire_record record = {.kind = WIRE_PHASE};
    wire_set_text(&record, WIRE_PHASE_NAME, phase->name);
    wire_set_number(&record, WIRE_PHASE_IRQ, n);
    wire_set_number(&record, WIRE_PHASE_TASK, n);
    wire_set_number(&record, WIRE_PHASE_BAD, 0);
    wire_set_text(&record, WIRE_PHASE_STATUS, "OK");
    write_record(w, &record);
    write_result(w, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name, irq, n);
    write_result(w, wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name, task, n);
    free(irq);
    free(task);
}

static void write_failure(struct writing *w)
{
    struct wire_record error = {.kind = WIRE_ERROR}, end = {.kind = WIRE_END_FAIL};
    wire_set_text(&error, WIRE_ERROR_WHERE, "bench/made_up.c:42");
    wire_set_text(&error, WIRE_ERROR_REASON, "the counter stands still");
    wire_set_text(&end, WIRE_END_FAIL_PROTOCOL, WIRE_PROTOCOL);
    wire_set_text(&end, WIRE_END_FAIL_STATUS, "FAIL");
    write_record(w, &error);
    write_record(w, &end);
}

static void write_measurements(struct writing *w)
{
    static const uint32_t base[CAPTURE_TEXT_METRICS] = {250000, 370, 950, 970, 640, 780};
    for (int metric = 0; metric < CAPTURE_TEXT_METRICS; metric++)
        write_metric(w, &wire_metrics[metric], base[metric]);
    for (int phase = 0; phase < CAPTURE_TEXT_PHASES; phase++)
        write_phase(w, &wire_phases[phase]);
}

void capture_text_add(struct buf *out, const struct capture_text_options *options)
{
    struct writing w = {.out = out, .options = options, .seed = 1};
    struct wire_record begin = {.kind = WIRE_BEGIN}, pair = {.kind = WIRE_DWT_READ_PAIR},
                       end = {.kind = WIRE_END};
    wire_set_text(&begin, WIRE_BEGIN_PROTOCOL, WIRE_PROTOCOL);
    write_record(&w, &begin);
    write_config(&w);
    wire_set_number(&pair, WIRE_DWT_READ_PAIR_TICKS, 1);
    write_record(&w, &pair);
    if (options->fails) {
        write_metric(&w, &wire_metrics[0], 250000);
        write_failure(&w);
    } else {
        write_measurements(&w);
        wire_set_text(&end, WIRE_END_PROTOCOL, WIRE_PROTOCOL);
        wire_set_number(&end, WIRE_END_HEAP_FREE, 100000);
        wire_set_number(&end, WIRE_END_MIN_HEAP, 90000);
        write_record(&w, &end);
    }
    buf_free(&w.line);
}

void capture_text_seal(struct buf *out, const char *text, size_t length)
{
    while (length > 0) {
        const char *lf = memchr(text, '\n', length);
        size_t line = lf != NULL ? (size_t)(lf - text) : length;
        const char *crc = line >= 9 ? memmem(text + line - 9, 9, ",crc=", 5) : NULL;
        size_t body = crc != NULL ? (size_t)(crc - text) : line;
        buf_add(out, text, body);
        buf_printf(out, ",crc=%04X\n", wire_crc(text, body));
        text += line + (lf != NULL);
        length -= line + (lf != NULL);
    }
}
