/* How much of each task's stack a run has used: noted while the task exists, printed at the end.
 * SPDX-License-Identifier: MIT
 *
 * Neither is for a measured window: the kernel looks at each byte of the stack that was never used.
 */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

/* Tasks of different names in one run. */
#define STACKS_MAX 12u

/* task: NULL for the caller. Of tasks of one name the least that was left counts. */
void stacks_note(TaskHandle_t task, uint32_t words);
/* The idle task (no kernel here has timers), then a STACK line for each that was noted. */
void stacks_print(void);
