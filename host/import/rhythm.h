/* Samples that break the rhythm of their neighbours: what edges lost or added in pairs leave.
 * SPDX-License-Identifier: MIT
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
 * A period that is longer than two others but no multiple of them is a LATE window or a PAUSE, by
 * where the time passes: an interrupt or a rest, or lost edges and either.
 *
 * A sample is compared with up to RHYTHM_SIDE samples before it and behind it, RHYTHM_LEAST in all
 * at least. low and high are the least and the greatest of their periods without one in eight at
 * either end, which interrupts or other losses may have; with slack = (high - low) / 2 + step,
 * where step is what sampling can move an edge by, nearly all periods lie in [low - slack, high +
 * slack]. k more edges of each kind seem to be missing where the period lies in [(k + 1) low -
 * slack, (k + 1) high + slack]. That counts only if the interval is no wider than a quarter of the
 * median period: an interrupt that lengthens a window by any time of a period or more then passes
 * for lost edges once in four times at most, and more seldom the more regular the periods are. And
 * it counts only if no more than one in 25 of the others is half a period longer than the median,
 * too, and no more than two in 25 a quarter shorter: else that is a rhythm of its own, as in the
 * gaps between words of a bus. What does not count is not judged, and its samples are counted.
 *
 * Where windows are LATE by interrupts, some are LONG by chance: by each LATE one, the width of the
 * interval over that of what is LATE around it. LONG samples that are not significantly more than
 * that (three standard deviations of a Poisson distribution) are still suspect, but no evidence of
 * a loss.
 *
 * So LONG and SPLIT are suspicions, never proof; but where neighbours are regular no window spans
 * lost edges without being LONG or LATE. There are pairs of edges that no rule can find in the
 * capture alone: an added pair whose window is like others, or into whose window an interrupt came,
 * and all that happens where periods are irregular or edges are lost everywhere. Only the target's
 * own counts tell (against.h).
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
    struct places longer, split, holes, late, pauses; /* split: the first halves */
    double chance;                                    /* LONG ones to expect, by the LATE ones */
    uint64_t missing; /* pairs of edges, by the periods of longer and holes */
};

void rhythm_add(struct rhythm *rhythm, const struct rhythm_sample *sample);
/* No sample comes any more: judges those that wait. */
void rhythm_end(struct rhythm *rhythm);
/* Whether there are no more LONG samples than interrupts explain; also where there are none. */
bool rhythm_is_chance(const struct rhythm *rhythm);
