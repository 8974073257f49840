/* Whether two boards are in the same state: the fast engine's and the plain one's.
 * SPDX-License-Identifier: MIT
 */
#pragma once

struct sim;

/* What differs first of all that decides what happens next: registers, exceptions, memories,
 * caches, timers, time. NULL: nothing. Both have been run to the same time. */
const char *lockstep_difference(const struct sim *a, const struct sim *b);
