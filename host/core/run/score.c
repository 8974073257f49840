/* Work over cycles.
 * SPDX-License-Identifier: MIT
 */
#include "score.h"

#include "facts.h"

bool score_of(const struct run *run, const struct series *series, struct score *score)
{
    const struct wire_work *work = wire_work_of(run_bench(run));
    const struct stats *stats = facts_stats(series);
    const struct wire_series *row = run_metric_row(run, series->name);
    if (work == NULL || stats == NULL || stats->ticks[STATS_AVG] == 0 || series->phase != NULL ||
        row == NULL || row->unit != WIRE_CYCLES)
        return false;
    *score = (struct score){.name = series->name,
                            .n = stats->n,
                            .per_mhz = work->amount * UINT64_C(1000000) / stats->ticks[STATS_AVG],
                            .unit = work->per_mhz};
    return true;
}

bool score_in(const struct run *run)
{
    struct score score;
    for (size_t i = 0; i < run->series_count; i++)
        if (score_of(run, &run->series[i], &score))
            return true;
    return false;
}
