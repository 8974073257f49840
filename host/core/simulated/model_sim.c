/* Constants and timing programs of the simulator.
 * SPDX-License-Identifier: MIT
 */
#include "model_sim.h"

#include <string.h>

#include "knobs_sim.h"
#include "sim/sim.h"

#define LIMIT_NS UINT64_C(10000000000)

/* A row of a program's table: tests/timing/case.inc. */
struct row {
    uint32_t first, last, cycles, name, source;
};

struct bench {
    struct sim *sim;
    struct row row[MODEL_CASES_MAX];
    uint64_t start[MODEL_CASES_MAX];
    struct model_cases *cases;
};

static struct sim *start(const char *machine, bool stepper_only,
                         const struct source_sim_knob *knobs, size_t knob_count,
                         struct error *error)
{
    struct sim_config config = {.machine = machine, .stepper_only = stepper_only};
    struct sim_error why;
    struct sim *sim = sim_create(&config, &why);
    if (sim == NULL) {
        error_set(error, "%s", why.text);
    } else if (!knobs_sim_set(sim, knobs, knob_count, error)) {
        sim_destroy(sim);
        sim = NULL;
    }
    return sim;
}

bool model_knobs(const char *machine, const struct source_sim_knob *knobs, size_t knob_count,
                 void (*each)(void *context, const struct model_knob *knob), void *context,
                 struct error *error)
{
    struct sim *sim = start(machine, false, knobs, knob_count, error);
    struct sim_knob knob;
    if (sim == NULL)
        return false;
    for (size_t i = 0; sim_knob_get(sim, i, &knob); i++) {
        struct model_knob told = {.name = knob.name,
                                  .unit = knob.unit,
                                  .meaning = knob.meaning,
                                  .confidence = knob.confidence,
                                  .source = knob.source,
                                  .value = knob.value,
                                  .default_value = knob.default_value};
        each(context, &told);
    }
    sim_destroy(sim);
    return true;
}

static void at_probe(void *context, uint32_t address, uint64_t cycle)
{
    struct bench *bench = context;
    for (size_t i = 0; i < bench->cases->count; i++) {
        const struct row *row = &bench->row[i];
        struct model_case *one = &bench->cases->at[i];
        if (row->first == address)
            bench->start[i] = cycle;
        if (row->last != address)
            continue;
        /* A result that the program has measured itself is in r0. */
        one->ours = row->first != 0 ? cycle - bench->start[i] : sim_register(bench->sim, 0);
        one->reached = true;
    }
}

static void read_text(const struct sim *sim, uint32_t address, char *text, size_t size)
{
    size_t k = 0;
    while (address != 0 && k + 1 < size && sim_peek(sim, address + (uint32_t)k, &text[k], 1) &&
           text[k] != '\0')
        k++;
    text[k] = '\0';
}

static bool read_rows(struct bench *bench, const struct image *program, struct error *error)
{
    struct model_cases *cases = bench->cases;
    uint32_t address, end;
    cases->count = 0;
    if (!image_find(program, "cases", &address) || !image_find(program, "cases_end", &end)) {
        error_set(error, "the program has no table of cases");
        return false;
    }
    for (; address < end; address += (uint32_t)sizeof(struct row), cases->count++) {
        if (cases->count == MODEL_CASES_MAX) {
            error_set(error, "the program has over %d cases", MODEL_CASES_MAX);
            return false;
        }
        struct row *row = &bench->row[cases->count];
        struct model_case *one = &cases->at[cases->count];
        sim_peek(bench->sim, address, row, sizeof *row);
        *one = (struct model_case){.cycles = row->cycles};
        read_text(bench->sim, row->name, one->name, sizeof one->name);
        read_text(bench->sim, row->source, one->source, sizeof one->source);
    }
    return true;
}

static bool load(struct bench *bench, const struct image *program, struct error *error)
{
    struct sim_error why;
    for (size_t i = 0; i < program->segment_count; i++) {
        const struct image_segment *segment = &program->segments[i];
        if (!sim_load(bench->sim, segment->load_address, segment->bytes, segment->file_size,
                      &why)) {
            error_set(error, "%s", why.text);
            return false;
        }
    }
    if (!read_rows(bench, program, error))
        return false;
    for (size_t i = 0; i < bench->cases->count; i++) {
        const struct row *row = &bench->row[i];
        if ((row->first != 0 && !sim_probe(bench->sim, row->first, &why)) ||
            !sim_probe(bench->sim, row->last, &why)) {
            error_set(error, "%s", why.text);
            return false;
        }
    }
    return true;
}

bool model_run(const struct image *program, const char *machine, bool stepper_only,
               const struct source_sim_knob *knobs, size_t knob_count, struct model_cases *cases,
               struct error *error)
{
    struct bench bench = {.cases = cases};
    bench.sim = start(machine, stepper_only, knobs, knob_count, error);
    if (bench.sim == NULL)
        return false;
    bool done = load(&bench, program, error);
    if (done) {
        struct sim_observer observer = {.context = &bench, .probe = at_probe};
        sim_observe(bench.sim, &observer);
        sim_reset(bench.sim);
        struct sim_stop stop = sim_run(bench.sim, LIMIT_NS);
        done = stop.reason == SIM_STOP_BREAKPOINT;
        if (!done)
            error_set(error, "the program did not reach its end: %s", stop.text);
    }
    sim_destroy(bench.sim);
    return done;
}
