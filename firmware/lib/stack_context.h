/* The registers of a task that has not run yet, told apart from stack that was never used.
 * SPDX-License-Identifier: MIT
 *
 * Included by FreeRTOSConfig.h, so it is compiled into the kernel. The kernel fills a new stack
 * with a pattern and takes what still holds it for unused. ARM_CM4F leaves r4 to r11 of the first
 * context as they are, so they would hold the pattern in every context of a task that never writes
 * them, and its high-water mark would read 32 bytes low.
 */
#pragma once

#include <stdint.h>

#define STACK_CONTEXT_PATTERN UINT32_C(0xa5a5a5a5) /* tskSTACK_FILL_BYTE, four times */
#define STACK_CONTEXT_WORDS 8                      /* r4 to r11, at the top of stack or above it */

/* top: of a task's first context, which is longer than STACK_CONTEXT_WORDS on every port. */
static inline void stack_context_clear(volatile uint32_t *top)
{
    for (int i = 0; i < STACK_CONTEXT_WORDS; i++)
        if (top[i] == STACK_CONTEXT_PATTERN)
            top[i] = 0;
}
