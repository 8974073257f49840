/* What the findings of a lint cost, by bench option_price on the same board.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/lint/lint.h"

/* Fills the prices of findings whose rule has one. measure: simulates the options' images, which
 * `make options` builds; else it says which command measures them. board: NULL where it is not
 * known, and then nothing is measured. EXIT_YES, or an exit code after a message. */
int lint_prices(struct lint *lint, const char *board, bool measure);
