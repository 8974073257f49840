/* Watches an image that runs: priorities, calls of the kernel, clock and flash.
 * SPDX-License-Identifier: MIT
 */
#include "watch_sim.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "api.h"
#include "host/base/interrupt.h"
#include "host/core/simulated/stop_sim.h"
#include "sim/sim.h"
#include "watch.h"

#define SLICE_NS 20000000u

struct running {
    struct sim *sim;
    const struct code *code;
    const struct source_sim_options *options;
    struct intake *intake;
    struct watch *watch;
    const char *usart; /* the first that sent */
    bool ended;
    struct {
        uint32_t address;
        const struct api_row *row;
    } api[API_ROWS_MAX];
    size_t api_count;
};

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    struct running *running = context;
    char c = (char)byte;
    (void)cycle;
    if (running->usart == NULL)
        running->usart = usart;
    if (running->ended || strcmp(running->usart, usart) != 0)
        return;
    bool more = intake_feed(running->intake, &c, 1);
    running->ended = !more || (c == '\n' && intake_run_is_over(running->intake));
    if (running->ended)
        sim_stop_request(running->sim);
}

static void on_priority(void *context, uint32_t exception, uint8_t written, uint8_t kept)
{
    const struct running *running = context;
    watch_priority(running->watch, exception, written, kept,
                   sim_register(running->sim, SIM_REG_PC));
}

static void on_basepri(void *context, uint32_t written, uint32_t kept)
{
    const struct running *running = context;
    watch_basepri(running->watch, written, kept, sim_register(running->sim, SIM_REG_PC));
}

#define HARD_FAULT 3u
#define SVCALL 11u
#define EXC_RETURN_PROCESS_STACK 4u
#define FRAME_PC 24u
#define SVC_SIZE 2u
#define IS_SVC(halfword) (((halfword) & 0xFF00u) == 0xDF00u)

/* The address that a HardFault goes back to lies behind the SVC that could not be taken. */
static void look_for_svc(const struct running *running)
{
    uint32_t back;
    uint16_t insn;
    int stack = sim_register(running->sim, SIM_REG_LR) & EXC_RETURN_PROCESS_STACK ? SIM_REG_PSP
                                                                                  : SIM_REG_MSP;
    if (sim_peek(running->sim, sim_register(running->sim, stack) + FRAME_PC, &back, sizeof back) &&
        sim_peek(running->sim, back - SVC_SIZE, &insn, sizeof insn) && IS_SVC(insn))
        watch_svc_refused(running->watch, back - SVC_SIZE, sim_priority(running->sim, SVCALL));
}

static void on_exception(void *context, uint32_t number, uint64_t cycle)
{
    const struct running *running = context;
    (void)cycle;
    if (number == HARD_FAULT)
        look_for_svc(running);
    watch_exception(running->watch, number, sim_priority(running->sim, number));
}

static void on_probe(void *context, uint32_t address, uint64_t cycle)
{
    const struct running *running = context;
    uint32_t exception = sim_exception(running->sim);
    (void)cycle;
    if (exception == 0)
        return;
    for (size_t i = 0; i < running->api_count; i++)
        if (running->api[i].address == address)
            watch_call(running->watch, running->api[i].row, exception,
                       sim_priority(running->sim, exception),
                       sim_register(running->sim, SIM_REG_LR) & ~1u);
}

static void on_log(void *context, const char *line)
{
    const struct running *running = context;
    if (running->options->log != NULL)
        running->options->log(running->options->context, line);
}

/* Probes are for a few functions; those that an image lacks take none. */
static void add_probes(struct running *running)
{
    const struct api_row *row;
    struct sim_error why;
    for (size_t i = 0; (row = api_row(i)) != NULL; i++) {
        int function = code_function(running->code, row->name);
        if (function < 0)
            continue;
        uint32_t address = running->code->program->image->symbols[function].address;
        if (!sim_probe(running->sim, address, &why))
            return;
        running->api[running->api_count].address = address;
        running->api[running->api_count++].row = row;
    }
}

/* ---- at the end ---- */

#define SYST_CSR UINT32_C(0xE000E010)
#define SYST_RVR UINT32_C(0xE000E014)
#define CPACR UINT32_C(0xE000ED88)
#define CPACR_CP10 (3u << 20)
#define AIRCR UINT32_C(0xE000ED0C)
#define AIRCR_PRIGROUP(value) ((value) >> 8 & 7)
#define CSR_ENABLE 1u
#define CSR_CLKSOURCE 4u
#define EXTERNAL_DIVIDER 8u /* HCLK / 8 feeds SysTick on every STM32 that is simulated */

static uint64_t tick_hz(struct sim *sim)
{
    uint32_t csr, reload;
    if (!sim_device_read(sim, SYST_CSR, 4, &csr) || !sim_device_read(sim, SYST_RVR, 4, &reload) ||
        !(csr & CSR_ENABLE))
        return 0;
    uint64_t hz = csr & CSR_CLKSOURCE ? sim_core_hz(sim) : sim_core_hz(sim) / EXTERNAL_DIVIDER;
    return (hz + (reload + 1) / 2) / (reload + 1);
}

static bool fpu_is_on(struct sim *sim)
{
    uint32_t cpacr;
    return sim_core_info(sim).fpu && sim_device_read(sim, CPACR, 4, &cpacr) &&
           (cpacr & CPACR_CP10) != 0;
}

static void read_setup(struct sim *sim, struct watch *watch)
{
    uint32_t aircr;
    struct sim_core_info core = sim_core_info(sim);
    watch->mainline = core.mainline;
    watch->priority_mask = (uint8_t)(0xFF00u >> core.priority_bits);
    if (core.mainline && sim_device_read(sim, AIRCR, 4, &aircr))
        watch->prigroup = AIRCR_PRIGROUP(aircr);
    struct sim_clock clock;
    watch->has_clock = sim_clock(sim, &clock);
    if (!watch->has_clock)
        return;
    watch->clock = (struct watch_clock){.oscillator = clock.oscillator,
                                        .external = clock.external,
                                        .core_hz = sim_core_hz(sim),
                                        .wait_states = clock.wait_states,
                                        .wait_states_needed = clock.wait_states_needed};
    snprintf(watch->clock.off, sizeof watch->clock.off, "%s%s%s",
             clock.has_prefetch && !clock.prefetch ? " prefetch" : "",
             clock.has_cache && !clock.instruction_cache ? " instruction-cache" : "",
             clock.has_data_cache && !clock.data_cache ? " data-cache" : "");
}

static void loop(struct running *running, struct watch_outcome *outcome)
{
    const struct source_sim_options *options = running->options;
    for (;;) {
        uint64_t now = sim_time_ns(running->sim);
        uint64_t rest = options->limit_ns > now ? options->limit_ns - now : 0;
        struct sim_stop stop = sim_run(running->sim, now + (rest < SLICE_NS ? rest : SLICE_NS));
        bool stopped = stop.reason != SIM_STOP_LIMIT && stop.reason != SIM_STOP_REQUESTED;
        outcome->interrupted = interrupt_signal() != 0;
        outcome->ended = running->ended || stopped;
        if (stopped && !running->ended && stop.reason != SIM_STOP_EXIT) {
            running->watch->too_few_wait_states = stop.too_few_wait_states;
            running->watch->stop_pc = stop.pc;
            snprintf(running->watch->stop, sizeof running->watch->stop, "%s", stop.text);
            if (!stop.too_few_wait_states)
                snprintf(outcome->stop, sizeof outcome->stop, "%s", stop.text);
        }
        if (outcome->ended || outcome->interrupted ||
            sim_time_ns(running->sim) >= options->limit_ns)
            return;
        if (options->progress != NULL)
            options->progress(options->context, sim_time_ns(running->sim));
    }
}

bool watch_sim(struct lint *lint, const struct code *code, const char *image_name,
               const struct source_sim_options *options, struct intake *intake,
               struct environment *environment, struct watch_outcome *outcome, struct error *error)
{
    static struct watch watch;
    const struct image *image = code->program->image;
    struct sim *sim = source_sim_start(image, image_name, options, error);
    *outcome = (struct watch_outcome){0};
    if (sim == NULL)
        return false;
    watch = (struct watch){0};
    struct running running = {
        .sim = sim, .code = code, .options = options, .intake = intake, .watch = &watch};
    add_probes(&running);
    sim_observe(sim, &(struct sim_observer){.context = &running,
                                            .uart = on_uart,
                                            .probe = on_probe,
                                            .priority = on_priority,
                                            .basepri = on_basepri,
                                            .exception = on_exception,
                                            .log = on_log});
    sim_reset(sim);
    stop_sim_by_signal(sim);
    loop(&running, outcome);
    stop_sim_by_signal(NULL);
    intake_end(intake);
    read_setup(sim, &watch);
    outcome->simulated_ns = sim_time_ns(sim);
    outcome->tick_hz = tick_hz(sim);
    outcome->fpu_on = fpu_is_on(sim);
    source_sim_environment(sim, image, options, environment);
    sim_destroy(sim);
    watch_judge(&watch, lint, code->program);
    return true;
}
