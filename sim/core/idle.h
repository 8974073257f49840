/* Idle loops: proves that a loop changes nothing, and jumps to the next event.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

struct sim;

/* How the search for an idle loop stands since the last event. All zero: it has not begun. */
struct idle {
    uint32_t r[16];    /* registers at a backward branch, to be met again, */
    unsigned looks;    /* at one of so many next ones */
    unsigned failures; /* loops that were not idle: the next look is later each time */
};

/* An event happened, which may have ended a busy time: look soon. */
void idle_restart(struct sim *sim);

/* engine->loop_countdown is over; r[PC] is the target of a backward branch. If the registers come
 * back as they are, executes the loop twice with the plain engine; where both passes left every
 * register and all memory as they were (a push may store what the stack holds already), read no
 * device and took the same time, the passes that fit before the horizon are added without being
 * executed: the results are identical. */
void idle_check(struct sim *sim);
