/* Runs a program of others, waits for its end, and ends it after Ctrl-C.
 * SPDX-License-Identifier: MIT
 *
 * It is looked up in PATH. It reads nothing, and what it says goes to standard error, so that it
 * does not mix with our results. It leads a process group of its own: Ctrl-C reaches it, and what
 * it has started, through us alone, once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

/* Whether a program of this name can be run. */
bool tool_exists(const char *name);

/* argv: terminated by NULL, its first the program. max_ns: 0 for no limit. True where it ended with
 * status 0. After a signal (interrupt.h) or the limit it gets SIGINT, and SIGKILL where it does not
 * end within TOOL_GRACE_MS: it is gone in any case when this returns. */
#define TOOL_GRACE_MS 5000
bool tool_run(char *const *argv, uint64_t max_ns, struct error *error);
