/* A tick that its program sets up itself: half as many as configTICK_RATE_HZ, or as many.
 * SPDX-License-Identifier: MIT
 */
#include "FreeRTOS.h"
#include "task.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
#define CSR_ON 7u /* from the core clock, with its interrupt */

#define TICK_HZ (PLANTED ? configTICK_RATE_HZ / 2 : configTICK_RATE_HZ)

/* Replaces the port's. */
void vPortSetupTimerInterrupt(void);

void vPortSetupTimerInterrupt(void)
{
    SYST_CVR = 0;
    SYST_RVR = configCPU_CLOCK_HZ / TICK_HZ - 1;
    SYST_CSR = CSR_ON;
}
