/* The memories between core and flash: the flash interface's read line, ART of the STM32F4,
 * prefetch of the STM32F0, ICACHE of the STM32H5. SPDX-License-Identifier: MIT
 *
 * What a fetch costs is asked once for each granule of code that execution enters. A hit costs
 * nothing and is inline; everything else is timing_fetch.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* ICACHE of the STM32H5: 8 KB, 2 ways, 16-byte lines (ST AN5212). */
#define ICACHE_LINE_SHIFT 4
#define ICACHE_SETS 256u
#define ICACHE_WAYS 2

struct icache {
    bool enabled;
    uint32_t line[ICACHE_SETS][ICACHE_WAYS]; /* address >> ICACHE_LINE_SHIFT; 0: empty */
    uint8_t recent[ICACHE_SETS];             /* way used last: the other one is replaced */
};

/* ART of the STM32F4: 64 lines of 128 bits for instructions and 8 for data, both fully associative,
 * replacing the line that was not used for longest (RM0090 3.5). */
#define ART_LINE_SHIFT 4
#define ART_LINES 64
#define ART_DATA_LINES 8
/* Lines of the largest flash, 1 MiB. */
#define ART_INDEX_SIZE 65536u

struct art {
    bool prefetch, icache, dcache;   /* FLASH_ACR.PRFTEN, ICEN, DCEN */
    bool icache_reset, dcache_reset; /* ICRST, DCRST: held empty while set */
    uint8_t place[ART_INDEX_SIZE];   /* in line, of what has these low bits, plus 1; 0: none */
    uint32_t line[ART_LINES];        /* address >> ART_LINE_SHIFT; 0: empty */
    uint64_t used[ART_LINES];
    uint32_t data_line[ART_DATA_LINES];
    uint64_t data_used[ART_DATA_LINES];
    uint64_t uses; /* so far: stamps of used and data_used */
};

/* Lines that a flash interface reads ahead at most. */
#define FLASH_AHEAD_MAX 4

struct flash_timing {
    unsigned wait_states;   /* as FLASH_ACR says now */
    bool f0_prefetch;       /* F0: FLASH_ACR.PRFTBE */
    unsigned granule_shift; /* fetches are asked for each 2^granule_shift bytes; 0: all are free */
    bool granule_changed;   /* pre-decoded blocks are stale */
    uint32_t line;          /* in the interface's buffer: address >> granule_shift; 0: none */
    unsigned ahead;         /* lines behind it that are read ahead, */
    uint64_t ahead_cycle[FLASH_AHEAD_MAX]; /* and when each starts to be read */
    uint64_t array_free_cycle; /* first cycle at which no read that was asked for is going on */
    uint64_t refills;          /* changes of a cache's content */
    struct icache icache;
    struct art art;
};

/* The granule (address >> granule_shift) comes from a cache, without a stall. */
static inline bool flash_fetch_hit(struct flash_timing *flash, uint32_t granule)
{
    if (flash->icache.enabled) {
        struct icache *cache = &flash->icache;
        uint32_t set = granule & (ICACHE_SETS - 1);
        if (cache->line[set][0] == granule)
            cache->recent[set] = 0;
        else if (cache->line[set][1] == granule)
            cache->recent[set] = 1;
        else
            return false;
        return true;
    }
    struct art *art = &flash->art;
    uint8_t place = art->place[granule & (ART_INDEX_SIZE - 1)];
    if (place == 0 || art->line[place - 1] != granule)
        return false;
    art->used[place - 1] = ++art->uses;
    return true;
}

/* A load from flash at address costs nothing. */
static inline bool flash_load_hit(struct flash_timing *flash, uint32_t address)
{
    if (flash->icache.enabled)
        return flash_fetch_hit(flash, address >> ICACHE_LINE_SHIFT);
    return flash->granule_shift == 0;
}
