/* Accounts windows that hold one context switch by the segments of it; a part of ledger.h.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "ledger.h"

struct segments_range {
    uint64_t min, max, sum; /* cycles of the windows */
};

/* The account of all windows of a series. */
struct segments_table {
    const struct segments_map *map;
    size_t windows;
    struct segments_range segments[SEGMENTS];
    struct segments_range handler; /* its first instruction to its return */
    struct segments_range total;   /* the window, which is the sample */
    struct segments_range instructions[SEGMENTS_INSTRUCTIONS_MAX]; /* of the handler */
    char why[200]; /* invalid, and why; empty where valid */
};

/* Before the run, behind ledger_init: records segments of the series that are one switch. The map
 * must outlive the ledger. */
void ledger_want_segments(struct ledger *ledger, const struct segments_map *map);
/* Behind ledger_finish: what is wrong with the first such series of the run that has no valid
 * account, NULL where nothing is. name: the series. */
const char *ledger_segments_trouble(const struct ledger *ledger, const char **name);

/* ---- for the ledger ---- */

void ledger_segments_open(struct ledger_key *key);
void ledger_segments_add(struct ledger_key *key, enum ledger_span kind, uint32_t address,
                         uint64_t cycles);
/* Keeps what was recorded in the window. */
void ledger_segments_close(struct ledger_key *key, struct ledger_window *kept);
void ledger_segments_free(struct ledger_key *key);
/* windows: those of the samples, valid by the ledger's own check. The caller frees it. */
struct segments_table *ledger_segments_table(const struct ledger_key *key,
                                             const struct ledger_window *const *windows,
                                             size_t count);
