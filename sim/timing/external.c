/* Accesses to a memory behind an external memory controller.
 * SPDX-License-Identifier: MIT
 *
 * A wider access than the memory is several transactions. The controller performs one at a time; a
 * store is buffered, and what follows waits for it.
 */
#include "sim/timing/timing.h"

void timing_set_external(struct timing *timing, const struct timing_external *external)
{
    uint64_t free_cycle = timing->external.free_cycle;
    bool last_was_write = timing->external.last_was_write;

    timing->external = *external;
    timing->external.free_cycle = free_cycle;
    timing->external.last_was_write = last_was_write;
}

struct timing_access timing_external_access(struct timing *timing, unsigned size, bool is_write,
                                            uint64_t now)
{
    struct timing_external *external = &timing->external;
    unsigned count = size > external->width && external->width != 0 ? size / external->width : 1;
    unsigned one = is_write ? external->write : external->read;
    unsigned whole = count * one + (count - 1) * external->turn[is_write][is_write];
    uint64_t start = timing->bus_free_cycle > now ? timing->bus_free_cycle : now;
    uint64_t turned = external->free_cycle + external->turn[external->last_was_write][is_write];

    start += timing->knob[TIMING_KNOB_BUS_MATRIX];
    start = start < turned ? turned : start;
    whole += timing->knob[TIMING_KNOB_EXTERNAL_EXTRA];
    external->free_cycle = start + whole;
    external->last_was_write = is_write;
    unsigned wait = (unsigned)(start - now), sample = wait + (whole != 0 ? whole - 1 : 0);
    if (!is_write)
        return (struct timing_access){sample, sample};
    timing->bus_free_cycle = start + whole;
    return (struct timing_access){sample, wait};
}
