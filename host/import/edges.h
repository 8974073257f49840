/* Levels to edges: which channels are watched, what they did, and who is told of each edge.
 * SPDX-License-Identifier: MIT
 *
 * A reader gives time stamps that do not go back, and levels at each. Only a change between two
 * known levels is an edge: the first known level of a channel is none; a low, something unknown
 * and a high are one rising edge at the later time, whose true time is in doubt. Levels that come
 * and go within one time stamp have no width; they are counted, and are no edges.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum edges_level { EDGES_LOW, EDGES_HIGH, EDGES_UNKNOWN };

#define EDGES_NOT_WATCHED UINT32_MAX

struct edge {
    uint32_t watch;
    bool rising;
    bool in_doubt; /* the level before it was unknown for a while */
};

/* count edges at one time. */
typedef void edges_listener(void *context, int64_t ticks, const struct edge *edges, size_t count);

struct edges_counts {
    uint64_t rising, falling;
    uint64_t in_doubt;             /* of them */
    uint64_t filtered;             /* pulses that the filter took out */
    uint64_t without_width;        /* pulses within one time stamp */
    int64_t first, last;           /* edges; where there is one */
    int64_t shortest, shortest_at; /* least ticks between two edges, and the earlier of the first
                                      two of them; 0: none */
};

struct edges_watch {
    uint32_t bit;
    uint8_t now;   /* level in the present time stamp */
    uint8_t known; /* the last known one before it */
    bool touched;  /* in the present time stamp */
    bool moved;    /* to the other known level, in the present time stamp */
    bool in_doubt; /* unknown at some time since the last known level */
    bool pending;  /* its last edge waits whether it lasts */
    struct edge edge;
    int64_t edge_ticks;
    uint32_t next, previous; /* in the queue of pending ones */
    struct edges_counts counts;
};

/* All zero watches nothing. */
struct edges {
    struct edges_watch *watches;
    size_t count, capacity;
    uint32_t *watch_of_bit; /* bits of the capture; EDGES_NOT_WATCHED */
    uint32_t bits;
    uint32_t *touched;
    size_t touched_count;
    struct edge *batch; /* at batch_ticks */
    size_t batch_count;
    int64_t batch_ticks;
    bool started;
    int64_t first, now;        /* ticks */
    int64_t origin;            /* of the first edge, for grid */
    uint64_t grid;             /* greatest common divisor of all distances between edges; 0: none */
    uint64_t accepted;         /* edges */
    int64_t min_pulse_ticks;   /* shorter pulses are taken out; 0 keeps all */
    uint32_t oldest, youngest; /* of the pending ones */
    edges_listener *listener;  /* may be NULL */
    void *context;
};

void edges_init(struct edges *edges, uint32_t bits);
/* The index of the watch on a bit, old or new. All before the first time stamp. */
uint32_t edges_watch(struct edges *edges, uint32_t bit);
void edges_free(struct edges *edges);

/* ---- for the readers ---- */

/* The slow part of edges_time. */
void edges_settle(struct edges *edges, int64_t ticks);
/* The capture has run through, up to ticks. */
void edges_end(struct edges *edges, int64_t ticks);

/* ticks is not below the one before. */
static inline void edges_time(struct edges *edges, int64_t ticks)
{
    if (edges->started && edges->touched_count == 0 && edges->oldest == EDGES_NOT_WATCHED)
        edges->now = ticks;
    else if (!edges->started || ticks != edges->now)
        edges_settle(edges, ticks);
}

static inline uint32_t edges_watch_of(const struct edges *edges, uint32_t bit)
{
    return edges->watch_of_bit[bit];
}

/* watch may be EDGES_NOT_WATCHED. */
static inline void edges_set(struct edges *edges, uint32_t watch, enum edges_level level)
{
    if (watch == EDGES_NOT_WATCHED)
        return;
    struct edges_watch *w = &edges->watches[watch];
    if (!w->touched) {
        if (w->now == (uint8_t)level && level != EDGES_UNKNOWN)
            return;
        w->touched = true;
        edges->touched[edges->touched_count++] = watch;
    }
    w->now = (uint8_t)level;
    if (level == EDGES_UNKNOWN)
        w->in_doubt = true;
    else if (w->known != EDGES_UNKNOWN && w->known != (uint8_t)level)
        w->moved = true;
}
