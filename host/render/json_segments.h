/* A context switch by its segments, as JSON.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <jansson.h>

#include "host/core/ledger/ledger_segments.h"

/* A new array, an object a segment that took time, with the handler's instructions in it. */
json_t *json_segments(const struct segments_table *table);
