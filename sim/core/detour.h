/* What a block does when an access goes elsewhere than to SRAM.
 * SPDX-License-Identifier: MIT
 *
 * A block's times take every address in a register for one of SRAM. Where it shows to flash, SRAM2
 * or CCM, the access may issue at another cycle, and leave a pipeline behind in which the rest of
 * the block takes other times: the detour goes on in a block that starts with that pipeline. Cores
 * without such rules have no detours, and SRAM asks for none.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/block.h"

struct detour {
    struct detour *next;      /* of the same micro-operation */
    struct block *onward;     /* behind the instruction; NULL: not built yet */
    struct pipeline pipeline; /* behind it */
    uint8_t memory;           /* enum timing_memory */
    int8_t later;             /* cycles that it issues later than in the block, */
    int8_t lsu;               /* of which DWT_LSUCNT counts so many */
};

/* The detour of the load or store u of block, which accesses address; *found is NULL where it takes
 * what it takes in the block, and so does all behind it. False: the plain engine must execute it.
 */
bool detour_find(struct sim *sim, const struct block *block, const struct uop *u, uint32_t address,
                 const struct detour **found);

/* The block in which the detour goes on; u: the micro-operation behind it. NULL: the plain engine
 * must execute what is there. */
struct block *detour_onward(struct sim *sim, const struct block *block, const struct uop *u,
                            const struct detour *detour);

void detour_free(struct detour *detours);
