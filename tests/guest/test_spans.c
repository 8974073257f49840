/* Spans that are turned on at a device's event, on random guests: from the event's own cycle on
 * they follow each other without gap or overlap, and both engines tell the same.
 * SPDX-License-Identifier: MIT
 *
 * usage: test_spans GUESTS [COMPILE_AFTER]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/engine.h"
#include "sim/core/insn.h"
#include "sim/state.h"
#include "tests/guest/guest.h"

/* LENGTH: spans behind an event. */
enum { LENGTH = 12, TOLD_MAX = 1 << 14 };
#define RUN_NS UINT64_C(4000000)
#define SEED 11u

/* What one engine told: the part of each span that lies behind the event. */
struct told {
    struct sim *sim;
    struct sim_span span[TOLD_MAX];
    unsigned count, left;  /* left: spans to come */
    uint64_t until;        /* where the last ended, or the event */
    uint64_t gaps, events; /* gaps: or waits that are longer than their span */
};

static void on_signal(void *context, const char *name, uint64_t cycle)
{
    struct told *told = context;
    if (strstr(name, ".cc1") == NULL || told->left != 0)
        return;
    told->events++;
    told->left = LENGTH;
    told->until = cycle;
    sim_observe_spans(told->sim, true);
}

static uint64_t waited(const struct sim_span *span)
{
    uint64_t cycles = 0;
    for (int wait = 0; wait < SIM_WAITS; wait++)
        cycles += span->wait[wait];
    return cycles;
}

static void on_span(void *context, const struct sim_span *span)
{
    struct told *told = context;
    if (told->left == 0 || span->end_cycle <= told->until)
        return;
    bool is_first = told->left == LENGTH;
    told->gaps += is_first ? span->start_cycle > told->until : span->start_cycle != told->until;
    told->gaps += waited(span) > span->end_cycle - span->start_cycle;
    if (told->count < TOLD_MAX) {
        struct sim_span *kept = &told->span[told->count++];
        *kept = *span;
        kept->start_cycle = told->until;
        /* The fast engine knows the first one from its issue on only. */
        for (int wait = SIM_WAIT_PIPELINE; is_first && wait <= SIM_WAIT_FETCH; wait++)
            kept->wait[wait] = 0;
    }
    told->until = span->end_cycle;
    if (--told->left == 0)
        sim_observe_spans(told->sim, false);
}

static void run(struct told *told, const struct guest *guest, bool plain, unsigned compile_after)
{
    struct sim *sim = guest_board(guest, plain);
    memset(told, 0, sizeof *told);
    told->sim = sim;
    engine_compile_after(sim, compile_after);
    sim_observe(sim, &(struct sim_observer){.context = told, .signal = on_signal, .span = on_span});
    sim_run(sim, RUN_NS);
    sim_destroy(sim);
}

static void show(const char *engine, const struct told *told, unsigned index)
{
    const struct sim_span *span = &told->span[index];
    if (index >= told->count)
        printf("  %s: none\n", engine);
    else
        printf("  %s: kind %d at %08" PRIX32 ", cycles %" PRIu64 " to %" PRIu64 "\n", engine,
               (int)span->kind, span->address, span->start_cycle, span->end_cycle);
}

static bool is_same(const struct sim_span *a, const struct sim_span *b)
{
    return a->kind == b->kind && a->address == b->address && a->start_cycle == b->start_cycle &&
           a->end_cycle == b->end_cycle && memcmp(a->wait, b->wait, sizeof a->wait) == 0;
}

/* False: they differ, or have gaps. */
static bool compare(const struct told *plain, const struct told *fast)
{
    unsigned k = 0;
    while (k < plain->count && k < fast->count && is_same(&plain->span[k], &fast->span[k]))
        k++;
    if (k == plain->count && k == fast->count && plain->gaps == 0 && fast->gaps == 0)
        return true;
    printf("  gaps: plain %" PRIu64 ", fast %" PRIu64 "; span %u\n", plain->gaps, fast->gaps, k);
    show("plain", plain, k);
    show("fast", fast, k);
    return false;
}

int main(int argc, char **argv)
{
    static struct guest guest;
    static struct told plain, fast;
    uint64_t guests = argc > 1 ? strtoull(argv[1], NULL, 10) : 20, events = 0, failures = 0;
    unsigned compile_after = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    const struct guest_machine *machine;
    decode_init();
    for (size_t m = 0; (machine = guest_machine_at(m)) != NULL; m++)
        for (uint64_t index = 0; machine->timer != 0 && index < guests; index++) {
            guest_make(&guest, machine, SEED, index);
            run(&plain, &guest, true, 0);
            run(&fast, &guest, false, compile_after);
            events += plain.events;
            if (compare(&plain, &fast))
                continue;
            printf("%s, guest %" PRIu64 "\n", machine->name, index);
            failures++;
        }
    printf("%" PRIu64 " events, %" PRIu64 " guests differ\n", events, failures);
    return failures != 0 || events == 0;
}
