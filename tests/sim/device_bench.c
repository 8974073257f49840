/* A machine's bus and devices on a bench without a core.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct bench *current;

/* ---- what the simulator has elsewhere ---- */

void sim_stop_with(struct sim *sim, enum sim_stop_reason reason, const char *format, ...)
{
    va_list arguments;

    if (sim->stopped)
        return;
    sim->stopped = true;
    sim->stop.reason = reason;
    va_start(arguments, format);
    vsnprintf(sim->stop.text, sizeof sim->stop.text, format, arguments);
    va_end(arguments);
}

void sim_log(struct sim *sim, const char *format, ...)
{
    va_list arguments;

    (void)sim;
    va_start(arguments, format);
    vsnprintf(current->log, sizeof current->log, format, arguments);
    va_end(arguments);
    current->logs++;
}

void sim_set_core_hz(struct sim *sim, uint64_t hz, uint64_t now)
{
    (void)now;
    sim->core_hz = hz;
}

void sim_memory_written(struct sim *sim, uint32_t address)
{
    (void)sim;
    current->written_address = address;
}

void sim_map_changed(struct sim *sim)
{
    (void)sim;
    current->map_changes++;
}

void sim_update_horizon(struct sim *sim)
{
    sim->horizon = NEVER;
    for (size_t i = 0; i < sim->devices; i++)
        if (sim->device[i]->event_cycle < sim->horizon)
            sim->horizon = sim->device[i]->event_cycle;
}

void nvic_set_line(struct sim *sim, unsigned irq, bool level, uint64_t now)
{
    (void)sim;
    assert_in_range(irq, 0, BENCH_IRQS - 1);
    if (level && !current->level[irq]) {
        current->raised_cycle[irq] = now;
        current->raises[irq]++;
    }
    current->level[irq] = level;
}

void timing_set_flash(struct timing *timing, unsigned wait_states)
{
    (void)timing;
    current->wait_states = wait_states;
}

void timing_set_art(struct timing *timing, bool prefetch, bool icache, bool dcache)
{
    (void)timing;
    current->art_prefetch = prefetch;
    current->art_icache = icache;
    current->art_dcache = dcache;
}

void timing_reset_art(struct timing *timing, bool icache, bool dcache)
{
    (void)timing;
    current->art_icache_reset = icache;
    current->art_dcache_reset = dcache;
}

void timing_set_f0_prefetch(struct timing *timing, bool enabled)
{
    (void)timing;
    current->f0_prefetch = enabled;
}

void timing_set_external(struct timing *timing, const struct timing_external *external)
{
    (void)timing;
    current->external = *external;
}

void timing_set_icache(struct timing *timing, bool enabled)
{
    (void)timing;
    current->icache_on = enabled;
}

void timing_invalidate_icache(struct timing *timing)
{
    (void)timing;
    current->icache_invalidations++;
}

static void reset_nothing(struct device *device)
{
    (void)device;
}

const struct device_class ppb_class = {
    .kind = "PPB", .state_size = sizeof(struct device), .reset = reset_nothing};

/* ---- the bench ---- */

static void on_signal(void *context, const char *name, uint64_t cycle)
{
    struct bench *bench = context;

    if (bench->signals < BENCH_SIGNALS_MAX)
        bench->signal[bench->signals++] = (struct bench_signal){name, cycle};
}

static void on_pin(void *context, const char *name, bool level, uint64_t cycle)
{
    struct bench *bench = context;

    if (bench->pins < BENCH_SIGNALS_MAX)
        bench->pin[bench->pins++] = (struct bench_pin){name, level, cycle};
}

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    struct bench *bench = context;

    (void)usart, (void)cycle;
    if (bench->uart_length + 1 < sizeof bench->uart)
        bench->uart[bench->uart_length++] = (char)byte;
}

struct bench *bench_new(const char *machine, bool lenient, bool observe)
{
    struct bench *bench = calloc(1, sizeof *bench);
    struct sim_error error = {""};

    assert_non_null(bench);
    bench->sim = calloc(1, sizeof *bench->sim);
    assert_non_null(bench->sim);
    current = bench;
    bench->sim->config.lenient = lenient;
    bench->sim->observer.context = bench;
    bench->sim->observer.uart = on_uart;
    if (observe) {
        bench->sim->observer.signal = on_signal;
        bench->sim->observer.pin = on_pin;
    }
    if (!machine_build(bench->sim, machine, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < bench->sim->devices; i++)
        bench->sim->device[i]->class->reset(bench->sim->device[i]);
    sim_update_horizon(bench->sim);
    return bench;
}

void bench_free(struct bench *bench)
{
    machine_free(bench->sim);
    free(bench->sim);
    free(bench);
}

static struct device *next_due(struct sim *sim, uint64_t cycle)
{
    struct device *first = NULL;

    for (size_t i = 0; i < sim->devices; i++)
        if (sim->device[i]->event_cycle <= cycle &&
            (!first || sim->device[i]->event_cycle < first->event_cycle))
            first = sim->device[i];
    return first;
}

void bench_run_to(struct bench *bench, uint64_t cycle)
{
    struct sim *sim = bench->sim;
    struct device *device;

    while (!sim->stopped && (device = next_due(sim, cycle))) {
        assert_true(sim->horizon <= device->event_cycle);
        if (device->event_cycle > sim->now)
            sim->now = device->event_cycle;
        device->class->event(device, device->event_cycle);
    }
    sim->now = cycle;
}

void bench_run(struct bench *bench, uint64_t cycles)
{
    bench_run_to(bench, bench->sim->now + cycles);
}

enum bus_result bench_try_read(struct bench *bench, uint32_t address, unsigned size,
                               uint32_t *value)
{
    const struct bus_region *region = bus_find(&bench->sim->bus, address, size);

    assert_non_null(region);
    return bus_read(region, address, size, bench->sim->now, value);
}

enum bus_result bench_try_write(struct bench *bench, uint32_t address, unsigned size,
                                uint32_t value)
{
    const struct bus_region *region = bus_find(&bench->sim->bus, address, size);

    assert_non_null(region);
    return bus_write(region, address, size, bench->sim->now, value);
}

uint32_t bench_read(struct bench *bench, uint32_t address)
{
    uint32_t value = 0;

    if (bench_try_read(bench, address, 4, &value) != BUS_OK)
        fail_msg("read of 0x%08X: %s", address, bench->sim->stop.text);
    return value;
}

void bench_write(struct bench *bench, uint32_t address, uint32_t value)
{
    if (bench_try_write(bench, address, 4, value) != BUS_OK)
        fail_msg("write to 0x%08X: %s", address, bench->sim->stop.text);
}

void bench_expect_stop(const struct bench *bench, const char *text)
{
    const struct sim *sim = bench->sim;

    if (!sim->stopped)
        fail_msg("no stop, expected: %s", text);
    assert_int_equal(sim->stop.reason, SIM_STOP_STRICT);
    if (!strstr(sim->stop.text, text))
        fail_msg("stopped with: %s\nexpected: %s", sim->stop.text, text);
}
