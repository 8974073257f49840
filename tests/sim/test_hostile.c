/* Random accesses to every device of every machine, strict and lenient: nothing may break.
 * SPDX-License-Identifier: MIT
 *
 * Worth most under the sanitizers. Values are random words, single bits, or what was read with a
 * bit changed, so that set-ups get further than noise would.
 */
#include <string.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define ACCESSES 200000u

static uint32_t seed;

static uint32_t next_random(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8 ^ seed << 16;
}

/* The private peripheral bus is not on the bench. */
static const struct bus_region *pick(const struct bench *bench)
{
    const struct bus *bus = &bench->sim->bus;

    for (;;) {
        const struct bus_region *region = &bus->region[next_random() % bus->regions];

        if (strcmp(region->name, "ppb") != 0)
            return region;
    }
}

static uint32_t value_for(struct bench *bench, uint32_t address, unsigned size)
{
    uint32_t old = 0;

    switch (next_random() % 4) {
    case 0:
        return next_random();
    case 1:
        return 1u << next_random() % 32;
    default:
        (void)bench_try_read(bench, address, size, &old);
        return old ^ 1u << next_random() % 32;
    }
}

static void access_once(struct bench *bench)
{
    const struct bus_region *region = pick(bench);
    unsigned size = next_random() % 4 == 0 ? 1u << next_random() % 3 : 4;
    uint32_t span = region->size < 0x400 || next_random() % 8 == 0 ? region->size : 0x100;
    uint32_t address = (region->base + next_random() % span) & ~(size - 1);
    uint32_t value;

    if (!bus_find(&bench->sim->bus, address, size))
        return;
    if (next_random() % 3 == 0)
        (void)bench_try_read(bench, address, size, &value);
    else
        (void)bench_try_write(bench, address, size, value_for(bench, address, size));
}

static void torture(const char *machine, bool lenient)
{
    struct bench *bench = bench_new(machine, lenient, true);

    for (unsigned i = 0; i < ACCESSES; i++) {
        access_once(bench);
        if (next_random() % 16 == 0)
            bench_run(bench, next_random() % (next_random() % 16 == 0 ? 20000 : 200));
        assert_true(bench->sim->core_hz > 0);
        if (bench->sim->stopped)
            assert_true(strlen(bench->sim->stop.text) > 10);
        bench->sim->stopped = false; /* what was refused has changed nothing, so go on */
        bench->signals = bench->pins = bench->uart_length = 0;
    }
    bench_free(bench);
}

static void test_random_accesses(void **state)
{
    const struct machine *machine;

    (void)state;
    for (size_t i = 0; (machine = machine_at(i)); i++) {
        seed = (uint32_t)i;
        torture(machine->name, true);
        torture(machine->name, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_accesses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
