/* Where two series of a bench differ: `tailchain run --difference`.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/core/ledger/ledger.h"
#include "target.h"

struct run_pair {
    char base[64], new[64]; /* names of series; empty: not asked for */
};

/* "BASE,NEW"; false: it is not. */
bool run_pair_parse(struct run_pair *pair, const char *text);

/* Behind ledger_finish of a ledger with places. EXIT_YES, or an exit code after a message. */
int run_pair_show(const struct run_pair *pair, const struct ledger *ledger,
                  const struct target *target, FILE *stream);
