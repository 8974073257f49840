/* Pairs edges into samples.
 * SPDX-License-Identifier: MIT
 */
#include "pairs.h"

#include <string.h>

static const char *const slope_names[] = {
    [PAIRS_RISE] = "rise", [PAIRS_FALL] = "fall", [PAIRS_ANY] = "any"};

const char *pairs_slope_name(enum pairs_slope slope)
{
    return slope_names[slope];
}

enum pairs_slope pairs_slope_of(const char *text, size_t *length)
{
    const char *colon = strrchr(text, ':');
    *length = strlen(text);
    for (int slope = PAIRS_RISE; colon != NULL && slope <= PAIRS_ANY; slope++)
        if (strcmp(colon + 1, slope_names[slope]) == 0) {
            *length = (size_t)(colon - text);
            return (enum pairs_slope)slope;
        }
    return PAIRS_RISE;
}

static bool fits(const struct edge *edge, const struct pairs_edge *wanted)
{
    return edge->watch == wanted->watch &&
           (wanted->slope == PAIRS_ANY || (wanted->slope == PAIRS_RISE) == edge->rising);
}

static const struct edge *find(const struct edge *edges, size_t count,
                               const struct pairs_edge *wanted)
{
    for (size_t i = 0; i < count; i++)
        if (fits(&edges[i], wanted))
            return &edges[i];
    return NULL;
}

static uint8_t marks_in(const struct pairs *pairs, const struct edge *edges, size_t count)
{
    unsigned marks = 0;
    for (size_t i = 0; i < pairs->mark_count; i++)
        if (find(edges, count, &pairs->mark[i]) != NULL)
            marks |= 1u << i;
    return (uint8_t)marks;
}

/* A sink of the rhythm. */
static void add_sample(void *context, const struct rhythm_sample *sample)
{
    struct pairs *pairs = context;
    unsigned suspect = sample->suspect ? 1u << SAMPLES_SUSPECT : 0;
    samples_add(&pairs->samples, sample->window, (uint16_t)(sample->marks | suspect));
}

/* period 0: not known. */
static void end_period(struct pairs *pairs, uint64_t period)
{
    if (!pairs->has_last)
        return;
    pairs->last.period = period;
    rhythm_add(&pairs->rhythm, &pairs->last);
    pairs->before = pairs->last;
    pairs->has_last = false;
}

static void take_to(struct pairs *pairs, const struct edge *edge, int64_t ticks)
{
    if (pairs->armed) {
        pairs->last =
            (struct rhythm_sample){.from_ticks = pairs->from_ticks,
                                   .window = (uint64_t)ticks - (uint64_t)pairs->from_ticks,
                                   .marks = pairs->marked};
        pairs->any = pairs->has_last = true;
        pairs->in_doubt += pairs->window_in_doubt || edge->in_doubt;
    } else if (!pairs->any && pairs->missing_to.count == 0) {
        pairs->before_first++;
    } else {
        places_add(&pairs->extra_to, ticks);
        end_period(pairs, 0);
    }
    pairs->armed = false;
}

static void take_from(struct pairs *pairs, const struct edge *edge, int64_t ticks, uint8_t marks)
{
    if (pairs->armed)
        places_add(&pairs->missing_to, pairs->from_ticks);
    end_period(pairs, (uint64_t)ticks - (uint64_t)pairs->last.from_ticks);
    pairs->armed = true;
    pairs->from_ticks = ticks;
    pairs->window_in_doubt = edge->in_doubt;
    pairs->marked = marks;
}

void pairs_init(struct pairs *pairs, const struct edges *edges)
{
    *pairs = (struct pairs){.rhythm = {.sink = add_sample, .context = pairs, .grid = &edges->grid}};
    samples_init(&pairs->samples);
}

void pairs_listen(void *context, int64_t ticks, const struct edge *edges, size_t count)
{
    struct pairs *pairs = context;
    const struct edge *from = find(edges, count, &pairs->from);
    const struct edge *to = find(edges, count, &pairs->to);
    uint8_t marks = marks_in(pairs, edges, count);
    pairs->marked |= marks;
    /* At one time stamp the order is not known: an edge that is waited for ends its window first;
     * without a window, a from comes first. One edge that is both ends a window and begins one. */
    bool ends = to != NULL && pairs->armed;
    if (ends)
        take_to(pairs, to, ticks);
    if (from != NULL)
        take_from(pairs, from, ticks, marks);
    if (to != NULL && !ends && to != from)
        take_to(pairs, to, ticks);
}

void pairs_end(struct pairs *pairs)
{
    const struct rhythm_sample *last = &pairs->last, *before = &pairs->before;
    bool follows = (uint64_t)before->from_ticks + before->period == (uint64_t)last->from_ticks;
    pairs->after_last = pairs->armed;
    /* No from follows the last sample: the distance of the last two to stands for its period. */
    end_period(pairs,
               before->period != 0 && follows ? before->period + last->window - before->window : 0);
    rhythm_end(&pairs->rhythm);
}

bool pairs_are_whole(const struct pairs *pairs)
{
    return pairs->missing_to.count == 0 && pairs->extra_to.count == 0;
}

void pairs_free(struct pairs *pairs)
{
    samples_free(&pairs->samples);
}
