/* Samples that break the rhythm of their neighbours: what lost or added pairs of edges leave
 * behind. SPDX-License-Identifier: MIT
 *
 * An edge that is lost alone is left over (pairs.h). Two that are lost next to each other leave as
 * many of either kind, and pair; so do two that are added. They show in time only, and only where
 * the from edges come regularly. F is a from, T a to; in brackets what was lost, in lower case what
 * was added:
 *
 *     F T  F T  F T  F T      every period, from F to F, is about p
 *     F T  F[T][F]T  F T      LONG: a period of 2 p, and its window spans one of them
 *     F T  F T [F][T]F T      HOLE: a period of 2 p, its window is none the longer
 *     F T  F t f T   F T      SPLIT: two periods that together are p, with windows unlike others
 *
 * A sample is compared with up to RHYTHM_SIDE samples before it and behind it. low and high are the
 * least and the greatest of their periods, without one in 32 at either end, so that another loss
 * nearby does not hide this one. k more edges of each kind are missing where the period lies in
 * [(k + 1) low - step, (k + 1) high + step]; step is what sampling can move an edge by. It counts
 * only if that interval is no wider than a quarter of the median period, and with at least
 * RHYTHM_LEAST samples to compare with: an interrupt that lengthens a window by any time of a
 * period or more then passes for lost edges once in four times at most, and much less often where
 * periods are regular. Where they are not, nothing is known, and that is counted, too.
 *
 * So LONG and SPLIT are suspicions, never proof. And there are pairs of edges that no rule can find
 * in the capture alone: an added pair whose window is like others, and all that happens where
 * periods are irregular or where edges are lost everywhere. Only the target's own counts tell
 * (against.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "places.h"

#define RHYTHM_SIDE 32u
#define RHYTHM_LEAST 5u
#define RHYTHM_KEPT (2 * RHYTHM_SIDE + 1)

struct rhythm_sample {
    int64_t from_ticks;
    uint64_t window, period; /* ticks; period: to the next from, 0: not known */
    uint8_t marks;           /* of pairs.h */
    bool suspect;            /* LONG, or half of a SPLIT */
};

/* Set sink, context, grid; all else zero. Constant in size. */
struct rhythm {
    /* Gets every sample, judged, in its order. */
    void (*sink)(void *context, const struct rhythm_sample *sample);
    void *context;
    const uint64_t *grid; /* ticks: that of the edges so far (edges.h), 0: none */

    struct rhythm_sample kept[RHYTHM_KEPT]; /* a ring */
    size_t begin, count, judged;            /* judged: of the kept ones, from the oldest on */
    uint64_t periods[RHYTHM_KEPT];          /* known ones of the kept, in order of size */
    size_t period_count;

    uint64_t samples, suspects, not_judged;
    struct places longer, split, holes; /* splits: of their first halves */
    uint64_t missing;                   /* pairs of edges, by the periods of longer and holes */
};

void rhythm_add(struct rhythm *rhythm, const struct rhythm_sample *sample);
/* No sample comes any more: judges those that wait. */
void rhythm_end(struct rhythm *rhythm);
