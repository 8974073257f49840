/* Failure injection: creations that fail.
 * SPDX-License-Identifier: MIT
 */
#include "inject_sim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "host/base/interrupt.h"
#include "host/base/xalloc.h"
#include "inject_trace.h"
#include "sim/sim.h"

#define SITES_MAX 256u
/* More than any heap of a microcontroller, and less than what the kernel takes for an overflow. */
#define TOO_MUCH UINT32_C(0x7FFFFF00)
/* Fields of a NULL object lie here. */
#define NULL_BYTES 0x200u
#define CALL_LIMIT_NS UINT64_C(200000000)  /* for a call to come back */
#define HOOK_LIMIT_NS UINT64_C(2000000)    /* for vApplicationMallocFailedHook to return */
#define TRACE_LIMIT_NS UINT64_C(100000000) /* for what follows it */
#define TRACE_SPANS_MAX 30000u
#define CONTROL_SPSEL 2u

struct inject {
    struct sim *sim;
    const struct code *code;
    struct lint *lint;
    uint32_t malloc, hook; /* addresses of functions, 0: none */
    uint32_t current;      /* address of pxCurrentTCB, 0: unknown */
    uint32_t create[API_ROWS_MAX];
    size_t create_count;
    uint32_t sites[SITES_MAX]; /* return addresses that were judged */
    size_t site_count;
    uint32_t calls[SITES_MAX]; /* all that the program's code has, likewise */
    size_t call_count;
    struct inject_trace *trace; /* being recorded, or NULL */
    size_t spans;
    bool on_msp, in_context, in_kernel;
    uint32_t task; /* the caller's, where on_msp is false */
};

/* ---- recording ---- */

static bool is_in_context(const struct inject *inject)
{
    const struct sim *sim = inject->sim;
    uint32_t task;
    bool on_msp = !(sim_register(sim, SIM_REG_CONTROL) & CONTROL_SPSEL);
    if (sim_exception(sim) != 0 || on_msp != inject->on_msp)
        return false;
    return on_msp || inject->current == 0 ||
           (sim_peek(sim, inject->current, &task, sizeof task) && task == inject->task);
}

static void on_span(void *context, const struct sim_span *span)
{
    struct inject *inject = context;
    if (inject->trace == NULL)
        return;
    if (inject->in_context && span->kind == SIM_SPAN_INSTRUCTION) {
        bool kernel = program_is_kernel(inject->code->program, span->address);
        if (!kernel)
            inject_trace_add(inject->trace, span->address, inject->in_kernel);
        inject->in_kernel = kernel;
    }
    inject->in_context = is_in_context(inject);
    if (inject->trace->count == INJECT_TRACE_MAX || ++inject->spans > TRACE_SPANS_MAX)
        sim_stop_request(inject->sim);
}

/* Records what the caller does once its call has come back. */
static void record(struct inject *inject, struct inject_trace *trace)
{
    struct sim_error why;
    struct sim *sim = inject->sim;
    uint64_t end_ns = sim_time_ns(sim) + TRACE_LIMIT_NS;
    inject->trace = trace;
    inject->spans = 0;
    inject->in_context = true;
    inject->in_kernel = false;
    sim_watchpoint(sim, 0, NULL_BYTES, SIM_WATCH_ACCESS, true, &why);
    sim_observe_spans(sim, true);
    for (;;) {
        struct sim_stop stop = sim_run(sim, end_ns);
        if (stop.reason == SIM_STOP_AT_WATCHPOINT)
            inject_trace_null(trace, stop.pc);
        else if (stop.reason != SIM_STOP_AT_BREAKPOINT) {
            trace->stopped = stop.reason != SIM_STOP_LIMIT && stop.reason != SIM_STOP_REQUESTED;
            break;
        }
    }
    sim_observe_spans(sim, false);
    sim_watchpoint(sim, 0, NULL_BYTES, SIM_WATCH_ACCESS, false, &why);
    inject->trace = NULL;
}

/* ---- one way ---- */

/* Runs the call at which the board stands until it comes back; false where it does not. fail: the
 * first allocation in it. */
static bool finish_call(struct inject *inject, uint32_t back, bool fail, struct inject_trace *trace)
{
    struct sim *sim = inject->sim;
    struct sim_error why;
    uint64_t end_ns = sim_time_ns(sim) + CALL_LIMIT_NS;
    uint32_t sp = sim_register(sim, SIM_REG_SP);
    bool came_back = false, failed = false;
    if (!sim_breakpoint(sim, back, true, &why))
        return false;
    while (!came_back) {
        uint32_t pc = sim_register(sim, SIM_REG_PC);
        if (fail && !failed && pc == inject->malloc) {
            sim_set_register(sim, 0, TOO_MUCH);
            failed = true;
        }
        if (inject->hook != 0 && pc == inject->hook)
            end_ns = sim_time_ns(sim) + HOOK_LIMIT_NS;
        struct sim_stop stop = sim_run(sim, end_ns);
        if (stop.reason != SIM_STOP_AT_BREAKPOINT)
            break;
        came_back = stop.pc == back && sim_register(sim, SIM_REG_SP) == sp;
    }
    sim_breakpoint(sim, back, false, &why);
    trace->allocated = failed;
    return came_back;
}

static void go(struct inject *inject, uint32_t back, bool fail, struct inject_trace *trace)
{
    trace->came_back = finish_call(inject, back, fail, trace);
    if (trace->came_back)
        record(inject, trace);
}

/* ---- one place ---- */

static void say(struct inject *inject, uint32_t back, const char *callee,
                const struct inject_verdict *verdict)
{
    char seen[400], call[512];
    const struct program *program = inject->code->program;
    snprintf(call, sizeof call, "%s", program_place(program, back - 2));
    switch (verdict->kind) {
    case INJECT_CHECKED:
    case INJECT_UNDECIDED:
        return;
    case INJECT_NULL:
        snprintf(seen, sizeof seen, "goes through a NULL pointer, %.300s",
                 program_place(program, verdict->at));
        break;
    case INJECT_KERNEL:
        snprintf(seen, sizeof seen, "is noticed by the kernel only, before %.300s",
                 program_place(program, verdict->at));
        break;
    case INJECT_UNNOTICED:
        snprintf(seen, sizeof seen, "goes on as if nothing had happened");
        break;
    }
    lint_add(inject->lint, LINT_UNCHECKED, call, NULL, "%s made to fail: the program %s", callee,
             seen);
}

static void judge_site(struct inject *inject, uint32_t back, const char *callee)
{
    struct sim *sim = inject->sim;
    struct sim_snapshot *before = sim_snapshot(sim);
    if (before == NULL)
        return;
    inject->on_msp = !(sim_register(sim, SIM_REG_CONTROL) & CONTROL_SPSEL);
    if (inject->current != 0)
        sim_peek(sim, inject->current, &inject->task, sizeof inject->task);
    struct inject_trace *good = xcalloc(1, sizeof *good), *bad = xcalloc(1, sizeof *bad);
    go(inject, back, false, good);
    sim_restore(sim, before);
    go(inject, back, true, bad);
    sim_restore(sim, before);
    sim_snapshot_free(before);
    struct inject_verdict verdict = inject_compare(good, bad);
    say(inject, back, callee, &verdict);
    free(good);
    free(bad);
}

static bool was_judged(const struct inject *inject, uint32_t back)
{
    for (size_t i = 0; i < inject->site_count; i++)
        if (inject->sites[i] == back)
            return true;
    return false;
}

/* The board stands at the beginning of a function that creates. */
static void at_call(struct inject *inject, uint32_t pc)
{
    const struct image *image = inject->code->program->image;
    uint32_t back = sim_register(inject->sim, SIM_REG_LR) & ~1u;
    int function = code_function_at(inject->code, pc);
    if (function < 0 || sim_exception(inject->sim) != 0 || was_judged(inject, back) ||
        program_is_kernel(inject->code->program, back) || inject->site_count == SITES_MAX)
        return;
    inject->sites[inject->site_count++] = back;
    judge_site(inject, back, image->symbols[function].name);
}

/* ---- places that the run did not come by ---- */

static void look_at_site(void *context, const struct code_insn *insn)
{
    struct inject *inject = context;
    if (!code_is_call(insn) || !insn->has_target || inject->call_count == SITES_MAX)
        return;
    for (size_t i = 0; i < inject->create_count; i++)
        if (inject->create[i] == insn->target)
            inject->calls[inject->call_count++] = insn->address + (uint32_t)insn->size;
}

/* All calls in the program that create something, by where they return to. */
static void find_calls(struct inject *inject)
{
    const struct image *image = inject->code->program->image;
    for (size_t i = 0; i < image->symbol_count; i++)
        if (image->symbols[i].is_function &&
            !program_is_kernel(inject->code->program, image->symbols[i].address))
            code_visit(inject->code, (int)i, look_at_site, inject);
}

/* How many were not judged, and the first of them. */
static size_t missed(const struct inject *inject, uint32_t *first)
{
    size_t count = 0;
    for (size_t i = 0; i < inject->call_count; i++)
        if (!was_judged(inject, inject->calls[i]) && count++ == 0)
            *first = inject->calls[i] - 2;
    return count;
}

static void say_missed(struct inject *inject)
{
    uint32_t first = 0;
    size_t count = missed(inject, &first);
    if (count != 0)
        lint_add(inject->lint, LINT_NOT_REACHED, program_place(inject->code->program, first), NULL,
                 "%zu of %zu calls that create something were not reached, this the first", count,
                 inject->call_count);
}

/* ---- the run ---- */

static uint32_t address_of(const struct code *code, const char *name)
{
    int function = code_function(code, name);
    return function >= 0 ? code->program->image->symbols[function].address : 0;
}

static void prepare(struct inject *inject)
{
    const struct program_object *current =
        program_object_named(inject->code->program, "pxCurrentTCB");
    const struct api_row *row;
    struct sim_error why;
    inject->current = current != NULL ? current->address : 0;
    inject->malloc = address_of(inject->code, "pvPortMalloc");
    inject->hook = address_of(inject->code, "vApplicationMallocFailedHook");
    for (size_t i = 0; (row = api_row(i)) != NULL; i++) {
        uint32_t address = row->kind == API_CREATE ? address_of(inject->code, row->name) : 0;
        if (address != 0 && sim_breakpoint(inject->sim, address, true, &why))
            inject->create[inject->create_count++] = address;
    }
    if (inject->hook != 0)
        sim_breakpoint(inject->sim, inject->hook, true, &why);
}

static void run(struct inject *inject, const struct source_sim_options *options)
{
    struct sim *sim = inject->sim;
    uint64_t slice_ns = 20000000;
    uint32_t first;
    while (interrupt_signal() == 0 && sim_time_ns(sim) < options->limit_ns) {
        struct sim_stop stop = sim_run(sim, sim_time_ns(sim) + slice_ns);
        if (stop.reason == SIM_STOP_AT_BREAKPOINT) {
            at_call(inject, stop.pc);
            if (missed(inject, &first) == 0)
                return;
        } else if (stop.reason != SIM_STOP_LIMIT && stop.reason != SIM_STOP_REQUESTED)
            return;
        if (options->progress != NULL)
            options->progress(options->context, sim_time_ns(sim));
    }
}

bool inject_sim(struct lint *lint, const struct code *code, const char *image_name,
                const struct source_sim_options *options, struct error *error)
{
    struct sim *sim = source_sim_start(code->program->image, image_name, options, error);
    if (sim == NULL)
        return false;
    struct inject inject = {.sim = sim, .code = code, .lint = lint};
    prepare(&inject);
    find_calls(&inject);
    if (inject.malloc != 0) {
        sim_observe(sim, &(struct sim_observer){.context = &inject, .span = on_span});
        sim_reset(sim);
        run(&inject, options);
        say_missed(&inject);
    }
    sim_destroy(sim);
    return true;
}
