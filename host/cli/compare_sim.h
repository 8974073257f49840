/* Simulates an image that is to be compared.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/ledger/ledger.h"
#include "host/core/run/intake.h"
#include "target.h"

/* Whether an argument means an image: the file is an ELF, or there is no such file and it is the
 * name of a board. */
bool compare_sim_is_image(const char *what);

/* Runs the image; the session, which must be empty, gets its lines through intake. ledger: NULL for
 * none. Returns EXIT_YES, or an exit code after a message. */
int compare_sim_run(const struct target *target, struct ledger *ledger, struct session *session,
                    struct intake *intake, struct environment *environment);
