/* A report for spreadsheets: RFC 4180, statistics in one form and every sample in another.
 * SPDX-License-Identifier: MIT
 *
 * One header line, then records of equally many fields; CR LF ends each. Numbers are plain digits.
 */
#include <inttypes.h>
#include <string.h>

#include "host/core/run/score.h"
#include "items.h"
#include "render.h"

/* Quoted where RFC 4180 asks for it. */
static void add_field(struct buf *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        buf_add_text(out, text);
        return;
    }
    buf_add_text(out, "\"");
    for (; *text != '\0'; text++)
        buf_add(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    buf_add_text(out, "\"");
}

static void add_names(struct buf *out, const struct report *report, const struct item *item)
{
    add_field(out, report->name);
    buf_add_text(out, ",");
    add_field(out, item->phase != NULL ? item->phase : "");
    buf_add_text(out, ",");
    add_field(out, item->name);
}

/* ---- statistics ---- */

static void add_statistics(struct buf *out, const struct report *report, const struct item *item)
{
    const struct series *series = item_series(report, item);
    struct mode mode;
    if (series == NULL)
        return;
    const struct stats *stats = facts_stats(series);
    add_names(out, report, item);
    buf_printf(out, ",%" PRIu64 ",%" PRIu64, stats->n, stats->hz);
    for (int i = 0; i < STATS_ITEMS; i++)
        buf_printf(out, ",%" PRIu64, stats->ticks[i]);
    for (int i = 0; i < STATS_ITEMS; i++)
        buf_printf(out, ",%" PRIu64, stats->ns[i]);
    if (facts_mode(series, &mode))
        buf_printf(out, ",%" PRIu64 ",%zu", mode.value, mode.differ);
    else
        buf_add_text(out, ",,");
    buf_printf(out, ",%d,%d,", series->has_computed, report->verdict == VERDICT_VERIFIED);
    struct score score;
    if (score_of(report->run, series, &score))
        buf_printf(out, "%" PRIu64 ",%s\r\n", score.per_mhz, score.unit);
    else
        buf_add_text(out, ",\r\n");
}

/* A size or a count has no statistics: a record with value and unit alone. */
static void add_values(struct buf *out, const struct report *report)
{
    for (size_t i = 0; i < report->run->value_count; i++) {
        const struct run_value *value = &report->run->values[i];
        add_names(out, report, &(struct item){.name = value->name});
        for (int empty = 0; empty < 2 + 2 * STATS_ITEMS + 3; empty++)
            buf_add_text(out, ",");
        buf_printf(out, ",%d,%" PRIu64 ",", report->verdict == VERDICT_VERIFIED, value->number);
        add_field(out, value->unit);
        buf_add_text(out, "\r\n");
    }
}

static void for_each(const struct report_set *set, struct buf *out,
                     void (*add)(struct buf *, const struct report *, const struct item *))
{
    struct items items = items_of(set);
    for (size_t i = 0; i < items.count; i++)
        for (size_t r = 0; r < set->count; r++)
            add(out, &set->reports[r], &items.list[i]);
    items_free(&items);
}

static void render_statistics(const struct report_set *set, struct buf *out)
{
    buf_add_text(out, "run,phase,name,n,hz");
    for (int unit = 0; unit < 2; unit++)
        for (int i = 0; i < STATS_ITEMS; i++)
            buf_printf(out, ",%s_%s", stats_item_name[i], unit == 0 ? "ticks" : "ns");
    buf_add_text(out, ",mode_ticks,not_mode,recomputed,verified,value,unit\r\n");
    for_each(set, out, add_statistics);
    for (size_t r = 0; r < set->count; r++)
        add_values(out, &set->reports[r]);
}

/* ---- samples ---- */

static void add_samples(struct buf *out, const struct report *report, const struct item *item)
{
    const struct series *series = item_series(report, item);
    if (series == NULL || series->damaged || series->count == 0)
        return;
    uint64_t hz = facts_stats(series)->hz;
    struct buf names = {0};
    add_names(&names, report, item);
    for (size_t i = 0; i < series->count; i++) {
        buf_add(out, names.bytes, names.length);
        buf_printf(out, ",%zu,%" PRIu64 ",", i, series->raw[i]);
        if (hz != 0)
            buf_printf(out, "%" PRIu64, stats_ns(series->raw[i], hz));
        buf_add_text(out, "\r\n");
    }
    buf_free(&names);
}

static void render_every_sample(const struct report_set *set, struct buf *out)
{
    buf_add_text(out, "run,phase,name,index,ticks,ns\r\n");
    for_each(set, out, add_samples);
}

const struct renderer render_csv = {"csv", ".csv", "statistics as CSV (RFC 4180)",
                                    render_statistics};
const struct renderer render_samples = {"samples", ".samples.csv", "every sample as CSV (RFC 4180)",
                                        render_every_sample};
