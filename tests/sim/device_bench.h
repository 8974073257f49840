/* A machine's bus and devices on a bench without a core: the tests read, write and let time pass.
 * SPDX-License-Identifier: MIT
 *
 * Stands in for the engine (events in order, horizon), the NVIC (levels are noted) and the timing
 * model (what it is told is noted).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/machines.h"
#include "sim/state.h"

#define BENCH_SIGNALS_MAX 64
#define BENCH_IRQS 256

struct bench_signal {
    const char *name;
    uint64_t cycle;
};

struct bench_pin {
    const char *name;
    bool level;
    uint64_t cycle;
};

struct bench {
    struct sim *sim;
    bool level[BENCH_IRQS];
    uint64_t raised_cycle[BENCH_IRQS]; /* of the last change to 1 */
    unsigned raises[BENCH_IRQS];
    char uart[256];
    size_t uart_length;
    char log[1024];
    unsigned logs;
    struct bench_signal signal[BENCH_SIGNALS_MAX];
    size_t signals;
    struct bench_pin pin[BENCH_SIGNALS_MAX];
    size_t pins;
    unsigned wait_states; /* as the timing model was told */
    bool icache_on;
    bool art_prefetch, art_icache, art_dcache, art_icache_reset, art_dcache_reset, f0_prefetch;
    unsigned icache_invalidations;
    struct timing_external external;
    uint32_t written_address; /* by a device, the last time */
    unsigned map_changes;
};

/* A machine out of reset. observe: signals and pins are listened to. */
struct bench *bench_new(const char *machine, bool lenient, bool observe);
void bench_free(struct bench *bench);

/* Lets the events up to cycle happen, each at its own, and the time be cycle. */
void bench_run_to(struct bench *bench, uint64_t cycle);
void bench_run(struct bench *bench, uint64_t cycles);

/* One access now; fails the test where no region answers. */
enum bus_result bench_try_read(struct bench *bench, uint32_t address, unsigned size,
                               uint32_t *value);
enum bus_result bench_try_write(struct bench *bench, uint32_t address, unsigned size,
                                uint32_t value);

/* The same, and the test fails unless the access succeeds. */
uint32_t bench_read(struct bench *bench, uint32_t address);
void bench_write(struct bench *bench, uint32_t address, uint32_t value);

/* The run has stopped with a text that holds this one. */
void bench_expect_stop(const struct bench *bench, const char *text);
