/* How a run ends early: one ERROR line with file and line, a failed END, and a board that stands.
 * SPDX-License-Identifier: MIT
 *
 * Usable from the first line of board_init, in tasks, interrupts and fault handlers.
 */
#pragma once

#include <stdint.h>

/* Ends the run unless condition holds. reason: text without a comma. */
#define CHECK(condition, reason)                                                                   \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAIL(reason);                                                                          \
    } while (0)

/* Ends the run. */
#define FAIL(reason) check_failed(__FILE__, __LINE__, reason)

/* Writes ERROR,<file>:<line>,<reason> and a failed END; never returns. */
_Noreturn void check_failed(const char *file, int line, const char *reason);

/* The same, with a number behind the reason: "bus fault at 0x08001234". */
_Noreturn void check_failed_with(const char *file, int line, const char *reason, uint32_t value);

/* Masks interrupts and sleeps for ever: the end of every run, good or bad. */
_Noreturn void check_park(void);
