/* Checks one measurement: its RESULT against its RAW rows, or against itself where it has none.
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAME_LENGTH 300

static const char *full_name(const struct series *series, char text[static NAME_LENGTH])
{
    snprintf(text, NAME_LENGTH, "%s%s%s", series->phase != NULL ? series->phase : "",
             series->phase != NULL ? " " : "", series->name);
    return text;
}

/* How many samples results.def gives it, 0 where it is not there. */
static uint64_t samples_due(const struct run *run, const struct series *series)
{
    if (run_is_import(run))
        return 0;
    const struct wire_series *row = series->phase == NULL ? run_metric_row(run, series->name)
                                                          : run_phase_row(run, series->phase);
    return row != NULL ? row->samples : 0;
}

static uint64_t hz_due(const struct run *run, const struct series *series)
{
    if (run_is_import(run))
        return run->import.hz;
    return run_unit_hz(run, run_series_unit(run, series->name, series->phase));
}

/* A wrong CONFIG contradicts every RESULT: one message is enough. */
static bool is_first_with_hz(const struct run *run, const struct series *series)
{
    for (const struct series *before = run->series; before < series; before++)
        if (before->result_line != 0 && before->sent.hz == series->sent.hz &&
            hz_due(run, before) == hz_due(run, series))
            return false;
    return true;
}

static bool check_hz(struct run *run, const struct series *series, const char *name)
{
    uint64_t due = hz_due(run, series);
    bool by_timer = due != run_config_number(run, WIRE_CONFIG_CORE);
    if (series->sent.hz == 0)
        finding_add(&run->findings, FINDING_NO, series->result_line,
                    "RESULT %s: hz=0: the counter's clock is unknown; fix the firmware", name);
    else if (run->config_line != 0 && series->sent.hz != due && is_first_with_hz(run, series))
        finding_add(&run->findings, FINDING_NO, series->result_line,
                    "RESULT %s: hz=%" PRIu64 ", but CONFIG on line %" PRIu64 " says %s=%" PRIu64
                    ": one of them is wrong; check the clock set-up",
                    name, series->sent.hz, run->config_line, by_timer ? "timer" : "core", due);
    return series->sent.hz != 0;
}

static void check_count(struct run *run, const struct series *series, const char *name)
{
    uint64_t due = samples_due(run, series), n = series->sent.n;
    if (series->first_line != 0 && !series->damaged && n != series->count)
        finding_add(&run->findings, FINDING_NO, series->result_line,
                    "RESULT %s: n=%" PRIu64
                    ", but there are %zu RAW rows: rows were lost or repeated; capture the run "
                    "again",
                    name, n, series->count);
    else if (due != 0 && n != due)
        finding_add(&run->findings, FINDING_NO, series->result_line,
                    "RESULT %s: n=%" PRIu64 ", but " WIRE_PROTOCOL " takes %" PRIu64
                    " samples: not comparable; use the whole count",
                    name, n, due);
}

/* Counters have 32 bits; an analyser's time has 64. */
static void check_values(struct run *run, const struct series *series, const char *name)
{
    if (run_is_import(run))
        return;
    for (size_t i = 0; i < series->count; i++)
        if (series->raw[i] > UINT32_MAX) {
            finding_add(&run->findings, FINDING_NO, series->first_line + i,
                        "RAW %s: index %zu is %" PRIu64
                        " ticks, but the counters have 32 bits: the value was changed",
                        name, i, series->raw[i]);
            return;
        }
    for (size_t i = 0; i < series->count; i++)
        if (series->raw[i] > INT32_MAX) {
            finding_add(&run->findings, FINDING_WARNING, series->first_line + i,
                        "RAW %s: index %zu is %" PRIu64
                        " ticks, a negative difference in 32 bits: the two stamps were swapped",
                        name, i, series->raw[i]);
            return;
        }
}

static void report_item(struct run *run, const struct series *series, const char *name,
                        const char *item, const char *unit, uint64_t sent, uint64_t computed)
{
    finding_add(&run->findings, FINDING_NO, series->result_line,
                "RESULT %s: %s_%s=%" PRIu64 ", but its RAW rows give %" PRIu64
                ": a value was changed on the way; capture the run again",
                name, item, unit, sent, computed);
}

/* Only the first difference: one changed sample moves several statistics. */
static void compare(struct run *run, const struct series *series, const char *name)
{
    const struct stats *sent = &series->sent, *computed = &series->computed;
    for (int item = 0; item < STATS_ITEMS; item++)
        if (sent->ticks[item] != computed->ticks[item]) {
            report_item(run, series, name, stats_item_name[item], "ticks", sent->ticks[item],
                        computed->ticks[item]);
            return;
        }
    for (int item = 0; item < STATS_ITEMS; item++)
        if (sent->ns[item] != computed->ns[item]) {
            report_item(run, series, name, stats_item_name[item], "ns", sent->ns[item],
                        computed->ns[item]);
            return;
        }
}

void verify_series(struct run *run, struct series *series)
{
    char name[NAME_LENGTH];
    full_name(series, name);
    check_count(run, series, name);
    bool has_hz = check_hz(run, series, name);
    check_values(run, series, name);
    if (!has_hz || series->damaged || series->count == 0)
        return;
    series->computed = stats_of(series->raw, series->count, series->sent.hz);
    series->has_computed = true;
    /* With a wrong count every statistic is off; that was said. */
    if (series->sent.n == series->count)
        compare(run, series, name);
}

void verify_summary(struct run *run, struct series *series)
{
    char name[NAME_LENGTH];
    const char *what;
    full_name(series, name);
    check_count(run, series, name);
    if (check_hz(run, series, name) && !stats_possible(&series->sent, &what))
        finding_add(&run->findings, FINDING_NO, series->result_line,
                    "RESULT %s: %s: a value was changed, or the firmware computes it wrongly", name,
                    what);
}
