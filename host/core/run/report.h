/* What a renderer shows: judged runs and where they came from.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/ledger/cause.h"
#include "environment.h"
#include "host/core/ledger/ledger.h"
#include "run.h"
#include "host/core/verify/verify.h"

struct report {
    const char *name; /* of the capture, for people */
    const struct run *run;
    enum verdict verdict;
    const char *board; /* NULL where unknown; published figures are looked up by it */
    const struct environment *environment; /* NULL for a capture that is not ours to explain */
    const struct ledger *ledger;           /* NULL for none */
    const struct causes *causes;           /* of its samples; NULL where nothing knows them */
    const struct run_clock *clock; /* what a capture says of the board's; NULL: it is nominal */
    const struct run *low, *high;  /* at the bounds of bounds.def; NULL for none */
};

/* More runs than this are no comparison that a reader can follow. */
#define REPORTS_MAX 8u

/* One run, or several side by side. */
struct report_set {
    const struct report *reports;
    size_t count; /* 1 to REPORTS_MAX */
    bool histograms;
    bool unicode; /* what the reader's terminal can show */
};
