/* Code that runs once from each of many places, so that the simulator pre-decodes all it can.
 * SPDX-License-Identifier: MIT
 *
 * A field of NOPs in SRAM is entered at each half-word, from the last to the first: each entry is a
 * block of its own, and so are those that follow it. Every round changes the field, which makes all
 * of it stale.
 */
#include "kernels.h"

#define HALVES 2048u
static uint16_t field[HALVES];

uint32_t kernel_run(uint32_t rounds)
{
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t k = 0; k < HALVES - 1; k++)
            field[k] = 0xBF00;      /* NOP */
        field[HALVES - 1] = 0x4770; /* BX LR */
        __asm volatile("dsb\n\tisb" ::: "memory");
        for (uint32_t k = HALVES; k-- > 0;)
            ((void (*)(void))((uintptr_t)&field[k] | 1u))();
    }
    return rounds;
}
