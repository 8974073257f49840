/* Makes accounts of recorded windows; the second half of ledger.h.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "ledger.h"

void ledger_tables_free(struct ledger *ledger);
