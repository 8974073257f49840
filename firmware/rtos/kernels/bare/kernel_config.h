/* A kernel with nothing but the scheduler: no asserts, no hooks, the next task by CLZ where it can.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define FIRMWARE_ASSERTS 0
#define configUSE_MALLOC_FAILED_HOOK 0
#define configUSE_TIME_SLICING 0
#define configMAX_PRIORITIES 32
#define configUSE_PORT_OPTIMISED_TASK_SELECTION BOARD_HAS_CLZ
