/* Levels to edges.
 * SPDX-License-Identifier: MIT
 */
#include "edges.h"

#include <stdlib.h>

#include "host/base/xalloc.h"

#define NONE EDGES_NOT_WATCHED

void edges_init(struct edges *edges, uint32_t bits)
{
    *edges = (struct edges){.bits = bits, .oldest = NONE, .youngest = NONE};
    edges->watch_of_bit = xcalloc(bits, sizeof *edges->watch_of_bit);
    for (uint32_t bit = 0; bit < bits; bit++)
        edges->watch_of_bit[bit] = NONE;
}

uint32_t edges_watch(struct edges *edges, uint32_t bit)
{
    uint32_t *watch = &edges->watch_of_bit[bit];
    if (*watch != NONE)
        return *watch;
    size_t before = edges->capacity;
    edges->watches =
        xgrow(edges->watches, &edges->capacity, edges->count + 1, sizeof *edges->watches);
    if (edges->capacity != before) {
        size_t touched = before, batch = before;
        edges->touched = xgrow(edges->touched, &touched, edges->capacity, sizeof *edges->touched);
        edges->batch = xgrow(edges->batch, &batch, edges->capacity, sizeof *edges->batch);
    }
    *watch = (uint32_t)edges->count++;
    edges->watches[*watch] =
        (struct edges_watch){.bit = bit, .now = EDGES_UNKNOWN, .known = EDGES_UNKNOWN};
    return *watch;
}

void edges_free(struct edges *edges)
{
    free(edges->watches);
    free(edges->watch_of_bit);
    free(edges->touched);
    free(edges->batch);
    *edges = (struct edges){0};
}

/* ---- what is certain: counted, and told in batches of one time ---- */

static void tell(struct edges *edges)
{
    if (edges->batch_count != 0 && edges->listener != NULL)
        edges->listener(edges->context, edges->batch_ticks, edges->batch, edges->batch_count);
    edges->batch_count = 0;
}

static void keep_grid(struct edges *edges, int64_t ticks)
{
    if (edges->accepted++ == 0)
        edges->origin = ticks;
    uint64_t a = (uint64_t)ticks - (uint64_t)edges->origin, b = edges->grid;
    if (b == 1 || a == 0 || (b != 0 && a % b == 0))
        return;
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    edges->grid = a;
}

static void count(struct edges_counts *counts, const struct edge *edge, int64_t ticks)
{
    if (counts->rising + counts->falling == 0)
        counts->first = ticks;
    else if (counts->shortest == 0 || ticks - counts->last < counts->shortest) {
        counts->shortest = ticks - counts->last;
        counts->shortest_at = counts->last;
    }
    counts->last = ticks;
    counts->rising += edge->rising;
    counts->falling += !edge->rising;
    counts->in_doubt += edge->in_doubt;
}

/* Edges come here in the order of their time. */
static void accept(struct edges *edges, const struct edge *edge, int64_t ticks)
{
    if (edges->batch_count != 0 && ticks != edges->batch_ticks)
        tell(edges);
    count(&edges->watches[edge->watch].counts, edge, ticks);
    keep_grid(edges, ticks);
    edges->batch[edges->batch_count++] = *edge;
    edges->batch_ticks = ticks;
}

/* ---- the filter: an edge counts when its level has lasted ---- */

static void unlink_pending(struct edges *edges, struct edges_watch *watch)
{
    if (watch->previous != NONE)
        edges->watches[watch->previous].next = watch->next;
    else
        edges->oldest = watch->next;
    if (watch->next != NONE)
        edges->watches[watch->next].previous = watch->previous;
    else
        edges->youngest = watch->previous;
    watch->pending = false;
}

static void hold(struct edges *edges, const struct edge *edge, int64_t ticks)
{
    struct edges_watch *watch = &edges->watches[edge->watch];
    if (watch->pending) {
        unlink_pending(edges, watch);
        watch->counts.filtered++;
        return;
    }
    watch->pending = true;
    watch->edge = *edge;
    watch->edge_ticks = ticks;
    watch->previous = edges->youngest;
    watch->next = NONE;
    if (edges->youngest != NONE)
        edges->watches[edges->youngest].next = edge->watch;
    else
        edges->oldest = edge->watch;
    edges->youngest = edge->watch;
}

/* Accepts what has lasted at ticks; all of it where the capture has ended. */
static void release(struct edges *edges, int64_t ticks, bool all)
{
    while (edges->oldest != NONE) {
        struct edges_watch *watch = &edges->watches[edges->oldest];
        if (!all &&
            (uint64_t)ticks - (uint64_t)watch->edge_ticks < (uint64_t)edges->min_pulse_ticks)
            return;
        unlink_pending(edges, watch);
        accept(edges, &watch->edge, watch->edge_ticks);
    }
}

/* ---- one time stamp is over ---- */

static void settle_watch(struct edges *edges, uint32_t index)
{
    struct edges_watch *watch = &edges->watches[index];
    bool moved = watch->moved;
    watch->touched = watch->moved = false;
    if (watch->now == EDGES_UNKNOWN)
        return;
    if (watch->known == EDGES_UNKNOWN) {
        watch->known = watch->now;
        watch->in_doubt = false;
        return;
    }
    struct edge edge = {index, watch->now == EDGES_HIGH, watch->in_doubt};
    watch->in_doubt = false;
    if (watch->now == watch->known) {
        watch->counts.without_width += moved;
        return;
    }
    watch->known = watch->now;
    if (edges->min_pulse_ticks != 0)
        hold(edges, &edge, edges->now);
    else
        accept(edges, &edge, edges->now);
}

static void settle_all(struct edges *edges)
{
    for (size_t i = 0; i < edges->touched_count; i++)
        settle_watch(edges, edges->touched[i]);
    edges->touched_count = 0;
}

void edges_settle(struct edges *edges, int64_t ticks)
{
    if (!edges->started) {
        edges->started = true;
        edges->first = ticks;
    } else {
        settle_all(edges);
        release(edges, ticks, false);
    }
    edges->now = ticks;
}

void edges_end(struct edges *edges, int64_t ticks)
{
    settle_all(edges);
    release(edges, ticks, true);
    tell(edges);
    edges->now = ticks;
}
