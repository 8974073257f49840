/* Data accesses and instruction fetches of the core.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/memory.h"

#include <string.h>

#include "sim/bus/bit_band.h"
#include "sim/core/engine.h"
#include "sim/core/traps.h"

static bool fault(struct sim *sim, enum fault kind, uint32_t address)
{
    sim->fault = kind;
    sim->fault_address = address;
    return false;
}

/* What waits at a region are called; NULL: there are none. */
static uint32_t *wait_at(struct sim *sim, const struct bus_region *region)
{
    static const enum sim_wait waits[BUS_KINDS] = {
        [BUS_KIND_FLASH] = SIM_WAIT_FLASH, [BUS_KIND_SRAM] = SIM_WAIT_SRAM,
        [BUS_KIND_CCM] = SIM_WAIT_SRAM,    [BUS_KIND_EXTERNAL] = SIM_WAIT_SRAM,
        [BUS_KIND_AHB] = SIM_WAIT_AHB,     [BUS_KIND_APB] = SIM_WAIT_APB,
        [BUS_KIND_PPB] = SIM_WAIT_PPB,
    };
    return &sim->wait[waits[region->kind]];
}

/* One aligned access within a region; word: its number in a list, whose words follow a cycle apart.
 */
static bool access(struct sim *sim, uint32_t address, unsigned size, bool is_write, uint32_t *value,
                   unsigned word)
{
    if (sim->halt.trial)
        return halt_try(sim, address, size, is_write, value);
    const struct bus_region *region = bus_find(&sim->bus, address, size);
    const struct bus_region *target =
        region != NULL ? bit_band_target(region, address, size) : NULL;
    if (target == NULL)
        return fault(sim, FAULT_BUS_PRECISE, address);

    uint64_t start = sim->now + sim->stall + word;
    struct timing_access time =
        timing_access(&sim->timing, target, address, size, word, is_write, start);
    uint64_t sample = start + time.sample;
    if (is_write && target != region)
        time.stall += timing_knob(&sim->timing, TIMING_KNOB_BIT_BAND_WRITE);
    sim->stall += time.stall;
    /* Who is told of the value that is read hears what was waited for it. */
    uint32_t *wait = wait_at(sim, target);
    unsigned before = is_write ? time.stall : time.sample;
    *wait += before;
    if (region->device != NULL) {
        sim->side_effects++;
        if (sample >= sim->horizon)
            engine_run_events(sim, sample);
    }
    enum bus_result result;
    if (is_write) {
        if (region->memory != NULL &&
            memcmp(region->memory + (address - region->base), value, size) != 0)
            sim->side_effects++;
        result = bus_write(region, address, size, sample, *value);
        if (result == BUS_OK && region->memory != NULL && !region->data_only)
            engine_memory_written(sim, address);
    } else {
        result = bus_read(region, address, size, sample, value);
    }
    *wait += time.stall - before;
    if (result == BUS_FAULT)
        return fault(sim, FAULT_BUS_PRECISE, address);
    return result == BUS_OK;
}

/* Memory that a controller gives may be accessed as any other. */
static bool is_device(const struct bus_region *region)
{
    return region != NULL && region->device != NULL && region->kind != BUS_KIND_EXTERNAL;
}

/* Byte by byte: right for every mix of offsets; the time is that of a split access. */
static bool access_unaligned(struct sim *sim, uint32_t address, unsigned size, bool is_write,
                             uint32_t *value)
{
    const struct bus_region *region = bus_find(&sim->bus, address, size);
    if (traps_on_unaligned(sim) || is_device(region))
        return fault(sim, FAULT_UNALIGNED, address);
    uint64_t stall = sim->stall;
    uint32_t *wait = region != NULL ? wait_at(sim, region) : NULL, joined = 0;
    uint32_t waited = wait != NULL ? *wait : 0;
    for (unsigned k = 0; k < size; k++) {
        uint32_t byte = *value >> 8 * k & 0xFFu;
        if (!access(sim, address + k, 1, is_write, &byte, 0))
            return false;
        joined |= (byte & 0xFFu) << 8 * k;
    }
    if (!is_write)
        *value = joined;
    unsigned more =
        (address & 3u) + size > 4 ? timing_knob(&sim->timing, TIMING_KNOB_UNALIGNED_EXTRA) : 0;
    sim->stall = stall + more;
    if (wait != NULL)
        *wait = waited + more;
    return true;
}

bool memory_read(struct sim *sim, uint32_t address, unsigned size, uint32_t *value)
{
    *value = 0;
    if ((address & (size - 1)) != 0)
        return access_unaligned(sim, address, size, false, value);
    return access(sim, address, size, false, value, 0);
}

bool memory_write(struct sim *sim, uint32_t address, unsigned size, uint32_t value)
{
    if ((address & (size - 1)) != 0)
        return access_unaligned(sim, address, size, true, &value);
    return access(sim, address, size, true, &value, 0);
}

bool memory_read_words(struct sim *sim, uint32_t address, uint32_t *words, unsigned count)
{
    if ((address & 3u) != 0)
        return fault(sim, FAULT_UNALIGNED, address);
    for (unsigned k = 0; k < count; k++)
        if (!access(sim, address + 4 * k, 4, false, &words[k], k))
            return false;
    return true;
}

bool memory_write_words(struct sim *sim, uint32_t address, const uint32_t *words, unsigned count)
{
    if ((address & 3u) != 0)
        return fault(sim, FAULT_UNALIGNED, address);
    for (unsigned k = 0; k < count; k++) {
        uint32_t word = words[k];
        if (!access(sim, address + 4 * k, 4, true, &word, k))
            return false;
    }
    return true;
}

/* Default memory map (DDI 0553 B9.1): peripherals, upper devices and the system region. */
static bool is_execute_never(uint32_t address)
{
    return address >> 29 == 2 || address >= 0xA0000000u;
}

bool memory_fetch(struct sim *sim, uint32_t address, uint16_t *half)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 2);
    if (is_execute_never(address))
        return fault(sim, FAULT_EXECUTE_NEVER, address);
    if (region == NULL || region->data_only)
        return fault(sim, FAULT_BUS_FETCH, address);
    if (region->memory == NULL)
        return fault(sim, FAULT_EXECUTE_NEVER, address);
    memcpy(half, region->memory + (address - region->base), sizeof *half);
    return true;
}

unsigned memory_fetch_time(struct sim *sim, uint32_t address, unsigned size)
{
    unsigned stall = 0;
    const struct bus_region *region = bus_find(&sim->bus, address, 2);
    unsigned shift = sim->timing.flash.granule_shift;
    if (shift == 0 || region == NULL || region->kind != BUS_KIND_FLASH)
        return 0;
    uint32_t last = timing_fetched_to(&sim->timing, address, size);
    for (uint32_t at = address;; at = last) {
        uint32_t granule = at >> shift;
        if (granule != sim->fetch_granule) {
            uint64_t now = sim->now + stall;
            if (at != address)
                now += timing_next_fetch(&sim->timing);
            stall += timing_fetch(&sim->timing, at, now);
            sim->fetch_granule = granule;
        }
        if (at == last)
            return stall;
    }
}
