/* What every kernel of the speed benchmark gives to main.c.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

/* Runs the kernel rounds times and returns a value that depends on all of it. */
uint32_t kernel_run(uint32_t rounds);

/* Ends the program through semihosting; status 0 is success. */
void finish(uint32_t status) __attribute__((noreturn));
