/* Records which instructions a window executed; a part of ledger.h.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "ledger.h"

/* Events of the open window of a key whose open_places is there. */
void ledger_places_open(struct ledger_key *key);
void ledger_places_add(struct ledger_key *key, uint32_t address, uint64_t cycles);
/* The window's shape: its index, or -1 where it has too many places or the key too many shapes. */
int ledger_places_close(struct ledger_key *key);
void ledger_places_free(struct ledger_key *key);
