/* Makes accounts of recorded windows; the second half of ledger.h.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "ledger.h"

/* The windows of one series in one phase, the last as many as it has samples: the rounds before
 * them were warm-up. Free windows. */
struct ledger_chosen {
    const struct ledger_window **windows;
    size_t count;
};
struct ledger_chosen ledger_choose(const struct ledger_key *key, size_t phase, size_t samples);

void ledger_tables_free(struct ledger *ledger);
