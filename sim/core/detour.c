/* What a block does when an access goes elsewhere than to SRAM.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/detour.h"

#include <stdlib.h>

#include "sim/core/memory.h"
#include "sim/state.h"

static bool fetch(struct sim *sim, uint32_t pc, bool in_it, struct insn *insn)
{
    uint16_t first, second = 0;
    if (!memory_fetch(sim, pc, &first))
        return false;
    if (decode_is_wide(first) && !memory_fetch(sim, pc + 2, &second))
        return false;
    *insn = decode(sim->core.architecture, first, second, in_it);
    return true;
}

static struct detour *make(struct sim *sim, const struct block *block, const struct uop *u,
                           enum timing_memory memory)
{
    const struct uop_start *start = &block->start[u - block->uop];
    bool in_it = (start->itstate & 0xFu) != 0;
    struct pipeline here = start->pipeline, away = here;
    struct timing_issue in_sram, issue;
    struct insn insn;
    struct detour *detour = malloc(sizeof *detour);
    if (detour == NULL || !fetch(sim, u->pc, in_it, &insn)) {
        free(detour);
        return NULL;
    }
    in_sram = timing_issue(&sim->timing, &here, &insn, u->pc, TIMING_MEMORY_SYSTEM);
    issue = timing_issue(&sim->timing, &away, &insn, u->pc, memory);
    *detour = (struct detour){.pipeline = away,
                              .memory = (uint8_t)memory,
                              .later = (int8_t)(issue.stall - in_sram.stall),
                              .lsu = (int8_t)(issue.lsu_stall - in_sram.lsu_stall)};
    sim->engine->built_bytes += sizeof *detour;
    return detour;
}

bool detour_find(struct sim *sim, const struct block *block, const struct uop *u, uint32_t address,
                 const struct detour **found)
{
    struct uop_start *start = &block->start[u - block->uop];
    struct detour *detour = start->detours;
    *found = NULL;
    if (start->is_literal)
        return true;
    const struct bus_region *region = bus_find(&sim->bus, address, 1);
    enum timing_memory memory =
        region != NULL ? timing_memory(&sim->timing, region, address) : TIMING_MEMORY_SYSTEM;
    if (memory == TIMING_MEMORY_SYSTEM)
        return true;
    while (detour != NULL && detour->memory != memory)
        detour = detour->next;
    if (detour == NULL) {
        detour = make(sim, block, u, memory);
        if (detour == NULL)
            return false;
        detour->next = start->detours;
        start->detours = detour;
    }
    *found = detour;
    return true;
}

struct block *detour_onward(struct sim *sim, const struct block *block, const struct uop *u,
                            const struct detour *detour)
{
    struct detour *known = block->start[u - block->uop - 1].detours;
    while (known != detour)
        known = known->next;
    if (known->onward == NULL && !sim->engine->flush)
        known->onward =
            block_resumed_at(sim, u->pc, &detour->pipeline, block->start[u - block->uop].itstate);
    return known->onward;
}

void detour_free(struct detour *detours)
{
    while (detours != NULL) {
        struct detour *next = detours->next;
        free(detours);
        detours = next;
    }
}
