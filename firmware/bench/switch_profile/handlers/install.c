/* A copy of the vector table in RAM, with our handler for PendSV.
 * SPDX-License-Identifier: MIT
 *
 * Armv7-M Architecture Reference Manual: B3.2.5 (VTOR; the table is aligned to its size, rounded up
 * to a power of two). Armv8-M: D1.2, VTOR.
 */
#include <string.h>

#include "FreeRTOS.h"

#include "bench/switch_profile/handler.h"
#include "startup/startup.h"

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08u)
#define PENDSV 14
#define EXCEPTIONS (16 + BOARD_INTERRUPTS)

static uint32_t vectors[EXCEPTIONS] __attribute__((aligned(1024)));

void handler_install(void)
{
    _Static_assert(sizeof vectors <= 1024, "the alignment is less than the table's size");
    memcpy(vectors, (const void *)(uintptr_t)SCB_VTOR, sizeof vectors);
    vectors[PENDSV] = (uint32_t)(uintptr_t)handler_stamped;
    startup_set_vectors(vectors);
    __asm volatile("dsb\n\tisb" ::: "memory");
}
