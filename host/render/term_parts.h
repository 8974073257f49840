/* Parts of the terminal report that have files of their own.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/ledger/ledger_pair.h"
#include "host/core/run/report.h"

/* Most common values, and how many samples have others. term_facts.c */
void term_add_modes(const struct report *report, struct buf *out);
/* What a reader must know about these figures, and can read off them. term_facts.c */
void term_add_reading(const struct report *report, struct buf *out);
/* Of it, what is said about clock and origin only. term_facts.c */
void term_add_clock(const struct report *report, struct buf *out);
/* One histogram a measurement. term_histogram.c */
void term_add_histograms(const struct report_set *set, struct buf *out);
/* Several runs side by side. term_runs.c */
void term_add_runs(const struct report_set *set, struct buf *out);
/* Cycles by function. term_ledger.c */
void term_add_ledger(const struct ledger *ledger, struct buf *out);
/* What differs between two windows. term_pair.c */
void term_add_pair(const struct ledger_pair *pair, struct buf *out);
/* A switch by segment; account->segments must be there. term_segments.c */
void term_add_segments(const struct ledger_table *account, struct buf *out);
/* The rows of fpu_switch by what their parts cost; nothing where there are none. term_fpu.c */
void term_add_fpu_matrix(const struct ledger *ledger, struct buf *out);
bool term_in_fpu_matrix(const struct ledger_table *account);
/* How much is done per MHz of the clock; nothing where no series has a score. term_scores.c */
void term_add_scores(const struct run *run, struct buf *out);
/* Results at the bounds of the timing model; report->low and high must be there. term_bounds.c */
void term_add_bounds(const struct report *report, struct buf *out);
