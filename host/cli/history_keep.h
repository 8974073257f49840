/* Keeps a judged run in a history.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/run/environment.h"
#include "host/core/verify/identity.h"
#include "host/core/run/run.h"

struct history_keep {
    const char *path; /* of the history */
    const struct run *run;
    const struct identity *identity;
    const struct environment *environment; /* of a simulated run, or of the board's image; NULL */
    const struct buf *capture;
    const char *source;
    const char *commit; /* --commit; NULL for that of the work tree at hand, where there is one */
    const char *label;  /* or NULL */
};

/* Says which number the run has on standard error. Returns EXIT_YES, or an exit code after a
 * message. */
int history_keep(const struct history_keep *keep);
/* The commit of the work tree that this folder lies in, "-dirty" where it was changed; "" where
 * there is none. Returns commit. */
const char *history_commit(char *commit, size_t size);
/* --history, or TAILCHAIN_HISTORY of the environment, or NULL. */
const char *history_path(const char *option);
