/* Compares each sample with its neighbours.
 * SPDX-License-Identifier: MIT
 */
#include "rhythm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE SIZE_MAX
/* At either end of the others' periods, one in so many is left out: interrupts, other losses. */
#define TRIM_ONE_IN 8u
/* Of the others, one in so many may be as odd as what is looked for; more are a rhythm of their
 * own, such as the gaps between words of up to 16 bits. */
#define ODD_ONE_IN 25u
/* Of the median period: how wide the interval for a multiple of it may be. */
#define WIDTH_ONE_IN 4u
/* The grid of the edges is taken for the sampling period where a period has so many of it; below,
 * it may as well be the rhythm of the signals. */
#define GRID_IN_PERIOD 16u

/* ---- the samples that are kept ---- */

static struct rhythm_sample *kept(struct rhythm *rhythm, size_t index)
{
    return &rhythm->kept[(rhythm->begin + index) % RHYTHM_KEPT];
}

/* The place of a period, or where it belongs. */
static size_t place_of(const struct rhythm *rhythm, uint64_t period)
{
    size_t low = 0, high = rhythm->period_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (rhythm->periods[middle] < period)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_period(struct rhythm *rhythm, uint64_t period)
{
    size_t place = place_of(rhythm, period);
    memmove(&rhythm->periods[place + 1], &rhythm->periods[place],
            (rhythm->period_count - place) * sizeof rhythm->periods[0]);
    rhythm->periods[place] = period;
    rhythm->period_count++;
}

static void drop_oldest(struct rhythm *rhythm)
{
    uint64_t period = kept(rhythm, 0)->period;
    if (period != 0) {
        size_t place = place_of(rhythm, period);
        rhythm->period_count--;
        memmove(&rhythm->periods[place], &rhythm->periods[place + 1],
                (rhythm->period_count - place) * sizeof rhythm->periods[0]);
    }
    rhythm->begin = (rhythm->begin + 1) % RHYTHM_KEPT;
    rhythm->count--;
    rhythm->judged--;
}

/* ---- what the others do ---- */

struct others {
    size_t first, second; /* kept samples that are not among them; NONE */
    uint64_t low, high, median;
    uint64_t slack; /* what one of them may lie beyond low and high by: half their spread, and
                       sampling */
    bool regular;   /* enough of them, and alike enough to tell one period from two */
};

/* How wide the interval for so many periods is: they differ among themselves, and stray by slack
 * beyond either end. UINT64_MAX where that is beyond 64 bits. */
static uint64_t width_of(const struct others *others, uint64_t times)
{
    uint64_t width;
    bool fits = !__builtin_mul_overflow(others->high - others->low, times, &width) &&
                !__builtin_add_overflow(width, 2 * others->slack, &width);
    return fits ? width : UINT64_MAX;
}

static bool tells(const struct others *others, uint64_t times)
{
    return width_of(others, times) <= others->median / WIDTH_ONE_IN;
}

/* Places of two kept samples' periods, the lower one first; the same one twice where second is
 * NONE. */
struct left_out {
    size_t places[2];
    size_t count;
};

static struct left_out left_out_of(struct rhythm *rhythm, size_t first, size_t second)
{
    struct left_out out = {{place_of(rhythm, kept(rhythm, first)->period), NONE}, 1};
    if (second == NONE)
        return out;
    size_t a = out.places[0], b = place_of(rhythm, kept(rhythm, second)->period);
    return (struct left_out){{a < b ? a : b, a < b ? b : a + (a == b)}, 2};
}

/* The period that stands at a rank, from 0, among the others. */
static uint64_t ranked(const struct rhythm *rhythm, const struct left_out *out, size_t rank)
{
    size_t place = rank + (rank >= out->places[0]);
    return rhythm->periods[place + (place >= out->places[1])];
}

/* Without one or two of the known periods. */
static struct others others_of(struct rhythm *rhythm, size_t first, size_t second)
{
    struct others others = {.first = first, .second = second};
    struct left_out out = left_out_of(rhythm, first, second);
    size_t count = rhythm->period_count - out.count;
    if (count < RHYTHM_LEAST)
        return others;
    size_t trim = count / TRIM_ONE_IN, odd = count / ODD_ONE_IN;
    others.low = ranked(rhythm, &out, trim);
    others.median = ranked(rhythm, &out, count / 2);
    others.high = ranked(rhythm, &out, count - 1 - trim);
    uint64_t grid = *rhythm->grid, half = others.median / 2;
    uint64_t step = grid != 0 && grid <= others.median / GRID_IN_PERIOD ? grid : 1;
    if (others.high - others.low > others.median)
        return others;
    others.slack = (others.high - others.low) / 2 + step;
    /* A loss is one long period, an added pair two short ones. */
    others.regular = tells(&others, 2) &&
                     ranked(rhythm, &out, count - 1 - odd) < others.median + half &&
                     ranked(rhythm, &out, 2 * odd) >= half + half / 2;
    return others;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

struct windows {
    uint64_t low, high; /* but for a few odd ones */
};

/* Only for samples that stand out, so it may take its time. */
static struct windows windows_of(struct rhythm *rhythm, const struct others *others)
{
    uint64_t windows[RHYTHM_KEPT];
    size_t count = 0;
    for (size_t i = 0; i < rhythm->count; i++)
        if (i != others->first && i != others->second && kept(rhythm, i)->period != 0)
            windows[count++] = kept(rhythm, i)->window;
    qsort(windows, count, sizeof windows[0], by_value);
    size_t odd = count / ODD_ONE_IN;
    return (struct windows){windows[odd], windows[count - 1 - odd]};
}

static bool is_like(const struct windows *windows, uint64_t slack, uint64_t window)
{
    return window + slack >= windows->low && window <= windows->high + slack;
}

/* ---- what one sample does ---- */

/* How often the others' period is in this one, rounded. */
static uint64_t times_of(const struct others *others, uint64_t period)
{
    return period / others->median + (period % others->median > others->median / 2);
}

static bool is_multiple(const struct others *others, uint64_t period, uint64_t times)
{
    uint64_t low, high;
    return times >= 2 && tells(others, times) &&
           !__builtin_mul_overflow(others->low, times, &low) &&
           !__builtin_mul_overflow(others->high, times, &high) && period + others->slack >= low &&
           period <= high + others->slack;
}

/* A late window might as well have been as long as a multiple: so many of those are expected for
 * it, by how wide the interval is and how wide what is late around it, of twice the period only
 * above. */
static double chance_of(const struct others *others, uint64_t times)
{
    if (times < 2 || !tells(others, times))
        return 0;
    double share = (double)width_of(others, times) / (double)others->median;
    return (times == 2 ? 2 : 1) * share / (1 - share);
}

static void judge_longer(struct rhythm *rhythm, size_t index, const struct others *others)
{
    struct rhythm_sample *sample = kept(rhythm, index);
    uint64_t times = times_of(others, sample->period);
    bool multiple = is_multiple(others, sample->period, times);
    if (!multiple && sample->period - others->low + others->slack < others->low)
        return;
    uint64_t spanned = others->low * (multiple ? times - 1 : 1);
    struct windows windows = windows_of(rhythm, others);
    if (sample->window + others->slack >= spanned + windows.low) {
        sample->suspect = multiple;
        places_add(multiple ? &rhythm->longer : &rhythm->late, sample->from_ticks);
        rhythm->chance += multiple ? 0 : chance_of(others, times);
    } else if (sample->period - sample->window + others->slack >= spanned) {
        places_add(multiple ? &rhythm->holes : &rhythm->pauses, sample->from_ticks);
    } else {
        return;
    }
    rhythm->missing += multiple ? times - 1 : 0;
}

/* With the one behind it. */
static void judge_split(struct rhythm *rhythm, size_t index)
{
    struct rhythm_sample *first = kept(rhythm, index), *second = kept(rhythm, index + 1);
    if (first->suspect || second->period == 0 ||
        (uint64_t)first->from_ticks + first->period != (uint64_t)second->from_ticks)
        return;
    struct others others = others_of(rhythm, index, index + 1);
    uint64_t both = first->period + second->period;
    if (!others.regular || first->period >= others.low || second->period >= others.low ||
        both + others.slack < others.low || both > others.high + others.slack)
        return;
    struct windows windows = windows_of(rhythm, &others);
    if (is_like(&windows, others.slack, first->window) &&
        is_like(&windows, others.slack, second->window))
        return;
    first->suspect = second->suspect = true;
    places_add(&rhythm->split, first->from_ticks);
}

static void judge_next(struct rhythm *rhythm)
{
    size_t index = rhythm->judged;
    struct rhythm_sample *sample = kept(rhythm, index);
    struct others others = {0};
    if (sample->period != 0)
        others = others_of(rhythm, index, NONE);
    rhythm->not_judged += !others.regular;
    if (others.regular && sample->period > others.high)
        judge_longer(rhythm, index, &others);
    else if (others.regular && sample->period < others.low && index + 1 < rhythm->count)
        judge_split(rhythm, index);
    rhythm->samples++;
    rhythm->suspects += sample->suspect;
    rhythm->judged++;
    rhythm->sink(rhythm->context, sample);
}

void rhythm_add(struct rhythm *rhythm, const struct rhythm_sample *sample)
{
    if (rhythm->count == RHYTHM_KEPT)
        drop_oldest(rhythm);
    *kept(rhythm, rhythm->count++) = *sample;
    if (sample->period != 0)
        add_period(rhythm, sample->period);
    if (rhythm->count - rhythm->judged > RHYTHM_SIDE)
        judge_next(rhythm);
}

void rhythm_end(struct rhythm *rhythm)
{
    while (rhythm->judged < rhythm->count)
        judge_next(rhythm);
}

bool rhythm_is_chance(const struct rhythm *rhythm)
{
    return (double)rhythm->longer.count <= rhythm->chance + 3 * sqrt(rhythm->chance);
}
