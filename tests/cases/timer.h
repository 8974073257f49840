/* Cases of TIM2, whose clock is on.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cases.h"

void cases_of_timer(void);
/* A flag that is cleared last in the handler enters it again: seen on an STM32F407. */
void cases_of_late_clear(void);
