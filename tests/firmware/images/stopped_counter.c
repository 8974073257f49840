/* Stops the board's timer before the counters are checked against each other.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "lib/timebase.h"
#include "registers.h"

void application_start(void)
{
    TIM2->CR1 = 0;
    timebase_init();
}
