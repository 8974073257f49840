/* The kernel of context_size: it can say how much of a stack was never used.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define configUSE_TIME_SLICING 0
#define INCLUDE_uxTaskGetStackHighWaterMark 1
#define INCLUDE_xTaskGetIdleTaskHandle 1
