/* Stops the board's timer before the counters are checked against each other.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "board_timer.h"
#include "lib/timebase.h"

void application_start(void)
{
    BOARD_TIM->CR1 = 0;
    timebase_init();
}
