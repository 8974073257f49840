/* What the files of context_size share.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/bench.h"

/* Bytes that a switch has put on the stack of task, which read its own stack pointer (PSP) just
 * before it gave the core away. */
uint32_t context_bytes(TaskHandle_t task, uint32_t psp);

/* PSP, just before the calling task gives the core away for ever. */
static inline uint32_t context_psp(void)
{
    uint32_t psp;
    __asm volatile("mrs %0, psp" : "=r"(psp));
    return psp;
}

/* VALUEs of a task that uses the FPU; where there are none, nothing: fpu_used.c, fpu_none.c. */
void context_print_fpu(void);
