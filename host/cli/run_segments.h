/* The segments of a context switch in `tailchain run --ledger`.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/ledger/ledger_segments.h"
#include "target.h"

/* Reads the image's handler into map, which must outlive the ledger, and has its segments recorded.
 * A handler that is not understood is no error here. */
bool run_segments_want(struct ledger *ledger, struct segments_map *map, const struct target *target,
                       struct error *error);
/* Behind ledger_finish: false after a message where segments do not add up. */
bool run_segments_valid(const struct ledger *ledger, const char *path);
