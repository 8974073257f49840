/* The forms of a table of prices.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/compare/prices.h"

/* For a terminal: the base, and what each option adds to it. */
void prices_term(const struct prices *prices, struct buf *out);
/* As docs/json.md has it. */
void prices_json(const struct prices *prices, struct buf *out);
