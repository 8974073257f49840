/* One histogram a measurement, as bars that fit 80 columns.
 * SPDX-License-Identifier: MIT
 *
 * Block characters where the terminal can show them, '#' where not. What was counted at all has a
 * visible bar: a single sample in thousands is what a reader looks for.
 */
#include <inttypes.h>
#include <stdio.h>

#include "host/core/run/histogram.h"
#include "items.h"
#include "term_parts.h"

#define BAR_COLUMNS 40u

static void add_blocks(size_t eighths, struct buf *out)
{
    static const char *const part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    for (; eighths >= 8; eighths -= 8)
        buf_add_text(out, "█");
    buf_add_text(out, part[eighths]);
}

static void add_bar(size_t count, size_t most, bool unicode, struct buf *out)
{
    size_t steps = BAR_COLUMNS * (unicode ? 8 : 1);
    size_t length = (size_t)((double)count * (double)steps / (double)most + 0.5);
    if (length == 0)
        length = 1;
    if (unicode) {
        add_blocks(length, out);
        return;
    }
    while (length-- > 0)
        buf_add_text(out, "#");
}

static void add_range(const struct histogram_bin *bin, struct buf *out)
{
    char range[48];
    if (bin->low == bin->high)
        snprintf(range, sizeof range, "%" PRIu64, bin->low);
    else
        snprintf(range, sizeof range, "%" PRIu64 "-%" PRIu64, bin->low, bin->high);
    buf_printf(out, "%17s", range);
}

static void add_bins(const struct histogram *histogram, size_t n, bool unicode, struct buf *out)
{
    size_t most = 0;
    for (size_t i = 0; i < histogram->count; i++)
        if (histogram->bins[i].count > most)
            most = histogram->bins[i].count;
    for (size_t i = 0; i < histogram->count; i++) {
        const struct histogram_bin *bin = &histogram->bins[i];
        if (bin->count == 0) {
            /* A gap takes one row, however many ranges it has. */
            if (histogram->bins[i - 1].count != 0)
                buf_printf(out, "%16s%s\n", "", unicode ? "⋮" : ":");
            continue;
        }
        add_range(bin, out);
        buf_printf(out, " %7zu %6.2f %% ", bin->count, 100.0 * (double)bin->count / (double)n);
        buf_add_text(out, unicode ? "▕" : "|");
        add_bar(bin->count, most, unicode, out);
        buf_add_text(out, "\n");
    }
}

static void add_histogram(const struct report *report, const struct item *item, char letter,
                          bool unicode, struct buf *out)
{
    char label[ITEM_LABEL_MAX];
    const struct series *series = item_series(report, item);
    if (series == NULL || series->damaged || series->count == 0)
        return;
    struct histogram histogram = histogram_of(series->raw, series->count);
    buf_printf(out, "\n%.44s", item_label(item, label));
    if (letter != '\0')
        buf_printf(out, ", run %c", letter);
    buf_printf(out, ": %zu samples, ticks\n", series->count);
    add_bins(&histogram, series->count, unicode, out);
    buf_printf(out, "%17s p50 %" PRIu64 ", p90 %" PRIu64 ", p99 %" PRIu64, "", histogram.p50,
               histogram.p90, histogram.p99);
    if (series->count >= 1000)
        buf_printf(out, ", p99.9 %" PRIu64, histogram.p999);
    buf_add_text(out, "\n");
}

void term_add_histograms(const struct report_set *set, struct buf *out)
{
    struct items items = items_of(set);
    for (size_t i = 0; i < items.count; i++)
        for (size_t r = 0; r < set->count; r++)
            add_histogram(&set->reports[r], &items.list[i],
                          set->count > 1 ? report_letter(r) : '\0', set->unicode, out);
    items_free(&items);
}
