/* Checks that the lines of a run come in the order of results.def, each once, none missing.
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

/* One place in the order. RAW places may stay empty (a summary); verify.c judges that. */
struct step {
    enum wire_kind kind;
    const char *name;  /* as in run_block */
    const char *phase; /* as in run_block */
    bool metric;       /* a line of a WIRE_METRIC row */
    bool optional;     /* a line of a row that a board may lack */
};

/* Enough for all rows of all benches in one. */
#define STEPS_MAX (2 + 2 * WIRE_METRICS + (2 + WIRE_PAIRS) * WIRE_PHASES + WIRE_QUANTITIES + 1)

struct steps {
    struct step list[STEPS_MAX];
    int count;
};

static void add_step(struct steps *steps, struct step step)
{
    steps->list[steps->count++] = step;
}

static void add_phase_steps(struct steps *steps, const struct wire_series *row)
{
    bool optional = row->optional;
    add_step(steps, (struct step){WIRE_RAW_PAIR, row->name, NULL, false, optional});
    add_step(steps, (struct step){WIRE_PHASE, row->name, NULL, false, optional});
    for (int pair = 0; pair < WIRE_PAIRS; pair++)
        add_step(steps,
                 (struct step){WIRE_RESULT, wire_pairs[pair].name, row->name, false, optional});
}

static void fill_steps(struct steps *steps, enum wire_bench bench)
{
    steps->count = 0;
    add_step(steps, (struct step){.kind = WIRE_CONFIG, .name = ""});
    add_step(steps, (struct step){.kind = WIRE_DWT_READ_PAIR, .name = ""});
    for (int i = 0; i < WIRE_METRICS; i++) {
        const struct wire_series *row = &wire_metrics[i];
        if (row->bench != bench)
            continue;
        add_step(steps, (struct step){WIRE_RAW, row->name, NULL, true, row->optional});
        add_step(steps, (struct step){WIRE_RESULT, row->name, NULL, true, row->optional});
    }
    for (int i = 0; i < WIRE_PHASES; i++)
        if (wire_phases[i].bench == bench)
            add_phase_steps(steps, &wire_phases[i]);
    for (int i = 0; i < WIRE_QUANTITIES; i++) {
        const struct wire_quantity_row *row = &wire_quantities[i];
        if (row->bench == bench)
            add_step(steps, (struct step){WIRE_VALUE, row->name, NULL, false, row->optional});
    }
    add_step(steps, (struct step){.kind = WIRE_END, .name = ""});
}

static bool is_step(const struct run_block *block, const struct step *step)
{
    if (block->kind != step->kind || strcmp(block->name, step->name) != 0)
        return false;
    return step->phase == NULL ? block->phase == NULL
                               : block->phase != NULL && strcmp(block->phase, step->phase) == 0;
}

static int find_step(const struct steps *steps, const struct run_block *block)
{
    for (int i = 0; i < steps->count; i++)
        if (is_step(block, &steps->list[i]))
            return i;
    return -1;
}

#define NAME_MAX_LENGTH 160

/* "RESULT idle irq_entry"; returns text. */
static const char *describe(enum wire_kind kind, const char *name, const char *phase,
                            char text[static NAME_MAX_LENGTH])
{
    snprintf(text, NAME_MAX_LENGTH, "%s%s%s%s%s", wire_tag(kind), phase != NULL ? " " : "",
             phase != NULL ? phase : "", name[0] != '\0' ? " " : "", name);
    return text;
}

static const char *describe_step(const struct step *step, char text[static NAME_MAX_LENGTH])
{
    return describe(step->kind, step->name, step->phase, text);
}

/* Whether the run has nothing of the row that a step belongs to. */
static bool row_is_absent(const struct run *run, const struct step *step)
{
    if (step->metric)
        return run_series(run, step->name, NULL) == NULL;
    if (step->kind == WIRE_VALUE)
        return run_value(run, step->name) == NULL;
    const char *phase = step->phase != NULL ? step->phase : step->name;
    return run_phase(run, phase) == NULL && run_series(run, wire_pairs[0].name, phase) == NULL;
}

/* A writer that states no wire version has the measurements of its day; a phase has no excuse. */
static bool may_be_missing(const struct run *run, const struct step *step)
{
    if (step->kind == WIRE_RAW || step->kind == WIRE_RAW_PAIR)
        return true;
    bool excused = step->optional || (step->metric && !run->config[WIRE_CONFIG_WIRE].present);
    return excused && row_is_absent(run, step);
}

/* The first place between two that is missing without excuse, -1 for none. */
static int missing_step(const struct run *run, const struct steps *steps, int after, int before)
{
    for (int i = after + 1; i < before; i++)
        if (!may_be_missing(run, &steps->list[i]))
            return i;
    return -1;
}

static bool comes_later(const struct run *run, const struct step *step, uint64_t line)
{
    for (size_t i = 0; i < run->block_count; i++)
        if (run->blocks[i].line > line && is_step(&run->blocks[i], step))
            return true;
    return false;
}

/* A run without names of a bench may be another one than rtos_bench: firmware of somebody's own. */
#define ANOTHER_BENCH                                                                              \
    ", or let the firmware name its bench in CONFIG (bench=NAME): without it a run is rtos_bench"

static bool may_be_another_bench(const struct run *run)
{
    return run->config_line != 0 && !run->config[WIRE_CONFIG_BENCH].present &&
           !run->config[WIRE_CONFIG_WIRE].present;
}

static void report_missing(struct run *run, const struct run_block *block, const struct step *step)
{
    char here[NAME_MAX_LENGTH], other[NAME_MAX_LENGTH];
    describe(block->kind, block->name, block->phase, here);
    describe_step(step, other);
    /* Unreadable lines were reported, and one of them may be this one. */
    if (run->lost.lines != 0)
        return;
    if (comes_later(run, step, block->line))
        finding_add(&run->findings, FINDING_NO, block->line,
                    "%s comes before %s: not the order of " WIRE_PROTOCOL
                    "; was the capture edited?",
                    here, other);
    else
        finding_add(&run->findings, FINDING_NO, block->line,
                    "%s comes, but no %s before it: lines were lost; capture the run again%s", here,
                    other, may_be_another_bench(run) ? ANOTHER_BENCH : "");
}

static void report_back_step(struct run *run, size_t index)
{
    const struct run_block *block = &run->blocks[index];
    char here[NAME_MAX_LENGTH];
    describe(block->kind, block->name, block->phase, here);
    for (size_t i = 0; i < index; i++) {
        const struct run_block *before = &run->blocks[i];
        if (before->kind == block->kind && strcmp(before->name, block->name) == 0 &&
            (before->phase == block->phase || (before->phase != NULL && block->phase != NULL &&
                                               strcmp(before->phase, block->phase) == 0))) {
            finding_add(&run->findings, FINDING_NO, block->line,
                        "%s again, first on line %" PRIu64
                        ": two runs mixed, or lines repeated; capture the run again",
                        here, before->line);
            return;
        }
    }
    finding_add(&run->findings, FINDING_NO, block->line,
                "%s comes too late: not the order of " WIRE_PROTOCOL "; was the capture edited?",
                here);
}

/* ---- names that are none of results.def ---- */

/* What a block is about: a phase, or a metric. */
static const char *subject(const struct run_block *block)
{
    return block->phase != NULL ? block->phase : block->name;
}

/* The names seen so far and which of their lines: a bit each, in the order in which they come. */
struct seen {
    const char *subject;
    unsigned lines;
};

struct unknowns {
    struct seen *list;
    size_t count, capacity;
};

static unsigned line_bit(const struct run_block *block)
{
    if (block->kind == WIRE_RAW || block->kind == WIRE_RAW_PAIR)
        return 1;
    if (block->kind == WIRE_PHASE)
        return 2;
    if (block->kind == WIRE_VALUE)
        return 4;
    int pair = block->phase != NULL ? run_pair_index(block->name) : 0;
    return 4u << pair;
}

static struct seen *find_seen(struct unknowns *unknowns, const char *name)
{
    for (size_t i = 0; i < unknowns->count; i++)
        if (strcmp(unknowns->list[i].subject, name) == 0)
            return &unknowns->list[i];
    unknowns->list =
        xgrow(unknowns->list, &unknowns->capacity, unknowns->count + 1, sizeof *unknowns->list);
    unknowns->list[unknowns->count] = (struct seen){name, 0};
    return &unknowns->list[unknowns->count++];
}

/* One message a name. A version of the wire lists all names of the benches that it knows; without a
 * version a writer may have its own. */
static void report_unknown(struct run *run, const struct run_block *block)
{
    enum wire_bench bench = run_bench(run);
    uint64_t version = run_config_number(run, WIRE_CONFIG_WIRE);
    char here[NAME_MAX_LENGTH];
    describe(block->kind, block->name, block->phase, here);
    if (version == 0 || version > WIRE_VERSION || bench == WIRE_BENCHES)
        finding_add(&run->findings, FINDING_WARNING, block->line,
                    "%s is none that this tailchain knows: its place, count and meaning are not "
                    "checked; use a newer one, unless it is of your own firmware",
                    here);
    else
        finding_add(&run->findings, FINDING_NO, block->line,
                    "%s is none of bench %s in wire version %" PRIu64
                    ", which CONFIG on line %" PRIu64
                    " declares: a name was changed, or the firmware is newer than it says",
                    here, wire_benches[bench].name, version, run->config_line);
}

/* Rows that no RESULT follows. Of a measurement that is known, its RESULT is missing, and of a run
 * that broke off or has unreadable lines it may be; that is said elsewhere. */
static void report_orphans(struct run *run, const struct run_block *block)
{
    const char *series = block->kind == WIRE_RAW ? block->name : wire_pairs[0].name;
    const char *phase = block->kind == WIRE_RAW ? NULL : block->name;
    const struct series *rows = run_series(run, series, phase);
    if (rows->result_line == 0 && run->end == RUN_ENDED && run->lost.lines == 0)
        finding_add(&run->findings, FINDING_WARNING, block->line,
                    "RAW %s: no RESULT behind its %zu row(s): nothing is recomputed from them, and "
                    "they do not count",
                    block->name, rows->count);
}

static void check_unknown(struct run *run, size_t index, struct unknowns *unknowns)
{
    const struct run_block *block = &run->blocks[index];
    struct seen *seen = find_seen(unknowns, subject(block));
    unsigned bit = line_bit(block);
    /* Of a bench that is not known no name is, and that was said. */
    if (seen->lines == 0 && run_bench(run) != WIRE_BENCHES)
        report_unknown(run, block);
    /* It, or one that comes behind it, was there before. */
    if (seen->lines >= bit)
        report_back_step(run, index);
    else if (bit == 1)
        report_orphans(run, block);
    seen->lines |= bit;
}

void verify_order(struct run *run)
{
    struct steps steps;
    struct unknowns unknowns = {0};
    int at = -1;
    fill_steps(&steps, run_bench(run));
    for (size_t i = 0; i < run->block_count; i++) {
        const struct run_block *block = &run->blocks[i];
        if (block->kind == WIRE_END_FAIL || block->kind == WIRE_END_IMPORT)
            break;
        int step = find_step(&steps, block);
        if (step < 0) {
            check_unknown(run, i, &unknowns);
            continue;
        }
        if (step <= at) {
            report_back_step(run, i);
            continue;
        }
        int missing = missing_step(run, &steps, at, step);
        if (missing >= 0)
            report_missing(run, block, &steps.list[missing]);
        at = step;
    }
    free(unknowns.list);
}
