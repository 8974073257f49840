/* What an image does: runner.c is the bench (RTOS_BENCH), demo/demo.c what remains without it.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* Creates the image's tasks. Runs once, before the scheduler. */
void application_start(void);
