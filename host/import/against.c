/* Fits the target's counts to an analyser's.
 * SPDX-License-Identifier: MIT
 */
#include "against.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/base/error.h"
#include "host/base/suggest.h"
#include "host/base/xalloc.h"

#define PPB 1e9
#define PS_PER_SECOND 1e12

/* "idle:irq_entry" */
static char *name_of(const struct series *series)
{
    struct buf name = {0};
    buf_printf(&name, "%s%s%s", series->phase != NULL ? series->phase : "",
               series->phase != NULL ? ":" : "", series->name);
    return name.bytes;
}

static void choose_one(struct error *error, const char *name, size_t fitting,
                       const char *const *names, size_t count)
{
    struct buf all = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&all, "%s%s", i != 0 ? ", " : "", names[i]);
    if (name != NULL && fitting == 0)
        suggest(error, "series", name, names, count,
                count == 0 ? "the run has none with samples" : NULL);
    else
        error_set(error,
                  "%s series with as many samples as the capture; choose one with --series: %s",
                  fitting == 0 ? "no" : "several",
                  count != 0 ? all.bytes : "the run has none with samples");
    buf_free(&all);
}

const struct series *against_series(const struct run *run, const char *name, size_t samples,
                                    struct error *error)
{
    const struct series *found = NULL;
    char **names = xcalloc(run->series_count, sizeof *names);
    size_t count = 0, fitting = 0;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (!series->has_computed)
            continue;
        names[count] = name_of(series);
        if (name != NULL ? strcmp(names[count], name) == 0 : series->count == samples) {
            found = series;
            fitting++;
        }
        count++;
    }
    if (fitting != 1)
        choose_one(error, name, fitting, (const char *const *)names, count);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return fitting == 1 ? found : NULL;
}

static void fill_intervals(struct against *against)
{
    const struct fit *fit = &against->fit;
    against->offset_ps = fit->offset * PS_PER_SECOND;
    against->offset_ps_low = (fit->offset - fit->offset_half) * PS_PER_SECOND;
    against->offset_ps_high = (fit->offset + fit->offset_half) * PS_PER_SECOND;
    if (!fit->has_slope)
        return;
    /* A longer time by the analyser is a slower clock. */
    against->clock_ppb = (1 / fit->slope - 1) * PPB;
    against->clock_ppb_low = (1 / (fit->slope + fit->slope_half) - 1) * PPB;
    against->clock_ppb_high = (1 / (fit->slope - fit->slope_half) - 1) * PPB;
}

/* Two edges, each anywhere within a step: the difference of two uniform distributions. */
static double spread_of(double step_seconds)
{
    return step_seconds / sqrt(6);
}

static bool is_time_line(const struct pairs *pairs)
{
    return pairs->from.watch == pairs->to.watch && pairs->from.slope == pairs->to.slope;
}

static void fill_pairs(const struct against *against, struct samples *samples, uint64_t analyser_hz,
                       double *x, double *y)
{
    const struct samples_block *block;
    uint64_t ours = 0, theirs = 0;
    samples_rewind(samples);
    while ((block = samples_next(samples)) != NULL)
        for (size_t i = 0; i < block->count; i++, x++, y++) {
            ours = against->series->raw[block->first + i] + (against->is_time_line ? ours : 0);
            theirs = block->ticks[i] + (against->is_time_line ? theirs : 0);
            *x = (double)ours / (double)against->target_hz;
            *y = (double)theirs / (double)analyser_hz;
        }
}

bool against_fit(struct against *against, struct pairs *pairs, uint64_t analyser_hz,
                 double step_seconds, struct error *error)
{
    const struct series *series = against->series;
    size_t n = pairs->samples.count;
    if (series->count != n || n < FIT_MIN) {
        error_set(
            error,
            "%s: %s has %zu samples, the capture %zu: they are fitted one to one, from %u on; "
            "capture the whole measurement, and nothing else of these channels",
            against->file, series->name, series->count, n, FIT_MIN);
        return false;
    }
    double *x = xcalloc(n, sizeof *x), *y = xcalloc(n, sizeof *y);
    against->target_hz = series->computed.hz;
    against->is_time_line = is_time_line(pairs);
    fill_pairs(against, &pairs->samples, analyser_hz, x, y);
    if (pairs->samples.failed) {
        *error = pairs->samples.error;
        free(x);
        free(y);
        return false;
    }
    against->fit = fit_line(x, y, n, spread_of(step_seconds));
    fill_intervals(against);
    free(x);
    free(y);
    return true;
}
