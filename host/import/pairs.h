/* Edges of two channels to samples: from each edge of one to the next edge of the other.
 * SPDX-License-Identifier: MIT
 *
 * An edge pairs only with its neighbour: "from" and then "to", nothing of either between them. What
 * is left over is counted, and never paired with anything: a "from" that another "from" follows, a
 * "to" that follows a "to". A "to" before the first "from" and a "from" after the last "to" are
 * what the ends of a capture cut, and counted apart. Edges that are lost or added in pairs leave
 * nothing over: rhythm.h.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/import/edges.h"
#include "host/import/places.h"
#include "host/import/rhythm.h"
#include "host/import/samples.h"

enum pairs_slope { PAIRS_RISE, PAIRS_FALL, PAIRS_ANY };

struct pairs_edge {
    uint32_t watch;
    enum pairs_slope slope;
};

/* Channels whose edges are marked; the bits of a sample's mark. */
#define PAIRS_MARKS_MAX 8u
/* pairs_init, then set from, to, marks; then it listens (pairs_listen) to the edges. */
struct pairs {
    struct pairs_edge from, to, mark[PAIRS_MARKS_MAX];
    size_t mark_count;

    bool armed; /* a from waits */
    int64_t from_ticks;
    uint8_t marked; /* in the window that is open */
    bool window_in_doubt;
    struct rhythm rhythm;
    struct rhythm_sample last, before; /* last: its period is not known yet, where has_last */
    bool any, has_last;
    struct samples samples; /* flag i: mark[i] had an edge in the window, ends included */
    struct places missing_to, extra_to; /* within the capture */
    uint64_t before_first, after_last;  /* at its ends: 0 or more to, 0 or 1 from */
    uint64_t in_doubt;                  /* samples with an edge whose time is in doubt */
};

/* "PE2:rise", "PE2:fall", "PE2:any"; "PE2" rises. The channel's name is the first *length bytes. */
enum pairs_slope pairs_slope_of(const char *text, size_t *length);

/* "rise", "fall", "any". */
const char *pairs_slope_name(enum pairs_slope slope);

/* edges: those that it will listen to. */
void pairs_init(struct pairs *pairs, const struct edges *edges);
/* An edges_listener; context is a struct pairs. */
void pairs_listen(void *context, int64_t ticks, const struct edge *edges, size_t count);
/* The capture has run through. */
void pairs_end(struct pairs *pairs);
/* Whether nothing was left over but at the ends of the capture. */
bool pairs_are_whole(const struct pairs *pairs);
void pairs_free(struct pairs *pairs);
