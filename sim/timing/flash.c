/* Fetches and loads from flash: read line, prefetch, ART, ICACHE.
 * SPDX-License-Identifier: MIT
 *
 * A read of the array takes its wait states and one cycle, and that one is the core's own.
 * Sources: RM0090 3.5 (read line, prefetch, ART), RM0091 3.2 (prefetch of the F0), AN5212 (ICACHE).
 */
#include <string.h>

#include "sim/timing/timing.h"

#define WORD_SHIFT 2
/* An instruction's load reads this many cycles behind its own fetch: decode, address, data. */
#define LOAD_BEHIND_FETCH_CYCLES 3

/* ---- what the registers say ---- */

/* A part with the ICACHE asks it for everything, and whatever it has not costs the same. */
static bool has_icache(const struct timing *timing)
{
    return timing->row[TIMING_KNOB_ICACHE_MISS] != NULL;
}

static unsigned granule_shift(const struct timing *timing)
{
    const struct flash_timing *flash = &timing->flash;
    unsigned width = timing->knob[TIMING_KNOB_FLASH_WIDTH];
    if (!has_icache(timing) && flash->wait_states == 0)
        return 0;
    return width == 1u << ART_LINE_SHIFT ? ART_LINE_SHIFT : WORD_SHIFT;
}

static void forget_reads(struct flash_timing *flash)
{
    flash->line = 0;
    flash->ahead = 0;
    flash->array_free_cycle = 0;
}

static void settings_changed(struct timing *timing)
{
    struct flash_timing *flash = &timing->flash;
    unsigned shift = granule_shift(timing);
    if (shift == flash->granule_shift)
        return;
    flash->granule_shift = shift;
    flash->granule_changed = true;
    forget_reads(flash);
}

void timing_set_flash(struct timing *timing, unsigned wait_states)
{
    timing->flash.wait_states = wait_states;
    settings_changed(timing);
}

void timing_set_f0_prefetch(struct timing *timing, bool enabled)
{
    timing->flash.f0_prefetch = enabled;
    settings_changed(timing);
}

void timing_set_icache(struct timing *timing, bool enabled)
{
    struct icache *cache = &timing->flash.icache;
    /* Compiled code knows which cache there is. */
    if (cache->enabled != enabled)
        timing->flash.granule_changed = true;
    cache->enabled = enabled;
}

void timing_invalidate_icache(struct timing *timing)
{
    struct icache *cache = &timing->flash.icache;
    memset(cache->line, 0, sizeof cache->line);
    memset(cache->recent, 0, sizeof cache->recent);
}

static void empty_instructions(struct art *art)
{
    memset(art->place, 0, sizeof art->place);
    memset(art->line, 0, sizeof art->line);
    memset(art->used, 0, sizeof art->used);
}

static void empty_data(struct art *art)
{
    memset(art->data_line, 0, sizeof art->data_line);
    memset(art->data_used, 0, sizeof art->data_used);
}

void timing_set_art(struct timing *timing, bool prefetch, bool icache, bool dcache)
{
    struct art *art = &timing->flash.art;
    if (art->icache && !icache)
        empty_instructions(art);
    if (art->dcache && !dcache)
        empty_data(art);
    if (art->icache != icache || art->dcache != dcache)
        timing->flash.granule_changed = true;
    art->prefetch = prefetch;
    art->icache = icache;
    art->dcache = dcache;
}

void timing_reset_art(struct timing *timing, bool icache, bool dcache)
{
    struct art *art = &timing->flash.art;
    if (icache)
        empty_instructions(art);
    if (dcache)
        empty_data(art);
    art->icache_reset = icache;
    art->dcache_reset = dcache;
}

void flash_reset(struct timing *timing)
{
    struct flash_timing *flash = &timing->flash;
    memset(flash, 0, sizeof *flash);
    settings_changed(timing);
    flash->granule_changed = true;
}

/* ---- caches ---- */

/* The way not used last is replaced (pseudo-LRU of two ways). */
static unsigned refill_icache(struct timing *timing, uint32_t line)
{
    struct icache *cache = &timing->flash.icache;
    uint32_t set = line & (ICACHE_SETS - 1);
    uint8_t way = cache->recent[set] ^ 1;
    cache->line[set][way] = line;
    cache->recent[set] = way;
    timing->flash.refills++;
    return timing->knob[TIMING_KNOB_ICACHE_MISS];
}

static unsigned oldest(const uint64_t *used, unsigned count)
{
    unsigned place = 0;
    for (unsigned k = 1; k < count; k++)
        if (used[k] < used[place])
            place = k;
    return place;
}

static void allocate_instruction(struct flash_timing *flash, uint32_t line)
{
    struct art *art = &flash->art;
    if (!art->icache || art->icache_reset)
        return;
    unsigned place = oldest(art->used, ART_LINES);
    uint8_t *old = &art->place[art->line[place] & (ART_INDEX_SIZE - 1)];
    if (art->line[place] != 0 && *old == place + 1)
        *old = 0;
    art->line[place] = line;
    art->place[line & (ART_INDEX_SIZE - 1)] = (uint8_t)(place + 1);
    art->used[place] = ++art->uses;
    flash->refills++;
}

static bool art_has_data(struct art *art, uint32_t line)
{
    for (unsigned k = 0; k < ART_DATA_LINES; k++) {
        if (art->data_line[k] == line) {
            art->data_used[k] = ++art->uses;
            return true;
        }
    }
    return false;
}

static void allocate_data(struct flash_timing *flash, uint32_t line)
{
    struct art *art = &flash->art;
    if (!art->dcache || art->dcache_reset)
        return;
    unsigned place = oldest(art->data_used, ART_DATA_LINES);
    art->data_line[place] = line;
    art->data_used[place] = ++art->uses;
    flash->refills++;
}

/* ---- reads of the array ---- */

static uint64_t read_cycles(const struct flash_timing *flash)
{
    return flash->wait_states + 1;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A read that is asked for at cycle at: behind what has begun, before what was only planned.
 * Returns the cycle at which it starts. */
static uint64_t read_array(struct flash_timing *flash, uint64_t at)
{
    uint64_t start = later(at, flash->array_free_cycle);
    for (unsigned k = 0; k < flash->ahead; k++)
        if (flash->ahead_cycle[k] < start)
            start = later(start, flash->ahead_cycle[k] + read_cycles(flash));
    uint64_t free = start + read_cycles(flash);
    flash->array_free_cycle = free;
    for (unsigned k = 0; k < flash->ahead; k++) {
        if (flash->ahead_cycle[k] < start)
            continue;
        flash->ahead_cycle[k] = later(flash->ahead_cycle[k], free);
        free = flash->ahead_cycle[k] + read_cycles(flash);
    }
    return start;
}

static bool cached(const struct flash_timing *flash, uint32_t line)
{
    uint8_t place = flash->art.place[line & (ART_INDEX_SIZE - 1)];
    return place != 0 && flash->art.line[place - 1] == line;
}

/* Plans reads from cycle at on, until enough lines are ahead. */
static void read_ahead(struct timing *timing, uint64_t at)
{
    struct flash_timing *flash = &timing->flash;
    if (!flash->f0_prefetch && !flash->art.prefetch)
        return;
    while (flash->ahead < timing->knob[TIMING_KNOB_FLASH_AHEAD] && flash->ahead < FLASH_AHEAD_MAX &&
           !cached(flash, flash->line + flash->ahead + 1)) {
        uint64_t start = later(at, flash->array_free_cycle);
        if (flash->ahead != 0)
            start = later(start, flash->ahead_cycle[flash->ahead - 1] + read_cycles(flash));
        flash->ahead_cycle[flash->ahead++] = start;
    }
}

/* The line that was read ahead first becomes the current one; the cycle at which it is there. */
static uint64_t take_ahead(struct flash_timing *flash)
{
    uint64_t start = flash->ahead_cycle[0];
    flash->array_free_cycle = later(flash->array_free_cycle, start + read_cycles(flash));
    flash->ahead--;
    for (unsigned k = 0; k < flash->ahead; k++)
        flash->ahead_cycle[k] = flash->ahead_cycle[k + 1];
    return start + flash->wait_states;
}

unsigned timing_fetch(struct timing *timing, uint32_t address, uint64_t now)
{
    struct flash_timing *flash = &timing->flash;
    uint32_t line = address >> flash->granule_shift;
    if (flash->granule_shift == 0 || flash_fetch_hit(flash, line))
        return 0;
    if (flash->icache.enabled)
        return refill_icache(timing, line);
    if (flash->line == line)
        return 0;
    uint64_t ready;
    if (line == flash->line + 1 && flash->ahead != 0) {
        /* The core takes it before it executes it, and so makes room for the next read. */
        uint64_t early = timing->knob[TIMING_KNOB_FLASH_LOOKAHEAD];
        ready = later(take_ahead(flash), now > early ? now - early : 0);
    } else {
        flash->ahead = 0; /* of no use; a read that has begun is given up */
        ready = read_array(flash, now) + flash->wait_states;
    }
    flash->line = line;
    allocate_instruction(flash, line);
    read_ahead(timing, ready + 1);
    return ready > now ? (unsigned)(ready - now) : 0;
}

unsigned flash_load(struct timing *timing, uint32_t address, uint64_t now)
{
    struct flash_timing *flash = &timing->flash;
    now += LOAD_BEHIND_FETCH_CYCLES;
    if (has_icache(timing))
        return timing_fetch(timing, address, now);
    if (flash->granule_shift == 0)
        return 0;
    uint32_t line = address >> ART_LINE_SHIFT;
    if (flash->art.dcache && art_has_data(&flash->art, line))
        return 0;
    allocate_data(flash, line);
    return (unsigned)(read_array(flash, now) + flash->wait_states - now);
}

unsigned timing_fetch_worst(const struct timing *timing)
{
    unsigned miss = timing->knob[TIMING_KNOB_ICACHE_MISS];
    unsigned reads = (FLASH_AHEAD_MAX + 2) * (timing->flash.wait_states + 1);
    return miss > reads ? miss : reads;
}
