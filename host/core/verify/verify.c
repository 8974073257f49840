/* Is a run what it claims to be?
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/core/run/parse.h"
#include "planted.h"

#define PLACE_MAX 200

/* Where the run stood: "RAW idle index 7". */
static const char *last_place(const struct run *run, char text[static PLACE_MAX])
{
    const struct run_block *last =
        run->block_count != 0 ? &run->blocks[run->block_count - 1] : NULL;
    if (last == NULL)
        return strcpy(text, wire_tag(WIRE_BEGIN));
    const struct series *series =
        last->kind == WIRE_RAW_PAIR
            ? run_series(run, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name, last->name)
            : run_series(run, last->name, NULL);
    if ((last->kind == WIRE_RAW || last->kind == WIRE_RAW_PAIR) && series->next_index > 0)
        snprintf(text, PLACE_MAX, "%s %s index %" PRIu64, wire_tag(last->kind), last->name,
                 series->next_index - 1);
    else
        snprintf(text, PLACE_MAX, "%s%s%s", wire_tag(last->kind), last->name[0] != '\0' ? " " : "",
                 last->name);
    return text;
}

static void check_end(struct run *run)
{
    char place[PLACE_MAX];
    last_place(run, place);
    switch (run->end) {
    case RUN_CUT:
        finding_add(&run->findings, FINDING_NO, run->last_line,
                    "the capture ends in the middle of the run, after %s, without END: cut off; "
                    "capture the run again",
                    place);
        break;
    case RUN_RESET:
        finding_add(&run->findings, FINDING_NO, run->last_line,
                    "the run ends after %s without END and another begins: the board was reset; "
                    "the last run decides, --run picks another",
                    place);
        break;
    case RUN_FAILED:
        if (run->error_line == 0)
            finding_add(&run->findings, FINDING_NO, run->last_line,
                        "END says that the run failed, and no ERROR line says why; look at the "
                        "firmware");
        break;
    case RUN_END_DAMAGED: /* was reported with its line */
        break;
    case RUN_ENDED:
        if (!run_is_import(run) && run->blocks[run->block_count - 1].kind == WIRE_END_IMPORT)
            finding_add(&run->findings, FINDING_NO, run->last_line,
                        "END of an imported run, but no IMPORT: lines were lost; import again");
        if (run->min_heap > run->heap_free)
            finding_add(&run->findings, FINDING_NO, run->last_line,
                        "END: min_heap=%" PRIu64 " is above heap_free=%" PRIu64
                        ": the lowest ever free cannot exceed what is free; a value was changed",
                        run->min_heap, run->heap_free);
        break;
    }
    if (run->error_line != 0)
        finding_add(&run->findings, FINDING_NO, run->error_line,
                    "the firmware gave up at %s: %s; correct that and run again", run->error_where,
                    run->error_reason);
}

/* An interrupt's frame of 8 words, and what a call in a handler or a hook may want besides. */
#define STACK_LOW_BYTES 64u

static void check_stacks(struct run *run)
{
    for (size_t i = 0; i < run->stack_count; i++) {
        const struct run_stack *stack = &run->stacks[i];
        if (stack->free > stack->size)
            finding_add(&run->findings, FINDING_NO, stack->line,
                        "STACK %s: free=%" PRIu64 " is above size=%" PRIu64
                        ": more cannot be left than there is; a value was changed",
                        stack->task, stack->free, stack->size);
        else if (stack->free < STACK_LOW_BYTES)
            finding_add(&run->findings, FINDING_WARNING, stack->line,
                        "STACK %s: %" PRIu64 " of %" PRIu64
                        " B were never used, less than %u: one interrupt more may overflow it; "
                        "give the task a larger stack",
                        stack->task, stack->free, stack->size, STACK_LOW_BYTES);
    }
}

/* A line without checksum in a run with them was reported with its line. */
static void check_checksums(struct run *run)
{
    if (!run->has_crc && !run->begin_damaged && run->lines_with_crc != 0)
        finding_add(&run->findings, FINDING_NO, run->begin_line,
                    "BEGIN has no checksum, but %" PRIu64
                    " other line(s) have: its end was lost; capture the run again",
                    run->lines_with_crc);
}

static void check_switch(struct run *run, int field)
{
    const struct run_config_value *value = &run->config[field];
    if (value->present && value->number > 1)
        finding_add(&run->findings, FINDING_NO, run->config_line,
                    "CONFIG: %s=%" PRIu64 ", but it is a switch (0 or 1): the value was changed",
                    wire_key(WIRE_CONFIG, field), value->number);
}

/* A bench of a newer firmware: what its names mean is not known here. */
static void check_bench(struct run *run)
{
    if (run_bench(run) == WIRE_BENCHES)
        finding_add(&run->findings, FINDING_WARNING, run->config_line,
                    "CONFIG: bench=%s is none that this tailchain knows: whether its results are "
                    "complete is not checked; use a newer one, unless it is your own",
                    run->config[WIRE_CONFIG_BENCH].text);
    if (run_bench(run) == WIRE_BENCH_OPTION_PRICE && !run->config[WIRE_CONFIG_OPT].present)
        finding_add(&run->findings, FINDING_NO, run->config_line,
                    "CONFIG: no opt: with which option %s was built is not known",
                    wire_benches[WIRE_BENCH_OPTION_PRICE].name);
    if (run->config[WIRE_CONFIG_TIMER].present && run_config_number(run, WIRE_CONFIG_TIMER) == 0)
        finding_add(&run->findings, FINDING_NO, run->config_line,
                    "CONFIG: timer must be above 0: nothing can be converted to time");
}

static void check_config(struct run *run)
{
    static const int switches[] = {WIRE_CONFIG_PREEMPT, WIRE_CONFIG_SLICING, WIRE_CONFIG_FPU,
                                   WIRE_CONFIG_ICACHE, WIRE_CONFIG_WFI};
    if (run->config_line == 0)
        return;
    if (run_config_number(run, WIRE_CONFIG_CORE) == 0 ||
        run_config_number(run, WIRE_CONFIG_TICK) == 0)
        finding_add(&run->findings, FINDING_NO, run->config_line,
                    "CONFIG: core and tick must be above 0: nothing can be converted to time");
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        check_switch(run, switches[i]);
    const struct run_config_value *wire = &run->config[WIRE_CONFIG_WIRE];
    if (wire->present && (wire->number == 0 || wire->number > WIRE_VERSION))
        finding_add(&run->findings, FINDING_TROUBLE, run->config_line,
                    "CONFIG: wire=%" PRIu64
                    ", but this tailchain reads wire versions up to %u; use "
                    "the one that came with the firmware",
                    wire->number, WIRE_VERSION);
    check_bench(run);
}

static void check_read_pair(struct run *run)
{
    if (run->read_pair_line == 0)
        return;
    if (run->read_pair_ticks == 0)
        finding_add(&run->findings, FINDING_NO, run->read_pair_line,
                    "DWT_READ_PAIR is 0: the cycle counter does not run; enable DWT_CYCCNT");
    else if (run->read_pair_ticks > WIRE_READ_PAIR_MAX_TICKS)
        finding_add(&run->findings, FINDING_NO, run->read_pair_line,
                    "DWT_READ_PAIR is %" PRIu64 " ticks: two reads in a row cannot take that long; "
                    "something runs between them",
                    run->read_pair_ticks);
}

static uint64_t pairs_due(const struct run *run, const struct run_phase *phase)
{
    const struct wire_series *row = run_phase_row(run, phase->name);
    return row != NULL ? row->samples : phase->irq;
}

/* One message a phase: the first rule that it breaks. */
static void check_phase(struct run *run, const struct run_phase *phase)
{
    const struct series *rows = run_series(run, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name, phase->name);
    bool has_rows = rows != NULL && rows->first_line != 0 && !rows->damaged;
    bool is_ok = strcmp(phase->status, "OK") == 0;
    if (phase->irq != phase->task)
        finding_add(&run->findings, FINDING_NO, phase->line,
                    "PHASE %s: irq=%" PRIu64 ", but task=%" PRIu64
                    ": interrupts and wake-ups do not pair; the phase does not count",
                    phase->name, phase->irq, phase->task);
    else if (phase->bad > 0)
        finding_add(&run->findings, FINDING_NO, phase->line,
                    "PHASE %s: bad=%" PRIu64 "%s; the phase does not count, find the overruns",
                    phase->name, phase->bad,
                    is_ok ? ", yet status=OK: a contradiction" : ": samples are not to be trusted");
    else if (!is_ok)
        finding_add(&run->findings, FINDING_NO, phase->line,
                    "PHASE %s: status=%s; the phase does not count", phase->name, phase->status);
    else if (phase->irq != pairs_due(run, phase))
        finding_add(&run->findings, FINDING_NO, phase->line,
                    "PHASE %s: irq=%" PRIu64 ", but a phase takes %" PRIu64 " pairs", phase->name,
                    phase->irq, pairs_due(run, phase));
    else if (has_rows && rows->count != phase->irq)
        finding_add(&run->findings, FINDING_NO, phase->line,
                    "PHASE %s: irq=%" PRIu64
                    ", but there are %zu RAW rows: rows were lost; capture the run again",
                    phase->name, phase->irq, rows->count);
}

/* Judges every series that has a RESULT; returns how many of them have no rows. */
static size_t check_all_series(struct run *run, bool summary)
{
    size_t without = 0;
    for (size_t i = 0; i < run->series_count; i++) {
        struct series *series = &run->series[i];
        if (series->result_line == 0)
            continue;
        if (series->first_line != 0) {
            verify_series(run, series);
            continue;
        }
        without++;
        verify_summary(run, series);
        if (!summary && run->lost.lines == 0)
            finding_add(&run->findings, FINDING_NO, series->result_line,
                        "RESULT %s has no RAW rows, others have: rows were lost; capture the run "
                        "again",
                        series->name);
    }
    return without;
}

static void check_planted(struct run *run)
{
    struct planted planted;
    for (size_t i = 0; planted_of(run, i, &planted); i++)
        if (!planted.holds)
            finding_add(
                &run->findings, FINDING_NO, run_series(run, planted.name, NULL)->result_line,
                "RESULT %s: %" PRIu32 " cycle(s) are planted, but its minimum lies %" PRId64
                " and its most common value %" PRId64
                " tick(s) above those of %s: counter, clocks or firmware are not what they "
                "are taken for",
                planted.name, planted.row->cycles, planted.min, planted.common, planted.base_name);
}

/* Whether no RESULT has RAW rows. */
static bool is_summary(const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].result_line != 0 && run->series[i].first_line != 0)
            return false;
    return run->lost.lines == 0;
}

enum verdict verify_run(struct run *run, bool allow_summary)
{
    check_end(run);
    check_checksums(run);
    check_stacks(run);
    check_config(run);
    check_read_pair(run);
    if (run_is_import(run))
        verify_import(run);
    else
        verify_order(run);
    bool summary = is_summary(run);
    size_t without = check_all_series(run, summary);
    for (size_t i = 0; i < run->phase_count; i++)
        check_phase(run, &run->phases[i]);
    check_planted(run);
    summary = summary && without != 0;
    bool ok = findings_worst(&run->findings) == FINDING_WARNING;
    if (summary)
        finding_add(&run->findings, ok && !allow_summary ? FINDING_TROUBLE : FINDING_WARNING, 0,
                    "statistics without RAW rows: %s, and nothing can be recomputed%s",
                    ok ? "consistent in themselves" : "not consistent in themselves",
                    allow_summary || !ok ? "" : "; --allow-summary accepts that");
    if (!ok)
        return VERDICT_FAILED;
    return summary ? VERDICT_SUMMARY : VERDICT_VERIFIED;
}
