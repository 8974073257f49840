/* Checks that the lines of a run come in the order of results.def, each once, none missing.
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One place in the order. RAW places may stay empty (a summary); verify.c judges that. */
struct step {
    enum wire_kind kind;
    const char *name;  /* as in run_block */
    const char *phase; /* as in run_block */
    int metric;        /* WIRE_METRIC_<ID>, -1 for none */
};

#define STEPS (2 + 2 * WIRE_METRICS + (2 + WIRE_PAIRS) * WIRE_PHASES + 1)

static void fill_steps(struct step steps[static STEPS])
{
    int n = 0;
    steps[n++] = (struct step){WIRE_CONFIG, "", NULL, -1};
    steps[n++] = (struct step){WIRE_DWT_READ_PAIR, "", NULL, -1};
    for (int metric = 0; metric < WIRE_METRICS; metric++) {
        steps[n++] = (struct step){WIRE_RAW, wire_metrics[metric].name, NULL, metric};
        steps[n++] = (struct step){WIRE_RESULT, wire_metrics[metric].name, NULL, metric};
    }
    for (int phase = 0; phase < WIRE_PHASES; phase++) {
        steps[n++] = (struct step){WIRE_RAW_PAIR, wire_phases[phase].name, NULL, -1};
        steps[n++] = (struct step){WIRE_PHASE, wire_phases[phase].name, NULL, -1};
        for (int pair = 0; pair < WIRE_PAIRS; pair++)
            steps[n++] =
                (struct step){WIRE_RESULT, wire_pairs[pair].name, wire_phases[phase].name, -1};
    }
    steps[n++] = (struct step){WIRE_END, "", NULL, -1};
}

static bool is_step(const struct run_block *block, const struct step *step)
{
    if (block->kind != step->kind || strcmp(block->name, step->name) != 0)
        return false;
    return step->phase == NULL ? block->phase == NULL
                               : block->phase != NULL && strcmp(block->phase, step->phase) == 0;
}

static int find_step(const struct step steps[static STEPS], const struct run_block *block)
{
    for (int i = 0; i < STEPS; i++)
        if (is_step(block, &steps[i]))
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

/* A writer that states no wire version has the measurements of its day; a phase has no excuse. */
static bool may_be_missing(const struct run *run, const struct step *step)
{
    if (step->kind == WIRE_RAW || step->kind == WIRE_RAW_PAIR)
        return true;
    return step->metric >= 0 && !run->config[WIRE_CONFIG_WIRE].present &&
           run_series(run, step->name, NULL) == NULL;
}

/* The first place between two that is missing without excuse, -1 for none. */
static int missing_step(const struct run *run, const struct step steps[static STEPS], int after,
                        int before)
{
    for (int i = after + 1; i < before; i++)
        if (!may_be_missing(run, &steps[i]))
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

static void report_missing(struct run *run, const struct run_block *block, const struct step *step)
{
    char here[NAME_MAX_LENGTH], other[NAME_MAX_LENGTH];
    describe(block->kind, block->name, block->phase, here);
    describe_step(step, other);
    /* Unreadable lines were reported, and one of them may be this one. */
    if (run->damaged_lines != 0)
        return;
    if (comes_later(run, step, block->line))
        finding_add(&run->findings, FINDING_NO, block->line,
                    "%s comes before %s: not the order of " WIRE_PROTOCOL
                    "; was the capture edited?",
                    here, other);
    else
        finding_add(&run->findings, FINDING_NO, block->line,
                    "%s comes, but no %s before it: lines were lost; capture the run again", here,
                    other);
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

static void report_unknown(struct run *run, const struct run_block *block)
{
    char here[NAME_MAX_LENGTH];
    finding_add(&run->findings, FINDING_WARNING, block->line,
                "%s is none that this tailchain knows: recomputed, but its place, count and "
                "meaning are not checked; use a newer one",
                describe(block->kind, block->name, block->phase, here));
}

void verify_order(struct run *run)
{
    struct step steps[STEPS];
    int at = -1;
    fill_steps(steps);
    for (size_t i = 0; i < run->block_count; i++) {
        const struct run_block *block = &run->blocks[i];
        if (block->kind == WIRE_END_FAIL)
            return;
        int step = find_step(steps, block);
        if (step < 0) {
            if (block->kind == WIRE_RESULT)
                report_unknown(run, block);
            continue;
        }
        if (step <= at) {
            report_back_step(run, i);
            continue;
        }
        int missing = missing_step(run, steps, at, step);
        if (missing >= 0)
            report_missing(run, block, &steps[missing]);
        at = step;
    }
}
