/* A copy of the vector table at the start of RAM, which the board shows at address 0, with our
 * handler for PendSV: for a core without VTOR. SPDX-License-Identifier: MIT
 *
 * Armv6-M Architecture Reference Manual: B1.5.3 (vector table).
 */
#include "FreeRTOS.h"

#include "bench/switch_profile/handler.h"
#include "boards/ram_at_0.h"
#include "startup/startup.h"

#define PENDSV 14
#define EXCEPTIONS (16 + BOARD_INTERRUPTS)

/* Only the core reads them. */
static volatile uint32_t vectors[EXCEPTIONS] __attribute__((section(".ram_vectors")));

void handler_install(void)
{
    for (uint32_t i = 0; i < EXCEPTIONS; i++)
        vectors[i] = startup_vectors[i];
    vectors[PENDSV] = (uint32_t)(uintptr_t)handler_stamped;
    board_show_ram_at_0();
}
