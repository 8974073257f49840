/* The segments of a context switch in `tailchain run --ledger`.
 * SPDX-License-Identifier: MIT
 */
#include "run_segments.h"

#include <stdio.h>

#include "host/core/simulated/listing_sim.h"

bool run_segments_want(struct ledger *ledger, struct segments_map *map, const struct target *target,
                       struct error *error)
{
    struct listing_sim *listing =
        listing_sim_open(&target->image, target->path, target->machine, error);
    if (listing == NULL)
        return false;
    segments_map_read(map, &target->image, listing_sim_decode, listing);
    listing_sim_close(listing);
    ledger_want_segments(ledger, map);
    return true;
}

bool run_segments_valid(const struct ledger *ledger, const char *path)
{
    const char *name, *why = ledger_segments_trouble(ledger, &name);
    if (why == NULL)
        return true;
    fprintf(stderr, "tailchain: %s: the segments of %s are invalid: %s\n", path, name, why);
    return false;
}
