/* Keeps samples in blocks, the last one in memory, those before it in a scratch file.
 * SPDX-License-Identifier: MIT
 */
#include "samples.h"

#include <stdlib.h>
#include <unistd.h>

#include "host/base/scratch.h"
#include "host/base/xalloc.h"

void samples_init(struct samples *samples)
{
    *samples = (struct samples){.file = -1};
}

void samples_free(struct samples *samples)
{
    free(samples->filling);
    free(samples->reading);
    if (samples->file >= 0)
        close(samples->file);
    samples_init(samples);
}

/* Of a block that is full. */
static void put_away(struct samples *samples)
{
    struct samples_block *block = samples->filling;
    if (samples->file < 0)
        samples->file = scratch_open(&samples->error);
    samples->failed = samples->file < 0 ||
                      !scratch_write(samples->file, block, sizeof *block,
                                     block->first / SAMPLES_BLOCK * sizeof *block, &samples->error);
    block->first += block->count;
    block->count = 0;
}

void samples_add(struct samples *samples, uint64_t ticks, uint16_t flags)
{
    if (samples->failed)
        return;
    if (samples->filling == NULL)
        samples->filling = xcalloc(1, sizeof *samples->filling);
    struct samples_block *block = samples->filling;
    if (block->count == SAMPLES_BLOCK)
        put_away(samples);
    block->ticks[block->count] = ticks;
    block->flags[block->count++] = flags;
    samples->count++;
    for (unsigned flag = 0; flags >> flag != 0; flag++)
        samples->with_flag[flag] += (unsigned)flags >> flag & 1u;
}

void samples_rewind(struct samples *samples)
{
    samples->next = 0;
}

const struct samples_block *samples_next(struct samples *samples)
{
    struct samples_block *filling = samples->filling;
    if (samples->failed || filling == NULL || samples->next * SAMPLES_BLOCK > filling->first) {
        samples->next = 0;
        return NULL;
    }
    uint64_t block = samples->next++;
    if (block * SAMPLES_BLOCK == filling->first)
        return filling;
    if (samples->reading == NULL)
        samples->reading = xcalloc(1, sizeof *samples->reading);
    samples->failed = !scratch_read(samples->file, samples->reading, sizeof *samples->reading,
                                    block * sizeof *samples->reading, &samples->error);
    return samples->failed ? NULL : samples->reading;
}

/* For stats_of_pieces. */
static size_t next_piece(void *context, const uint64_t **ticks)
{
    const struct samples_block *block = samples_next(context);
    *ticks = block != NULL ? block->ticks : NULL;
    return block != NULL ? block->count : 0;
}

struct stats samples_stats(struct samples *samples, uint64_t hz)
{
    samples_rewind(samples);
    return stats_of_pieces(&(struct stats_pieces){next_piece, samples}, hz);
}
