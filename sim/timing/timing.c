/* Memories, buses, exceptions and knobs of the timing model.
 * SPDX-License-Identifier: MIT
 */
#include "sim/timing/timing.h"

#include <string.h>

#include "sim/sim.h"

struct knob_row {
    const char *name, *unit;
    uint32_t m33;
    const char *confidence, *source;
};

static const struct knob_row knob_rows[TIMING_KNOBS] = {
#define KNOB(id, name, unit, m33, confidence, source) {name, unit, m33, confidence, source},
#include "knobs.def"
#undef KNOB
};

void timing_init(struct timing *timing)
{
    memset(timing, 0, sizeof *timing);
    for (unsigned i = 0; i < TIMING_KNOBS; i++)
        timing->knob[i] = knob_rows[i].m33;
}

void timing_reset(struct timing *timing)
{
    timing_set_icache(timing, false);
    timing_invalidate_icache(timing);
    timing->icache.misses = 0;
    timing->flash_line = 0;
    timing->bus_free_cycle = 0;
}

uint32_t timing_knob(const struct timing *timing, enum timing_knob_id id)
{
    return timing->knob[id];
}

void timing_set_flash(struct timing *timing, unsigned wait_states)
{
    timing->flash_wait_states = wait_states;
}

void timing_set_art(struct timing *timing, bool prefetch, bool icache, bool dcache)
{
    timing->art_prefetch = prefetch;
    timing->art_icache = icache;
    timing->art_dcache = dcache;
}

void timing_reset_art(struct timing *timing, bool icache, bool dcache)
{
    timing->art_icache_reset = icache;
    timing->art_dcache_reset = dcache;
}

void timing_set_f0_prefetch(struct timing *timing, bool enabled)
{
    timing->f0_prefetch = enabled;
}

void timing_set_icache(struct timing *timing, bool enabled)
{
    timing->icache.enabled = enabled;
}

void timing_invalidate_icache(struct timing *timing)
{
    memset(timing->icache.line, 0, sizeof timing->icache.line);
    memset(timing->icache.recent, 0, sizeof timing->icache.recent);
}

/* Refill: the way not used last is replaced (pseudo-LRU of two ways). */
static unsigned refill(struct timing *timing, uint32_t line)
{
    struct icache *cache = &timing->icache;
    uint32_t set = line & (ICACHE_SETS - 1);
    uint8_t way = cache->recent[set] ^ 1;
    cache->line[set][way] = line;
    cache->recent[set] = way;
    cache->misses++;
    return timing->knob[TIMING_KNOB_ICACHE_MISS];
}

unsigned timing_fetch(struct timing *timing, uint32_t address)
{
    uint32_t line = address >> ICACHE_LINE_SHIFT;
    if (timing->icache.enabled)
        return timing_icache_hit(timing, line) ? 0 : refill(timing, line);
    if (timing->flash_line == line)
        return 0;
    timing->flash_line = line;
    return timing->flash_wait_states;
}

static struct timing_access device_access(struct timing *timing, unsigned read, unsigned sample,
                                          unsigned write, bool is_write, uint64_t now)
{
    uint64_t wait = timing->bus_free_cycle > now ? timing->bus_free_cycle - now : 0;
    struct timing_access access = {(unsigned)wait, (unsigned)wait};
    if (is_write) {
        timing->bus_free_cycle = now + wait + write;
        access.sample += write - 1;
    } else {
        access.sample += sample;
        access.stall += read - 1;
    }
    return access;
}

struct timing_access timing_access(struct timing *timing, const struct bus_region *region,
                                   uint32_t address, unsigned size, bool is_write, uint64_t now)
{
    const uint32_t *knob = timing->knob;
    (void)size;
    switch (region->kind) {
    case BUS_KIND_FLASH: {
        unsigned stall = timing_fetch(timing, address);
        return (struct timing_access){stall, stall};
    }
    case BUS_KIND_AHB:
        return device_access(timing, knob[TIMING_KNOB_AHB_READ], knob[TIMING_KNOB_AHB_READ] - 1,
                             knob[TIMING_KNOB_AHB_WRITE], is_write, now);
    case BUS_KIND_APB:
        return device_access(timing, knob[TIMING_KNOB_APB_READ], knob[TIMING_KNOB_APB_SAMPLE],
                             knob[TIMING_KNOB_APB_WRITE], is_write, now);
    case BUS_KIND_PPB: {
        unsigned stall = is_write ? 0 : knob[TIMING_KNOB_PPB_READ] - 1;
        return (struct timing_access){stall, stall};
    }
    case BUS_KIND_SRAM:
    case BUS_KIND_CCM:
    case BUS_KIND_BIT_BAND:
    case BUS_KINDS:
        break;
    }
    return (struct timing_access){0, 0};
}

unsigned timing_drain(struct timing *timing, uint64_t now)
{
    return timing->bus_free_cycle > now ? (unsigned)(timing->bus_free_cycle - now) : 0;
}

unsigned timing_exception(const struct timing *timing, enum exception_outcome outcome)
{
    switch (outcome) {
    case EXCEPTION_ENTERED:
        return timing->knob[TIMING_KNOB_EXCEPTION_ENTRY];
    case EXCEPTION_TAIL_CHAINED:
        return timing->knob[TIMING_KNOB_TAIL_CHAIN];
    case EXCEPTION_RETURNED:
        return timing->knob[TIMING_KNOB_EXCEPTION_RETURN];
    case EXCEPTION_LOCKED_UP:
        break;
    }
    return 0;
}

unsigned timing_late_arrival(const struct timing *timing)
{
    return timing->knob[TIMING_KNOB_LATE_ARRIVAL];
}

bool timing_knob_describe(const struct timing *timing, unsigned index, struct sim_knob *knob)
{
    if (index >= TIMING_KNOBS)
        return false;
    const struct knob_row *row = &knob_rows[index];
    *knob = (struct sim_knob){row->name, row->unit,       timing->knob[index],
                              row->m33,  row->confidence, row->source};
    return true;
}

bool timing_knob_set(struct timing *timing, const char *name, uint32_t value)
{
    for (unsigned i = 0; i < TIMING_KNOBS; i++) {
        if (strcmp(knob_rows[i].name, name) == 0) {
            timing->knob[i] = value;
            return true;
        }
    }
    return false;
}
