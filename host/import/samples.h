/* Samples in their order, as many as there are, in constant memory.
 * SPDX-License-Identifier: MIT
 *
 * What does not fit into one block goes into a scratch file, 10 bytes a sample. They are written
 * once and read as often as one likes, from the first to the last.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/core/run/stats.h"

#define SAMPLES_BLOCK 16384u
/* Bits of a sample's flags: eight marks (pairs.h), and whether it is suspect (rhythm.h). */
#define SAMPLES_SUSPECT 8u
#define SAMPLES_FLAGS 9u

struct samples_block {
    uint64_t first; /* index of its first sample */
    size_t count;
    uint64_t ticks[SAMPLES_BLOCK];
    uint16_t flags[SAMPLES_BLOCK];
};

struct samples {
    uint64_t count, with_flag[SAMPLES_FLAGS];
    struct samples_block *filling, *reading; /* NULL before the first */
    uint64_t next;                           /* block that samples_next gives */
    int file;                                /* -1: all of them are in filling */
    bool failed;                             /* error says why; what came then is not there */
    struct error error;
};

void samples_init(struct samples *samples);
void samples_free(struct samples *samples);
void samples_add(struct samples *samples, uint64_t ticks, uint16_t flags);
/* The first block comes next. */
void samples_rewind(struct samples *samples);
/* The next block, good until the next call; NULL behind the last, and where reading failed. */
const struct samples_block *samples_next(struct samples *samples);
/* One sample at least, and none failed before. */
struct stats samples_stats(struct samples *samples, uint64_t hz);
