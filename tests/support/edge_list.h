/* A capture in memory to the list of its edges as text, for tests.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/import/import.h"

/* What became of a capture. All zero before the first use. */
struct edge_list {
    /* Every edge of every channel, in order: "+0@5 -1@7 " for a rise of bit 0 at tick 5 and a fall
     * of bit 1 at 7; "?" behind one whose time is in doubt. Terminated, also where there are none.
     */
    struct buf text;
    bool ok, truncated;
    struct error error;  /* where not ok */
    struct buf warnings; /* "LINE: text\n" each */
    uint64_t hz;
    int64_t last_ticks;
    struct buf names; /* of all channels, each with a blank behind it */
};

/* min_pulse in ticks, 0 for none. */
void edge_list_read(struct edge_list *list, const char *name, const void *bytes, size_t size,
                    size_t chunk, const struct import_options *options, int64_t min_pulse);
void edge_list_free(struct edge_list *list);
