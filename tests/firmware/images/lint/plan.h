/* What the images for `tailchain lint` have in common: a task that waits for an interrupt. Each
 * image is this with one fault, or with none.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "board_soft.h"
#include "lib/nvic.h"

#define PLAN_PRIORITY 10
/* The highest that may call the kernel. */
#define PLAN_LEVEL configMAX_SYSCALL_INTERRUPT_PRIORITY

/* The semaphore that the interrupt gives and the task takes. */
extern SemaphoreHandle_t plan_turn;

/* Gives from the interrupt. */
void plan_give(void);

/* ---- an image's own ---- */

/* Creates semaphore and task; starts with the task's first turn. */
void plan_create(void);
/* The task: sets up what is to be set up, once. */
void plan_prepare(void);
/* The interrupt. */
void plan_interrupt(void);
/* The task's body, for plan_create. */
void plan_task(void *argument);
