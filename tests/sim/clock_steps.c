/* Clock set-ups as rows.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/clock_steps.h"

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

/* How long a poll may take: more than the slowest oscillator that a row waits for. */
#define POLL_CYCLES 1000000u

static bool set_bits(struct bench *bench, const struct step *step)
{
    uint32_t value = 0;

    if (step->mask != ALL && bench_try_read(bench, step->address, 4, &value) != BUS_OK)
        return false;
    value = (value & ~step->mask) | step->value;
    return bench_try_write(bench, step->address, 4, value) == BUS_OK;
}

static bool poll_bits(struct bench *bench, const struct step *step)
{
    uint64_t end = bench->sim->now + POLL_CYCLES;
    uint32_t value = 0;

    while (bench->sim->now < end) {
        if (bench_try_read(bench, step->address, 4, &value) != BUS_OK)
            return false;
        if ((value & step->mask) == step->value)
            return true;
        bench_run(bench, 7);
    }
    fail_msg("0x%08X stays 0x%08X", step->address, value);
    return false;
}

void clock_play(struct bench *bench, const struct clock_row *row)
{
    for (const struct step *step = row->step; step->action != END; step++) {
        bool last = step[1].action == END;
        bool done = true;

        if (step->action == SET)
            done = set_bits(bench, step);
        else if (step->action == POLL)
            done = poll_bits(bench, step);
        else
            bench_run(bench, step->value);
        if (!done && (!row->text || !last))
            fail_msg("%s: %s", row->what, bench->sim->stop.text);
        bench_run(bench, 5);
    }
}

void clock_rows(const char *machine, const struct clock_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bench *bench = bench_new(machine, false, false);

        clock_play(bench, &rows[i]);
        if (rows[i].text) {
            bench_expect_stop(bench, rows[i].text);
        } else {
            if (bench->sim->stopped)
                fail_msg("%s: %s", rows[i].what, bench->sim->stop.text);
            if (bench->sim->core_hz != rows[i].hz)
                fail_msg("%s: core clock %llu Hz", rows[i].what,
                         (unsigned long long)bench->sim->core_hz);
        }
        bench_free(bench);
    }
}
