/* Idle loops: proves that a loop changes nothing, and jumps to the next event.
 * SPDX-License-Identifier: MIT
 */
#pragma once

struct sim;

/* r[PC] is the target of a backward branch. Executes the loop twice with the plain engine; where
 * both passes left every register as it was, wrote nothing, read no device and took the same time,
 * the passes that fit before the horizon are added without being executed: the results are
 * identical. */
void idle_check(struct sim *sim);
