/* Is a run what it claims to be? Everything is recomputed from its RAW rows.
 * SPDX-License-Identifier: MIT
 *
 * Checked: END and its status; order and completeness of the lines against results.def; CONFIG and
 * DWT_READ_PAIR; per measurement the count of rows, hz and all eight statistics; per phase the
 * counts and the status. Lines, checksums and row indices were checked by parse.c.
 */
#pragma once

#include "host/core/run/run.h"

enum verdict {
    VERDICT_VERIFIED, /* complete, and every statistic follows from its samples */
    VERDICT_SUMMARY,  /* statistics without samples: consistent, but nothing can be recomputed */
    VERDICT_FAILED    /* the findings say why */
};

/* Adds to run->findings and fills series->computed. A summary without samples is a
 * FINDING_TROUBLE, or with allow_summary a FINDING_WARNING. Call once. */
enum verdict verify_run(struct run *run, bool allow_summary);

/* Adds to session->findings what is wrong with the whole: empty, no BEGIN, a line too long; noise,
 * CR LF, a prefix of each line. */
struct intake;
void verify_session(struct session *session, const struct intake *intake);

/* ---- parts of verify_run, each in its own file ---- */

/* Order and completeness of the lines. */
void verify_order(struct run *run);
/* The same of an imported run, and its marks. */
void verify_import(struct run *run);
/* One measurement. */
void verify_series(struct run *run, struct series *series);
/* One RESULT without RAW rows. */
void verify_summary(struct run *run, struct series *series);
