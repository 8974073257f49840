/* Runs any bare-metal image.
 * SPDX-License-Identifier: MIT
 */
#include "plain_sim.h"

#include <stdio.h>

#include "host/core/image/backtrace.h"
#include "host/base/interrupt.h"
#include "stop_sim.h"
#include "sim/sim.h"
#include "trace_sim.h"

#define EXCEPTION_MASK 0x1FFu

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    const struct plain_sim_options *options = context;
    char c = (char)byte;
    (void)usart;
    (void)cycle;
    options->write(options->context, false, &c, 1);
}

static void on_pin(void *context, const char *name, bool level, uint64_t cycle)
{
    const struct plain_sim_options *options = context;
    pins_sim_edge(options->board->pins, name, level, cycle);
}

static void on_exception(void *context, uint32_t number, uint64_t cycle)
{
    const struct plain_sim_options *options = context;
    timeline_sim_enter(options->board->timeline, number, cycle);
}

static void on_returned(void *context, uint32_t number, uint64_t cycle)
{
    const struct plain_sim_options *options = context;
    timeline_sim_leave(options->board->timeline, number, cycle);
}

static void on_log(void *context, const char *line)
{
    const struct plain_sim_options *options = context;
    options->log(options->context, line);
}

static void on_console(void *context, bool is_error, const char *bytes, size_t size)
{
    const struct plain_sim_options *options = context;
    options->write(options->context, is_error, bytes, size);
}

static size_t on_input(void *context, char *bytes, size_t size)
{
    const struct plain_sim_options *options = context;
    return options->read(options->context, bytes, size);
}

static void prepare(struct sim *sim, const struct image *image,
                    const struct plain_sim_options *options)
{
    /* The callbacks' context is not written to. */
    void *context = (void *)(uintptr_t)options;
    struct pins_sim *pins = options->board->pins;
    struct timeline_sim *timeline = options->board->timeline;
    sim_observe(sim, &(struct sim_observer){.context = context,
                                            .uart = on_uart,
                                            .exception = timeline != NULL ? on_exception : NULL,
                                            .returned = timeline != NULL ? on_returned : NULL,
                                            .pin = pins != NULL ? on_pin : NULL,
                                            .log = on_log});
    sim_enable_semihosting(sim, &(struct sim_semihosting){.context = context,
                                                          .write = on_console,
                                                          .read = on_input,
                                                          .command_line = options->command_line});
    sim_stop_on_fault(sim, options->stop_on_fault);
    sim_reset(sim);
    if (pins != NULL)
        pins_sim_begin(pins, sim, options->board->machine);
    if (timeline != NULL)
        timeline_sim_begin(timeline, sim, image, options->board->machine);
}

static enum plain_sim_end end_of(const struct sim_stop *stop)
{
    if (interrupt_signal() != 0)
        return PLAIN_SIM_INTERRUPTED;
    if (stop->reason == SIM_STOP_EXIT)
        return PLAIN_SIM_EXITED;
    return stop->reason == SIM_STOP_LIMIT ? PLAIN_SIM_LIMIT : PLAIN_SIM_STOPPED;
}

static void tell(const struct sim *sim, const struct image *image, const struct sim_stop *stop,
                 struct plain_sim_outcome *outcome)
{
    uint32_t exception = sim_register(sim, SIM_REG_XPSR) & EXCEPTION_MASK;
    outcome->end = end_of(stop);
    outcome->status = stop->status;
    outcome->in_fault = exception_is_fault(exception);
    outcome->cycles = sim_cycles(sim);
    outcome->simulated_ns = sim_time_ns(sim);
    snprintf(outcome->stop, sizeof outcome->stop, "%s", stop->text);
    if (outcome->end == PLAIN_SIM_STOPPED || outcome->end == PLAIN_SIM_LIMIT)
        trace_sim(sim, image, &outcome->details);
}

bool plain_sim_run(const struct image *image, const char *image_name,
                   const struct plain_sim_options *options, struct plain_sim_outcome *outcome,
                   struct error *error)
{
    *outcome = (struct plain_sim_outcome){0};
    struct sim *sim = source_sim_start(image, image_name, options->board, error);
    if (sim == NULL)
        return false;
    prepare(sim, image, options);
    stop_sim_by_signal(sim);
    struct sim_stop stop = sim_run(sim, options->board->limit_ns);
    stop_sim_by_signal(NULL);
    if (options->board->pins != NULL)
        pins_sim_end(options->board->pins);
    if (options->board->timeline != NULL)
        timeline_sim_end(options->board->timeline);
    tell(sim, image, &stop, outcome);
    sim_destroy(sim);
    return true;
}
