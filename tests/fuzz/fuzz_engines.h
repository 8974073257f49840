/* What the fuzz targets of guest code share: both engines run it, and agree on what it does.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <assert.h>
#include <string.h>

#include "fuzz.h"
#include "sim/core/engine.h"
#include "sim/sim.h"

#define LIMIT_NS 100000u
#define FLASH UINT32_C(0x08000000)
#define RAM UINT32_C(0x20000000)
#define CODE 0x200u /* behind 128 vectors */
#define CODE_MAX 4096u
#define MACHINES 5u
#define RAM_COMPARED 0x2000u

struct ending {
    struct sim_stop stop;
    uint32_t r[SIM_REGS];
    uint64_t cycles, instructions;
    uint8_t ram[RAM_COMPARED];
};

/* Each fuzz target is one file, so that these stay with it. */

static inline struct sim *make_board(const char *machine, bool stepper_only)
{
    struct sim_config config = {.machine = machine, .stepper_only = stepper_only};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    assert(sim != NULL);
    engine_compile_after(sim, 1);
    return sim;
}

/* The boards of a choice, '0' to '4', which live on. */
static inline void make_boards(uint8_t choice, struct sim **fast, struct sim **plain)
{
    static struct sim *boards[MACHINES][2];
    struct sim **pair = boards[(uint8_t)(choice - '0') % MACHINES];
    for (unsigned k = 0; k < 2; k++)
        if (pair[k] == NULL)
            pair[k] = make_board(sim_machine_name((uint8_t)(choice - '0') % MACHINES), k == 1);
    *fast = pair[0];
    *plain = pair[1];
}

/* The memories as if the board were new. */
static inline void erase(struct sim *sim)
{
    static uint8_t erased[65536];
    struct sim_region region;
    for (size_t k = 0; sim_region(sim, k, &region); k++) {
        if (region.kind != SIM_REGION_RAM && region.kind != SIM_REGION_FLASH)
            continue;
        memset(erased, region.kind == SIM_REGION_FLASH ? 0xFF : 0, sizeof erased);
        for (uint32_t done = 0, part; done < region.size; done += part) {
            part = region.size - done < sizeof erased ? region.size - done : sizeof erased;
            sim_poke(sim, region.base + done, erased, part);
        }
    }
}

/* Every exception is handled by the code itself. */
static inline void run(struct sim *sim, const uint8_t *code, size_t size, struct ending *ending)
{
    uint32_t vectors[CODE / 4] = {RAM + 0x1000};
    for (size_t k = 1; k < CODE / 4; k++)
        vectors[k] = FLASH + CODE + 1;
    erase(sim);
    sim_poke(sim, FLASH, vectors, sizeof vectors);
    sim_poke(sim, FLASH + CODE, code, size);
    sim_poke(sim, RAM, code, size);
    sim_reset(sim);
    ending->stop = sim_run(sim, LIMIT_NS);
    for (int reg = 0; reg < SIM_REGS; reg++)
        ending->r[reg] = sim_register(sim, reg);
    ending->cycles = sim_cycles(sim);
    ending->instructions = sim_instructions(sim);
    bool there = sim_peek(sim, RAM, ending->ram, sizeof ending->ram);
    assert(there);
}

/* code: at the reset handler, and once more in RAM, where it is the stack too. */
static inline void run_both(struct sim *fast, struct sim *plain, const uint8_t *code, size_t size)
{
    static struct ending a, b;
    size = size < CODE_MAX ? size : CODE_MAX;
    run(fast, code, size, &a);
    run(plain, code, size, &b);
    assert(a.stop.reason == b.stop.reason && a.stop.pc == b.stop.pc);
    assert(strcmp(a.stop.text, b.stop.text) == 0);
    assert(a.cycles == b.cycles && a.instructions == b.instructions);
    assert(memcmp(a.r, b.r, sizeof a.r) == 0);
    assert(memcmp(a.ram, b.ram, sizeof a.ram) == 0);
}
