/* The fast engine's life: its memories, and what makes its blocks stale.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "sim/core/block.h"
#include "sim/core/engine.h"
#include "sim/core/jit.h"
#include "sim/state.h"

/* Entries of a block before it is compiled. Compiling takes some thousand times what interpreting
 * an instruction does; blocks that are entered so often are mostly entered very much more often. */
#define COMPILE_AFTER 50

/* The largest SRAM and the flash get the fast paths. */
static void find_memories(struct engine *engine, const struct sim *sim)
{
    const struct bus *bus = &sim->bus;
    for (size_t k = 0; k < bus->regions; k++) {
        const struct bus_region *region = &bus->region[k];
        if (region->memory == NULL || region->alias)
            continue;
        if (region->kind == BUS_KIND_SRAM && region->size > engine->sram_paged) {
            engine->sram = region->memory;
            engine->sram_base = region->base;
            engine->sram_size = timing_free_sram(&sim->timing, region->size);
            engine->sram_paged = region->size;
        } else if (region->kind == BUS_KIND_FLASH && region->size > engine->flash_size) {
            engine->flash = region->memory;
            engine->flash_base = region->base;
            engine->flash_size = region->size;
        }
    }
}

bool engine_create(struct sim *sim)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return false;
    sim->engine = engine;
    engine->handler = fast_handlers();
    idle_restart(sim);
    find_memories(engine, sim);
    engine->code_pages = calloc((engine->sram_paged >> CODE_PAGE_SHIFT) + 1, 1);
    if (engine->code_pages == NULL)
        return false;
    if (!sim->config.no_jit && !sim->config.stepper_only)
        jit_create(sim);
    engine_compile_after(sim, COMPILE_AFTER);
    return true;
}

void engine_destroy(struct sim *sim)
{
    struct engine *engine = sim->engine;
    if (engine == NULL)
        return;
    block_free_all(engine);
    jit_destroy(engine);
    free(engine->code_pages);
    free(engine);
    sim->engine = NULL;
}

void engine_memory_written(struct sim *sim, uint32_t address)
{
    struct engine *engine = sim->engine;
    if (address - engine->sram_base >= engine->sram_paged ||
        (engine->code_pages[(address - engine->sram_base) >> CODE_PAGE_SHIFT] & PAGE_HAS_CODE) != 0)
        engine->flush = true;
}

bool engine_watch(struct sim *sim, uint32_t address, uint32_t size)
{
    struct engine *engine = sim->engine;
    uint32_t first = address - engine->sram_base;
    if (first >= engine->sram_paged || size > engine->sram_paged - first)
        return false;
    for (uint32_t page = first >> CODE_PAGE_SHIFT; page <= (first + size - 1) >> CODE_PAGE_SHIFT;
         page++)
        engine->code_pages[page] |= PAGE_IS_WATCHED;
    return true;
}

void engine_unwatch_all(struct sim *sim)
{
    struct engine *engine = sim->engine;
    for (uint32_t page = 0; page < engine->sram_paged >> CODE_PAGE_SHIFT; page++)
        engine->code_pages[page] &= PAGE_HAS_CODE;
}

void engine_flush(struct sim *sim)
{
    sim->engine->flush = true;
}

void engine_compile_after(struct sim *sim, unsigned entries)
{
    sim->engine->compile_after = sim->engine->jit != NULL ? entries : 0;
}
