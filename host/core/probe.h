/* Flashes, stops and starts a real board through OpenOCD.
 * SPDX-License-Identifier: MIT
 *
 * OpenOCD is looked up in PATH; what it says goes to standard error. Each call waits for its end.
 */
#pragma once

#include <stdbool.h>

#include "host/base/error.h"

/* Whether probe.def has a row for a board. */
bool probe_knows(const char *board);
/* Leaves the board halted at its reset; with an image (NULL: without) written to flash and compared
 * with what was written. A board that probe.def does not know is an error of the caller. */
bool probe_halt(const char *board, const char *image, struct error *error);
/* Resets the board and lets it run. */
bool probe_run(const char *board, struct error *error);
