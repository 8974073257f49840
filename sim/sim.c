/* The public interface: creating, loading, running and looking into a board.
 * SPDX-License-Identifier: MIT
 */
#include "sim/sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/engine.h"
#include "sim/core/exception_state.h"
#include "sim/core/memory.h"
#include "sim/machines.h"
#include "sim/periph/gpio.h"
#include "sim/state.h"

#define NS_PER_S UINT64_C(1000000000)
#define PS_PER_S UINT64_C(1000000000000)

static bool fail(struct sim_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct sim_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

const char *sim_machine_name(size_t index)
{
    const struct machine *machine = machine_at(index);
    return machine != NULL ? machine->name : NULL;
}

const char *sim_machine_description(const char *name)
{
    const struct machine *machine = machine_named(name);
    return machine != NULL ? machine->description : NULL;
}

struct sim *sim_create(const struct sim_config *config, struct sim_error *error)
{
    struct sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL) {
        fail(error, "no memory for a machine");
        return NULL;
    }
    decode_init();
    sim->config = *config;
    if (!machine_build(sim, config->machine, error)) {
        sim_destroy(sim);
        return NULL;
    }
    timing_init(&sim->timing, sim->machine->architecture, sim->machine->name);
    if (!engine_create(sim)) {
        fail(error, "no memory for the pre-decoded code");
        sim_destroy(sim);
        return NULL;
    }
    return sim;
}

void sim_destroy(struct sim *sim)
{
    if (sim == NULL)
        return;
    engine_destroy(sim);
    machine_free(sim);
    free(sim);
}

bool sim_load(struct sim *sim, uint32_t address, const void *bytes, size_t size,
              struct sim_error *error)
{
    const struct bus_region *region = size != 0 ? bus_find(&sim->bus, address, 1) : NULL;
    if (size == 0)
        return true;
    if (region == NULL || bus_bytes(region) == NULL)
        return fail(error, "%s has no memory at 0x%08X", sim->machine->name, address);
    if (size > region->size - (address - region->base))
        return fail(error, "%zu bytes at 0x%08X do not fit into %s (0x%08X, %u bytes)", size,
                    address, region->name, region->base, region->size);
    memcpy(bus_bytes(region) + (address - region->base), bytes, size);
    engine_flush(sim);
    return true;
}

static void reset_state(struct sim *sim)
{
    timing_reset(&sim->timing);
    sim->core_hz = sim->machine->reset_hz;
    for (size_t k = 0; k < sim->devices; k++) {
        sim->device[k]->event_cycle = NEVER;
        sim->device[k]->class->reset(sim->device[k]);
    }
    exception_reset(sim);
    sim->pipeline = (struct pipeline){0};
    sim->fetch_granule = 0;
    sim->fetched_pc = 1;
    sim->probe_told = sim->halt.told = 1;
    sim->stall = 0;
}

void sim_reset(struct sim *sim)
{
    sim->now = sim->instructions = sim->idle_cycles = sim->skipped_instructions = 0;
    sim->side_effects = 0;
    sim->tally = (struct tally){0};
    sim->slice_cycle = 0;
    sim->limit_cycle = NEVER;
    sim->clock_base_cycle = sim->clock_base_ns = 0;
    sim->stopped = false;
    memset(sim->recent_span, 0, sizeof sim->recent_span);
    sim->recent_spans = 0;
    sim->event_cycle = NEVER;
    semihosting_reset(sim);
    reset_state(sim);
    engine_flush(sim);
    sim_update_horizon(sim);
}

void sim_reset_system(struct sim *sim)
{
    uint64_t ns = sim_time_ns(sim);
    reset_state(sim);
    sim->ppb.reset_requested = false;
    sim->clock_base_cycle = sim->now;
    sim->clock_base_ns = ns;
    sim_update_horizon(sim);
}

/* cycles * 10^9 / hz without overflow; hz != 0. */
static uint64_t cycles_to_ns(uint64_t cycles, uint64_t hz)
{
    return cycles / hz * NS_PER_S + cycles % hz * NS_PER_S / hz;
}

static uint64_t ns_to_cycles(uint64_t ns, uint64_t hz)
{
    return ns / NS_PER_S * hz + (ns % NS_PER_S * hz + NS_PER_S - 1) / NS_PER_S;
}

static void update_limit(struct sim *sim)
{
    uint64_t left = sim->limit_ns > sim->clock_base_ns ? sim->limit_ns - sim->clock_base_ns : 0;
    sim->limit_cycle = sim->clock_base_cycle + ns_to_cycles(left, sim->core_hz);
}

void sim_set_core_hz(struct sim *sim, uint64_t hz, uint64_t now)
{
    sim->clock_base_ns += cycles_to_ns(now - sim->clock_base_cycle, sim->core_hz);
    sim->clock_base_cycle = now;
    sim->core_hz = hz;
    update_limit(sim);
    sim_update_horizon(sim);
}

void sim_memory_written(struct sim *sim, uint32_t address)
{
    engine_memory_written(sim, address);
}

void sim_map_changed(struct sim *sim)
{
    engine_flush(sim);
}

struct sim_stop sim_run(struct sim *sim, uint64_t limit_ns)
{
    /* 2^63 ns are 292 years. */
    sim->limit_ns = limit_ns < UINT64_MAX / 2 ? limit_ns : UINT64_MAX / 2;
    sim->stopped = false;
    update_limit(sim);
    sim_update_horizon(sim);
    engine_run(sim);
    /* Inside a block of the fast engine it was not known. */
    sim->stop.pc = sim->core.r[PC];
    sim->stop_requested = false;
    return sim->stop;
}

void sim_stop_request(struct sim *sim)
{
    sim->stop_requested = true;
}

void sim_stop_with(struct sim *sim, enum sim_stop_reason reason, const char *format, ...)
{
    if (sim->stopped)
        return;
    struct sim_stop *stop = &sim->stop;
    *stop = (struct sim_stop){.reason = reason, .pc = sim->core.r[PC], .cycles = sim->now};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(stop->text, sizeof stop->text, format, arguments);
    va_end(arguments);
    sim->stopped = true;
}

void sim_log(struct sim *sim, const char *format, ...)
{
    char line[512];
    if (sim->observer.log == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    sim->observer.log(sim->observer.context, line);
}

uint64_t sim_cycles(const struct sim *sim)
{
    return sim->now;
}

uint64_t sim_instructions(const struct sim *sim)
{
    return engine_tally(sim).instructions;
}

uint64_t sim_idle_cycles(const struct sim *sim)
{
    return sim->idle_cycles;
}

uint64_t sim_skipped_instructions(const struct sim *sim)
{
    return sim->skipped_instructions;
}

uint64_t sim_time_ns(const struct sim *sim)
{
    /* A buffered store may change the clock at a cycle that has yet to come. */
    uint64_t since = sim->now > sim->clock_base_cycle ? sim->now - sim->clock_base_cycle : 0;
    return sim->clock_base_ns + cycles_to_ns(since, sim->core_hz);
}

uint64_t sim_time_ps(const struct sim *sim, uint64_t cycle)
{
    uint64_t since = cycle > sim->clock_base_cycle ? cycle - sim->clock_base_cycle : 0;
    unsigned __int128 ps = (unsigned __int128)since * PS_PER_S / sim->core_hz;
    return sim->clock_base_ns * (PS_PER_S / NS_PER_S) + (uint64_t)ps;
}

uint64_t sim_core_hz(const struct sim *sim)
{
    return sim->core_hz;
}

uint32_t sim_register(const struct sim *sim, int reg)
{
    const struct core *core = &sim->core;
    if (reg >= 0 && reg < 16)
        return core->r[reg];
    if (reg >= SIM_REG_S0 && reg <= SIM_REG_S31)
        return core->s[reg - SIM_REG_S0];
    switch (reg) {
    case SIM_REG_XPSR:
        return core_xpsr(core);
    case SIM_REG_MSP:
        return core_sp_get(core, STACK_MAIN);
    case SIM_REG_PSP:
        return core_sp_get(core, STACK_PROCESS);
    case SIM_REG_PRIMASK:
        return core->primask;
    case SIM_REG_BASEPRI:
        return core->basepri;
    case SIM_REG_FAULTMASK:
        return core->faultmask;
    case SIM_REG_CONTROL:
        return core->control;
    case SIM_REG_MSPLIM:
        return core->splim[STACK_MAIN];
    case SIM_REG_PSPLIM:
        return core->splim[STACK_PROCESS];
    case SIM_REG_FPSCR:
        return core->fpscr;
    default:
        return 0;
    }
}

uint32_t sim_exception(const struct sim *sim)
{
    return sim->core.ipsr;
}

uint8_t sim_priority(const struct sim *sim, uint32_t exception)
{
    return exception < EXC_MAX ? sim->core.exceptions.priority[exception] : 0;
}

bool sim_interrupt_enabled(const struct sim *sim, uint32_t exception)
{
    return exception >= EXC_IRQ0 && exception < EXC_MAX &&
           set_has(sim->core.exceptions.enabled, exception);
}

bool sim_clock(const struct sim *sim, struct sim_clock *clock)
{
    const struct flash_timing *flash = &sim->timing.flash;
    enum architecture architecture = sim->core.architecture;
    const struct device *rcc = device_named(sim, "rcc");
    if (rcc == NULL || rcc->class->describe_clock == NULL)
        return false;
    bool has_art = architecture == ARCH_V7M || architecture == ARCH_V7EM;
    *clock = (struct sim_clock){
        .wait_states = flash->wait_states,
        .has_prefetch = architecture != ARCH_V8M,
        .prefetch = has_art ? flash->art.prefetch : flash->f0_prefetch,
        .has_cache = architecture != ARCH_V6M,
        .instruction_cache = has_art ? flash->art.icache : flash->icache.enabled,
        .has_data_cache = has_art,
        .data_cache = flash->art.dcache,
    };
    rcc->class->describe_clock(rcc, clock);
    return true;
}

bool sim_peek(const struct sim *sim, uint32_t address, void *bytes, size_t size)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 1);
    if (region == NULL || bus_bytes(region) == NULL ||
        size > region->size - (address - region->base))
        return false;
    memcpy(bytes, bus_bytes(region) + (address - region->base), size);
    return true;
}

int sim_disassemble(const struct sim *sim, uint32_t address, char *text, size_t size)
{
    uint16_t first, second = 0;
    if (!sim_peek(sim, address, &first, sizeof first) ||
        (decode_is_wide(first) && !sim_peek(sim, address + 2, &second, sizeof second))) {
        snprintf(text, size, "no memory");
        return 0;
    }
    struct insn insn = decode(sim->core.architecture, first, second, false);
    disassemble(&insn, address, 14, text, size);
    return insn.size;
}

/* ---- observers ---- */

bool sim_pin(const struct sim *sim, size_t index, const char **name, bool *level)
{
    size_t port = index / GPIO_PINS;
    for (size_t k = 0; k < sim->devices; k++)
        if (gpio_is_port(sim->device[k]) && port-- == 0) {
            *name = gpio_pin(sim->device[k], (unsigned)(index % GPIO_PINS), level);
            return true;
        }
    return false;
}

void sim_observe(struct sim *sim, const struct sim_observer *observer)
{
    sim->observer = *observer;
}

bool sim_probe(struct sim *sim, uint32_t address, struct sim_error *error)
{
    if (engine_is_probed(sim, address & ~1u))
        return true;
    if (sim->probes == PROBES_MAX)
        return fail(error, "more than %d probes", PROBES_MAX);
    sim->probe[sim->probes++] = address & ~1u;
    engine_flush(sim);
    return true;
}

const uint32_t *sim_waits(const struct sim *sim)
{
    return sim->wait;
}

void sim_observe_spans(struct sim *sim, bool on)
{
    bool starts = on && !sim->spans_on;
    sim->spans_on = on;
    if (!starts || sim->observer.span == NULL || sim->event_cycle == NEVER)
        return;
    for (unsigned k = 0; k < RECENT_SPANS; k++) {
        const struct sim_span *span =
            &sim->recent_span[(sim->recent_spans + k) & (RECENT_SPANS - 1)];
        if (span->end_cycle > sim->event_cycle)
            sim->observer.span(sim->observer.context, span);
    }
}

/* ---- knobs ---- */

bool sim_knob_get(const struct sim *sim, size_t index, struct sim_knob *knob)
{
    return timing_knob_describe(&sim->timing, (unsigned)index, knob);
}

bool sim_knob_set(struct sim *sim, const char *name, uint32_t value, struct sim_error *error)
{
    struct sim_knob knob = {.name = NULL};
    for (size_t i = 0; sim_knob_get(sim, i, &knob) && strcmp(knob.name, name) != 0; i++)
        knob.name = NULL;
    if (knob.name == NULL)
        return fail(error, "no knob is called %.64s: `tailchain model` lists them", name);
    if (value < knob.least || value > knob.most)
        return fail(error, "knob %s takes %u to %u, not %u", name, knob.least, knob.most, value);
    timing_knob_set(&sim->timing, name, value);
    engine_flush(sim);
    return true;
}
