/* A floating-point context that is known: filled before a task is left, compared when it is back.
 * SPDX-License-Identifier: MIT
 *
 * Armv7-M Architecture Reference Manual: A2.5 (FPSCR), B1.5.7 (lazy context save), B3.2.21 (FPCCR);
 * the same in Armv8-M, D1.2. Nothing else in a task touches the FPU, so what float_fill leaves in
 * its registers stays there until float_check reads it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* s0 to s31, each another value; FPSCR's rounding mode is one of seed's. */
void float_fill(uint32_t seed);
/* Ends the run where a register is not as float_fill(seed) has left it. */
void float_check(uint32_t seed);
/* Ends the run where the running task has a floating-point context. */
void float_check_none(void);
/* What an interrupt may do without saving: s0 to s15 and FPSCR get values that are no task's. */
void float_disturb(void);
/* Whether an exception saves s0 to s15 at once (false) or only when the FPU is used again (true).
 * To be called without a floating-point context. */
void float_set_lazy(bool lazy);
