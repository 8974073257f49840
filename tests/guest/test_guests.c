/* Random guests on both engines, compared at many moments, and run again from snapshots.
 * SPDX-License-Identifier: MIT
 *
 * usage: test_guests [--machine NAME] [--seed N] [--guests N] [--cuts N] [--only N]
 *                    [--compile-after N]
 * The fast engine compiles a block at its Nth entry; 0: never.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/engine.h"
#include "sim/core/insn.h"
#include "sim/state.h"
#include "tests/guest/guest.h"
#include "tests/isa/random.h"
#include "tests/sim/lockstep.h"

/* A guest may sleep for ever: then a step does not end by itself. */
#define STEP_NS_MAX UINT64_C(100000)

/* AGAIN: a snapshot's copy of all memory takes longer than a cut; one of so many is run twice. */
enum { LONGEST_CUT = 2000, CUTS_MAX = 1 << 17, AGAIN = 64 };

/* A moment at which both are compared, and what happens then. */
struct cut {
    uint64_t cycle, random;
};

struct test {
    const char *machine; /* NULL: all */
    uint64_t seed, guests, cuts, only, compile_after;
    bool only_one;
    uint64_t instructions, cycles, exceptions, stops, again, failures;
};

/* Time of a cycle, rounded up so that the cycle is the last before the limit. */
static uint64_t ns_of(const struct sim *sim, uint64_t cycle)
{
    return (cycle * 1000000000u + sim->core_hz - 1) / sim->core_hz;
}

static void show(const struct sim *plain, const struct sim *fast, const char *what)
{
    char text[96];
    sim_disassemble(plain, plain->core.r[PC], text, sizeof text);
    printf("  %s differs; plain: cycle %" PRIu64 " instruction %" PRIu64 " pc %08" PRIX32
           " ipsr %" PRIu32 " (%s)\n  fast: cycle %" PRIu64 " instruction %" PRIu64 " pc %08" PRIX32
           " ipsr %" PRIu32 "\n",
           what, plain->now, plain->instructions, plain->core.r[PC], plain->core.ipsr, text,
           fast->now, fast->instructions, fast->core.r[PC], fast->core.ipsr);
}

/* Runs both to a cycle; false: they differ. */
static bool run_to(struct sim *plain, struct sim *fast, uint64_t cycle, const char **what)
{
    struct sim_stop one = sim_run(plain, ns_of(plain, cycle));
    struct sim_stop other = sim_run(fast, ns_of(fast, cycle));
    if (one.reason != other.reason || strcmp(one.text, other.text) != 0)
        *what = "why they stopped";
    else if (one.reason == SIM_STOP_LIMIT)
        *what = lockstep_difference(plain, fast);
    else /* in the midst of an instruction */
        *what = plain->now != fast->now ? "cycle of the stop" : NULL;
    return *what == NULL;
}

/* Now and then, at a cut: an interrupt from outside, or a few single steps. */
static void disturb_one(struct sim *sim, uint64_t random)
{
    unsigned irq = (unsigned)(random >> 8 & (GUEST_IRQS - 1));
    unsigned steps = (unsigned)(random >> 16 & 3u);
    if (sim->stop.reason != SIM_STOP_LIMIT)
        return;
    if ((random & 7u) == 0) {
        nvic_set_line(sim, irq, true, sim->now);
        nvic_set_line(sim, irq, false, sim->now + 1);
    } else if ((random & 7u) == 1) {
        for (unsigned k = 0; k < steps; k++)
            sim_step(sim, sim_time_ns(sim) + STEP_NS_MAX);
    }
}

static void disturb(struct sim *plain, struct sim *fast, uint64_t random)
{
    disturb_one(plain, random);
    disturb_one(fast, random);
}

static struct sim *fast_board(const struct test *test, const struct guest *guest)
{
    struct sim *fast = guest_board(guest, false);
    engine_compile_after(fast, (unsigned)test->compile_after);
    return fast;
}

/* The cuts before were equal: the same again, then a cut for every cycle. */
static void look_closer(const struct test *test, const struct guest *guest, const struct cut *cut,
                        unsigned equal)
{
    struct sim *plain = guest_board(guest, true), *fast = fast_board(test, guest);
    const char *what = NULL;
    uint64_t cycle = 0;
    bool same = true;
    for (unsigned k = 0; k < equal && same; k++) {
        same = run_to(plain, fast, cycle = cut[k].cycle, &what);
        disturb(plain, fast, cut[k].random);
    }
    while (same && cycle < cut[equal].cycle)
        same = run_to(plain, fast, ++cycle, &what);
    printf("  with a cut at every cycle:\n");
    if (same)
        printf("  no difference\n");
    else
        show(plain, fast, what);
    sim_destroy(plain);
    sim_destroy(fast);
}

static void fail(struct test *test, const struct guest *guest, uint64_t index)
{
    test->failures++;
    printf("%s, guest %" PRIu64 "\n  rerun: test_guests --machine %s --seed %" PRIu64
           " --cuts %" PRIu64 " --only %" PRIu64 " --compile-after %" PRIu64 "\n",
           guest->machine->name, index, guest->machine->name, test->seed, test->cuts, index,
           test->compile_after);
}

/* By itself, not because its time was up. */
static bool has_stopped(const struct sim *sim)
{
    return sim->stop.reason != SIM_STOP_LIMIT && sim->stop.reason != SIM_STOP_STEPPED;
}

static void count(struct test *test, const struct sim *sim)
{
    uint32_t entries[GUEST_VECTORS];
    test->instructions += sim->instructions;
    test->cycles += sim->now;
    test->stops += has_stopped(sim);
    sim_peek(sim, GUEST_ENTRIES, entries, sizeof entries);
    for (unsigned k = 0; k < GUEST_VECTORS; k++)
        test->exceptions += entries[k];
}

static struct sim_snapshot *snapshot_of(const struct sim *sim)
{
    struct sim_snapshot *snapshot = sim_snapshot(sim);
    if (snapshot == NULL) {
        printf("no memory for a snapshot\n");
        exit(2);
    }
    return snapshot;
}

/* As run_to; the fast one then goes back and runs there again. */
static bool run_twice_to(struct sim *plain, struct sim *fast, uint64_t cycle, const char **what)
{
    struct sim_snapshot *snapshot = snapshot_of(fast);
    bool same = run_to(plain, fast, cycle, what);
    sim_restore(fast, snapshot);
    sim_snapshot_free(snapshot);
    if (!same)
        return false;
    struct sim_stop again = sim_run(fast, ns_of(fast, cycle));
    if (again.reason != plain->stop.reason)
        *what = "why it stopped the second time";
    else if (again.reason == SIM_STOP_LIMIT)
        *what = lockstep_difference(plain, fast);
    return *what == NULL;
}

static void run_guest(struct test *test, const struct guest_machine *machine, uint64_t index)
{
    static struct guest guest;
    static struct cut cuts[CUTS_MAX];
    guest_make(&guest, machine, test->seed, index);
    struct sim *plain = guest_board(&guest, true), *fast = fast_board(test, &guest);
    uint64_t random = test->seed ^ index, cycle = 0;
    const char *what;
    for (unsigned k = 0; k < test->cuts; k++) {
        cycle += 1 + random_below(&random, k % 16 == 0 ? LONGEST_CUT : LONGEST_CUT / 16);
        cuts[k] = (struct cut){cycle, random_next(&random)};
        bool twice = (cuts[k].random >> 24) % AGAIN == 0;
        test->again += twice;
        if (twice ? run_twice_to(plain, fast, cycle, &what) : run_to(plain, fast, cycle, &what)) {
            if (plain->stop.reason != SIM_STOP_LIMIT)
                break;
            disturb(plain, fast, cuts[k].random);
            continue;
        }
        fail(test, &guest, index);
        show(plain, fast, what);
        look_closer(test, &guest, cuts, k);
        break;
    }
    if (test->only_one || (has_stopped(plain) && test->stops < 10))
        printf("%s, guest %" PRIu64 ": %s at pc %08" PRIX32 "\n", machine->name, index,
               plain->stop.text, plain->stop.pc);
    count(test, plain);
    sim_destroy(plain);
    sim_destroy(fast);
}

static bool parse_arguments(struct test *test, int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        uint64_t value = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--machine") == 0)
            test->machine = argv[i + 1];
        else if (strcmp(argv[i], "--seed") == 0)
            test->seed = value;
        else if (strcmp(argv[i], "--guests") == 0)
            test->guests = value;
        else if (strcmp(argv[i], "--cuts") == 0)
            test->cuts = value;
        else if (strcmp(argv[i], "--compile-after") == 0)
            test->compile_after = value;
        else if (strcmp(argv[i], "--only") == 0)
            test->only_one = true, test->only = value;
        else
            return false;
    }
    return argc % 2 == 1 && test->cuts <= CUTS_MAX;
}

int main(int argc, char **argv)
{
    struct test test = {.seed = 1, .guests = 40, .cuts = 1000, .compile_after = 1};
    if (!parse_arguments(&test, argc, argv)) {
        fprintf(stderr,
                "usage: %s [--machine NAME] [--seed N] [--guests N] [--cuts N] [--only N] "
                "[--compile-after N]\n",
                argv[0]);
        return 2;
    }
    const struct guest_machine *machine;
    decode_init();
    for (size_t k = 0; (machine = guest_machine_at(k)) != NULL; k++) {
        if (test.machine != NULL && strcmp(test.machine, machine->name) != 0)
            continue;
        uint64_t first = test.only_one ? test.only : 0;
        uint64_t end = test.only_one ? first + 1 : test.guests;
        for (uint64_t index = first; index < end; index++)
            run_guest(&test, machine, index);
    }
    printf("seed %" PRIu64 ": %" PRIu64 " instructions, %" PRIu64 " cycles, %" PRIu64
           " exceptions, %" PRIu64 " guests stopped, %" PRIu64
           " cuts run again from a snapshot, %" PRIu64 " differ\n",
           test.seed, test.instructions, test.cycles, test.exceptions, test.stops, test.again,
           test.failures);
    bool used = test.machine != NULL || test.only_one || guest_pieces_used();
    return test.failures != 0 || !used || test.instructions == 0;
}
