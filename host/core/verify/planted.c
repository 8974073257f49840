/* Holds windows with planted cycles against those without.
 * SPDX-License-Identifier: MIT
 */
#include "planted.h"

#include "host/core/run/facts.h"

static const struct wire_planted *row_of(enum wire_bench bench, size_t index)
{
    const struct wire_planted *row;
    for (size_t i = 0; (row = wire_planted(i)) != NULL; i++)
        if (wire_metrics[row->metric].bench == bench && index-- == 0)
            return row;
    return NULL;
}

static uint64_t minimum(const struct series *series)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < series->count; i++)
        least = series->raw[i] < least ? series->raw[i] : least;
    return least;
}

static bool within(int64_t moved, const struct planted *planted)
{
    return moved >= (int64_t)planted->low && moved <= (int64_t)planted->high;
}

/* cycles at the core's clock, as counts at another, cut and rounded up. */
static void expect(const struct run *run, enum wire_unit unit, struct planted *planted)
{
    uint64_t core = run_unit_hz(run, WIRE_CYCLES), clock = run_unit_hz(run, unit);
    unsigned __int128 product = (unsigned __int128)planted->row->cycles * clock;
    planted->low = core != 0 ? (uint64_t)(product / core) : 0;
    planted->high = planted->low + (core != 0 && product % core != 0);
}

bool planted_of(const struct run *run, size_t index, struct planted *planted)
{
    const struct wire_planted *row = row_of(run_bench(run), index);
    if (row == NULL)
        return false;
    const struct wire_series *metric = &wire_metrics[row->metric];
    const struct series *series = run_series(run, metric->name, NULL);
    const struct series *base = run_series(run, wire_metrics[row->base].name, NULL);
    struct mode mode, base_mode;
    if (!facts_mode(series, &mode) || !facts_mode(base, &base_mode))
        return false;
    *planted = (struct planted){.row = row,
                                .name = metric->name,
                                .base_name = wire_metrics[row->base].name,
                                .min = (int64_t)(minimum(series) - minimum(base)),
                                .common = (int64_t)(mode.value - base_mode.value),
                                .common_samples = series->count - mode.differ,
                                .count = series->count};
    expect(run, metric->unit, planted);
    planted->holds = within(planted->min, planted) && within(planted->common, planted);
    return true;
}
