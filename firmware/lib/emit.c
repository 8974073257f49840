/* Fills the records of the wire and sends them to the board's serial port.
 * SPDX-License-Identifier: MIT
 */
#include "lib/emit.h"

#include "boards/board.h"
#include "lib/stats.h"
#include "wire/wire.h"

/* Whether a line has been begun and not ended: a fault can strike in the middle of one. */
static volatile bool in_line;
/* Whether BEGIN is out: a board that fails in its start-up has not come that far. */
static bool begun;

static void put(void *context, char byte)
{
    (void)context;
    in_line = byte != '\n';
    board_put(byte);
}

static const struct wire_sink serial_port = {put, NULL};

static void write(const struct wire_record *record)
{
    wire_write(&serial_port, record);
}

/* For what an error says: whose stack that is on, and how much of it is left, nobody knows. */
#define WRITE_VALUES(kind, value)                                                                  \
    wire_write_values(&serial_port, kind, value, sizeof(value) / sizeof(value)[0])

void emit_begin(void)
{
    const struct wire_value value[] = {[WIRE_BEGIN_PROTOCOL] = wire_text(WIRE_PROTOCOL)};
    begun = true;
    WRITE_VALUES(WIRE_BEGIN, value);
}

void emit_configuration(const struct emit_config *config)
{
    struct wire_record record = {.kind = WIRE_CONFIG};
    wire_set_number(&record, WIRE_CONFIG_CORE, config->core_hz);
    wire_set_number(&record, WIRE_CONFIG_TICK, config->tick_hz);
    wire_set_number(&record, WIRE_CONFIG_PREEMPT, config->preempt);
    wire_set_number(&record, WIRE_CONFIG_SLICING, config->slicing);
    wire_set_number(&record, WIRE_CONFIG_FPU, config->fpu);
    wire_set_text(&record, WIRE_CONFIG_COMPILER, config->compiler);
    wire_set_number(&record, WIRE_CONFIG_ICACHE, config->icache);
    wire_set_number(&record, WIRE_CONFIG_WFI, config->wfi);
    wire_set_number(&record, WIRE_CONFIG_PRIO, config->priorities);
    wire_set_number(&record, WIRE_CONFIG_WIRE, WIRE_VERSION);
    wire_set_text(&record, WIRE_CONFIG_BENCH, config->bench);
    wire_set_text(&record, WIRE_CONFIG_SEL, config->selection);
    wire_set_text(&record, WIRE_CONFIG_COUNTER, config->counter);
    wire_set_number(&record, WIRE_CONFIG_TIMER, config->timer_hz);
    wire_set_number(&record, WIRE_CONFIG_LEVEL, config->level);
    wire_set_number(&record, WIRE_CONFIG_ASSERT, config->asserts);
    wire_set_number(&record, WIRE_CONFIG_TRACE, config->traces);
    wire_set_number(&record, WIRE_CONFIG_STACKCHECK, config->stack_check);
    wire_set_number(&record, WIRE_CONFIG_TICKLESS, config->tickless);
    wire_set_text(&record, WIRE_CONFIG_OLEVEL, config->level_of_optimisation);
    if (config->option != NULL)
        wire_set_text(&record, WIRE_CONFIG_OPT, config->option);
    write(&record);
}

void emit_read_pair(uint32_t ticks)
{
    struct wire_record record = {.kind = WIRE_DWT_READ_PAIR};
    wire_set_number(&record, WIRE_DWT_READ_PAIR_TICKS, ticks);
    write(&record);
}

void emit_raw(const char *name, uint32_t index, uint32_t ticks)
{
    struct wire_record record = {.kind = WIRE_RAW};
    wire_set_text(&record, WIRE_RAW_NAME, name);
    wire_set_number(&record, WIRE_RAW_INDEX, index);
    wire_set_number(&record, WIRE_RAW_TICKS, ticks);
    write(&record);
}

void emit_raw_pair(const char *name, uint32_t index, uint32_t irq_entry, uint32_t event_to_task)
{
    struct wire_record record = {.kind = WIRE_RAW_PAIR};
    wire_set_text(&record, WIRE_RAW_PAIR_PHASE, name);
    wire_set_number(&record, WIRE_RAW_PAIR_INDEX, index);
    wire_set_number(&record, WIRE_RAW_PAIR_IRQ_ENTRY, irq_entry);
    wire_set_number(&record, WIRE_RAW_PAIR_EVENT_TO_TASK, event_to_task);
    write(&record);
}

void emit_result(const char *name, const struct stats *stats, uint32_t hz)
{
    struct wire_record record = {.kind = WIRE_RESULT};
    wire_set_text(&record, WIRE_RESULT_NAME, name);
    wire_set_number(&record, WIRE_RESULT_N, stats->n);
    wire_set_number(&record, WIRE_RESULT_HZ, hz);
    wire_set_number(&record, WIRE_RESULT_MIN_TICKS, stats->min_ticks);
    wire_set_number(&record, WIRE_RESULT_AVG_TICKS, stats->avg_ticks);
    wire_set_number(&record, WIRE_RESULT_P99_TICKS, stats->p99_ticks);
    wire_set_number(&record, WIRE_RESULT_MAX_TICKS, stats->max_ticks);
    wire_set_number(&record, WIRE_RESULT_MIN_NS, stats->min_ns);
    wire_set_number(&record, WIRE_RESULT_AVG_NS, stats->avg_ns);
    wire_set_number(&record, WIRE_RESULT_P99_NS, stats->p99_ns);
    wire_set_number(&record, WIRE_RESULT_MAX_NS, stats->max_ns);
    write(&record);
}

void emit_phase(const char *name, const struct emit_phase *counts)
{
    struct wire_record record = {.kind = WIRE_PHASE};
    wire_set_text(&record, WIRE_PHASE_NAME, name);
    wire_set_number(&record, WIRE_PHASE_IRQ, counts->irq);
    wire_set_number(&record, WIRE_PHASE_TASK, counts->task);
    wire_set_number(&record, WIRE_PHASE_BAD, counts->bad);
    wire_set_text(&record, WIRE_PHASE_STATUS, counts->ok ? "OK" : "FAIL");
    write(&record);
}

void emit_value(const char *name, uint32_t number, const char *unit)
{
    struct wire_record record = {.kind = WIRE_VALUE};
    wire_set_text(&record, WIRE_VALUE_NAME, name);
    wire_set_number(&record, WIRE_VALUE_NUMBER, number);
    wire_set_text(&record, WIRE_VALUE_UNIT, unit);
    write(&record);
}

void emit_stack(const char *task, uint32_t size, uint32_t free)
{
    struct wire_record record = {.kind = WIRE_STACK};
    wire_set_text(&record, WIRE_STACK_TASK, task);
    wire_set_number(&record, WIRE_STACK_SIZE, size);
    wire_set_number(&record, WIRE_STACK_FREE, free);
    write(&record);
}

void emit_error(const char *where, const char *reason)
{
    if (in_line)
        put(NULL, '\n');
    if (!begun)
        emit_begin();
    const struct wire_value value[] = {
        [WIRE_ERROR_WHERE] = wire_text(where), [WIRE_ERROR_REASON] = wire_text(reason)};
    WRITE_VALUES(WIRE_ERROR, value);
}

void emit_end(size_t heap_free, size_t heap_lowest)
{
    struct wire_record record = {.kind = WIRE_END};
    wire_set_text(&record, WIRE_END_PROTOCOL, WIRE_PROTOCOL);
    wire_set_number(&record, WIRE_END_HEAP_FREE, heap_free);
    wire_set_number(&record, WIRE_END_MIN_HEAP, heap_lowest);
    write(&record);
}

void emit_end_failed(void)
{
    const struct wire_value value[] = {[WIRE_END_FAIL_PROTOCOL] = wire_text(WIRE_PROTOCOL),
                                       [WIRE_END_FAIL_STATUS] = wire_text("FAIL")};
    WRITE_VALUES(WIRE_END_FAIL, value);
}
