/* Lines of RTOS_BENCH_V1 out of the serial port, one function a line kind.
 * SPDX-License-Identifier: MIT
 *
 * Not to be called inside a measured window: it waits for the transmitter.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stats;

/* What CONFIG states. */
struct emit_config {
    uint32_t core_hz;
    uint32_t tick_hz;
    uint32_t preempt;
    uint32_t slicing;
    uint32_t fpu;
    const char *compiler;
    bool icache;
    uint32_t wfi;
    uint32_t priorities;
    const char *bench;
    const char *selection;
    const char *counter;
    uint32_t timer_hz;
    uint32_t level;
    uint32_t asserts;
    uint32_t traces;
    uint32_t stack_check;
    uint32_t tickless;
    const char *level_of_optimisation;
    const char *option; /* NULL: the bench has none */
};

/* Counts of one phase as the interrupt and the task kept them. */
struct emit_phase {
    uint32_t irq;
    uint32_t task;
    uint32_t bad;
    bool ok;
};

void emit_begin(void);
void emit_configuration(const struct emit_config *config);
void emit_read_pair(uint32_t ticks);
void emit_raw(const char *name, uint32_t index, uint32_t ticks);
void emit_raw_pair(const char *name, uint32_t index, uint32_t irq_entry, uint32_t event_to_task);
void emit_result(const char *name, const struct stats *stats, uint32_t hz);
void emit_phase(const char *name, const struct emit_phase *counts);
void emit_value(const char *name, uint32_t number, const char *unit);
void emit_stack(const char *task, uint32_t size, uint32_t free);
/* where: "<file>:<line>". Ends a line that was cut short first, and begins a run that has not. */
void emit_error(const char *where, const char *reason);
void emit_end(size_t heap_free, size_t heap_lowest);
void emit_end_failed(void);
