/* The board for unit tests: flash, RAM, one core and its private peripheral bus.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/board.h"

#include <stdio.h>
#include <string.h>

#include "sim/core/engine.h"
#include "tests/unit/cmocka_all.h"

static void add(struct board *board, struct bus_region region)
{
    assert_true(bus_add(&board->sim.bus, &region));
}

static void reset(struct board *board)
{
    ppb_class.reset(&board->ppb);
    exception_reset(&board->sim);
    board->sim.core.r[PC] = BOARD_CODE;
}

void board_start(struct board *board, enum architecture architecture)
{
    struct sim *sim = &board->sim;

    if (sim->engine)
        engine_destroy(sim);
    memset(board, 0, sizeof *board);
    board->machine = (struct machine){.name = "test", .vector_table = BOARD_FLASH};
    sim->machine = &board->machine;
    sim->core_hz = 1000000;
    sim->core.architecture = architecture;
    sim->core.priority_bits = architecture == ARCH_V6M ? 2 : 4;
    sim->core.interrupts = 64;
    timing_init(&sim->timing, architecture, board->machine.name);
    board->ppb = (struct device){.class = &ppb_class,
                                 .sim = sim,
                                 .name = "ppb",
                                 .base = PPB_BASE,
                                 .irq = -1,
                                 .event_cycle = NEVER,
                                 .clocked = true,
                                 .bus_divider = 1,
                                 .clock_divider = 1};
    sim->device[sim->devices++] = &board->ppb;
    add(board, (struct bus_region){.name = "flash",
                                   .base = BOARD_FLASH,
                                   .size = sizeof board->flash,
                                   .kind = BUS_KIND_FLASH,
                                   .memory = board->flash});
    add(board, (struct bus_region){.name = "ram",
                                   .base = BOARD_RAM,
                                   .size = BOARD_RAM_SIZE,
                                   .kind = BUS_KIND_SRAM,
                                   .memory = board->ram,
                                   .writable = true});
    add(board, (struct bus_region){.name = "ppb",
                                   .base = PPB_BASE,
                                   .size = PPB_SIZE,
                                   .kind = BUS_KIND_PPB,
                                   .device = &board->ppb});
    board_set_vector(board, 0, BOARD_MSP);
    for (unsigned number = 1; number < 80; number++)
        board_set_vector(board, number, board_handler(number) | 1);
    assert_true(engine_create(sim));
    engine_compile_after(sim, 1);
    reset(board);
}

void board_warm_reset(struct board *board)
{
    assert_true(board->sim.ppb.reset_requested);
    reset(board);
}

uint32_t board_handler(unsigned number)
{
    return BOARD_FLASH + 0x400 + 16 * number;
}

void board_set_vector(struct board *board, unsigned number, uint32_t vector)
{
    memcpy(board->flash + 4 * number, &vector, sizeof vector);
}

enum bus_result board_load(struct board *board, uint32_t address, unsigned size, uint32_t *value)
{
    const struct bus_region *region = bus_find(&board->sim.bus, address, size);

    return region ? bus_read(region, address, size, board->sim.now, value) : BUS_FAULT;
}

enum bus_result board_store(struct board *board, uint32_t address, unsigned size, uint32_t value)
{
    const struct bus_region *region = bus_find(&board->sim.bus, address, size);

    return region ? bus_write(region, address, size, board->sim.now, value) : BUS_FAULT;
}

uint32_t board_read(struct board *board, uint32_t address)
{
    uint32_t value = 0;

    assert_int_equal(board_load(board, address, 4, &value), BUS_OK);
    return value;
}

void board_write(struct board *board, uint32_t address, uint32_t value)
{
    assert_int_equal(board_store(board, address, 4, value), BUS_OK);
}

uint32_t board_mrs(struct board *board, unsigned sysm)
{
    uint32_t value = 0;

    assert_true(system_register_read(&board->sim, sysm, &value));
    return value;
}

void board_msr(struct board *board, unsigned sysm, uint32_t value)
{
    assert_true(system_register_write(&board->sim, sysm, 2, value));
}

static void log_entry(struct board *board, struct exception_event event)
{
    if (event.outcome != EXCEPTION_ENTERED && event.outcome != EXCEPTION_TAIL_CHAINED)
        return;
    assert_int_equal(event.number, board->sim.core.ipsr);
    assert_true(board->logged < BOARD_LOG_MAX);
    board->log[board->logged++] = event.number;
}

bool board_enter(struct board *board)
{
    if (!board->sim.core.exception_ready)
        return false;
    log_entry(board, exception_enter(&board->sim));
    return true;
}

enum exception_outcome board_return(struct board *board)
{
    struct exception_event event = exception_return(&board->sim, board->sim.core.r[LR]);

    log_entry(board, event);
    return event.outcome;
}

void board_settle(struct board *board)
{
    while (board_enter(board)) {
        while (board_return(board) == EXCEPTION_TAIL_CHAINED)
            ;
        assert_false(board->sim.core.locked_up);
    }
}

void board_run_until(struct board *board, uint64_t cycle)
{
    struct device *ppb = &board->ppb;

    while (ppb->event_cycle <= cycle) {
        board->sim.now = ppb->event_cycle;
        ppb_class.event(ppb, ppb->event_cycle);
        assert_true(ppb->event_cycle > board->sim.now);
    }
    board->sim.now = cycle;
}

void board_assert_log(struct board *board, const unsigned *numbers, size_t count, const char *file,
                      int line)
{
    char was[256] = "", wanted[256] = "";

    for (size_t i = 0; i < board->logged; i++)
        snprintf(was + strlen(was), sizeof was - strlen(was), " %u", board->log[i]);
    for (size_t i = 0; i < count; i++)
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), " %u", numbers[i]);
    _assert_string_equal(was, wanted, file, line);
    board->logged = 0;
}
