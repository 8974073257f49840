/* The kernel of sem_pingpong: no time slicing, 15 priorities, pins in scheduler and tick.
 * SPDX-License-Identifier: MIT
 *
 * The hooks cost two stores a switch, which are in every window of the bench.
 */
#pragma once

#include "lib/pins.h"

#define configUSE_TIME_SLICING 0
#define configMAX_PRIORITIES 15
#define configUSE_PORT_OPTIMISED_TASK_SELECTION BOARD_HAS_CLZ
#define configSUPPORT_STATIC_ALLOCATION 1
#define configKERNEL_PROVIDED_STATIC_MEMORY 1

#define traceTASK_SWITCHED_OUT() (PINS_BSRR = PIN_HIGH(PIN_SCHEDULER))
#define traceTASK_SWITCHED_IN() (PINS_BSRR = PIN_LOW(PIN_SCHEDULER))
#define traceISR_ENTER() (PINS_BSRR = PIN_HIGH(PIN_ISR))
#define traceISR_EXIT() (PINS_BSRR = PIN_LOW(PIN_ISR))
#define traceISR_EXIT_TO_SCHEDULER() (PINS_BSRR = PIN_LOW(PIN_ISR))
