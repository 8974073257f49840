/* The base of a comparison out of a history.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "compare_input.h"

/* Of a board so many runs make the base: noise shows only in repeats. */
#define COMPARE_HISTORY_RUNS 5u

/* The newest runs that are like new in everything that both know, and of another commit: one where
 * new was simulated, up to COMPARE_HISTORY_RUNS otherwise. commit: what new's begins with; NULL for
 * the one at hand, if there is one. Fills inputs[0, *count). Returns EXIT_YES, or an exit code
 * after a message; each input must be closed in any case. */
int compare_history_open(const char *path, const struct compare_input *new, const char *commit,
                         struct compare_input inputs[static COMPARE_HISTORY_RUNS], size_t *count);
