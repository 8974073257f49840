/* What a renderer shows: one judged run and where it came from.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "environment.h"
#include "ledger.h"
#include "run.h"
#include "verify.h"

struct report {
    const char *name; /* of the capture, for people */
    const struct run *run;
    enum verdict verdict;
    const char *board; /* NULL where unknown; published figures are looked up by it */
    const struct environment *environment; /* NULL for a capture that is not ours to explain */
    const struct ledger *ledger;           /* NULL for none */
    const struct run *low, *high;          /* at the bounds of bounds.def; NULL for none */
};
