/* A table of prices in a terminal.
 * SPDX-License-Identifier: MIT
 */
#include "prices_render.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"
#include "wrap.h"

#define CELL_MAX 32
#define SIZES 2

struct table {
    const struct prices *prices;
    size_t width[PRICES_SERIES_MAX + SIZES];
    size_t name_width;
};

/* ---- cells ---- */

static const char *mean_cell(double cycles, char text[static CELL_MAX])
{
    snprintf(text, CELL_MAX, "%.*f", cycles == floor(cycles) ? 0 : 1, cycles);
    return text;
}

static const char *range_cell(const struct price *price, size_t series, char text[static CELL_MAX])
{
    double low = prices_low(price, series), high = prices_high(price, series);
    if (low == high)
        snprintf(text, CELL_MAX, "%.0f", low);
    else
        snprintf(text, CELL_MAX, "%.0f-%.0f", low, high);
    return text;
}

/* In brackets where the place of the code may be all of it. */
static const char *more_cell(const struct prices *prices, const struct price *price, size_t series,
                             char text[static CELL_MAX])
{
    double more = prices_more(prices, price, series);
    bool clear = prices_clear(prices, price, series);
    /* -0.4 is +0 to a reader */
    double shown = fabs(more) < 0.5 ? 0 : more;
    snprintf(text, CELL_MAX, clear ? "%+.0f" : "(%+.0f)", shown);
    return text;
}

static void bytes_cell(const struct prices *prices, const struct price *price, size_t size,
                       char text[static CELL_MAX])
{
    const struct price *base = &prices->list[0];
    int64_t more = size == 0 ? (int64_t)(price->flash_bytes - base->flash_bytes)
                             : (int64_t)(price->ram_bytes - base->ram_bytes);
    if (price == base)
        snprintf(text, CELL_MAX, "%" PRIu64, size == 0 ? base->flash_bytes : base->ram_bytes);
    else
        snprintf(text, CELL_MAX, "%+" PRId64, more);
}

/* ---- rows ---- */

static void add_cell(struct buf *out, const struct table *table, size_t column, const char *text)
{
    buf_printf(out, "  %*s", (int)table->width[column], text);
}

static void add_headings(struct buf *out, const struct table *table)
{
    static const char *const sizes[SIZES] = {"flash B", "RAM B"};
    const struct prices *prices = table->prices;
    buf_printf(out, "\n%-*s", (int)table->name_width, "cycles");
    for (size_t i = 0; i < prices->series_count; i++)
        add_cell(out, table, i, prices_series_name(prices, i));
    for (size_t i = 0; i < SIZES; i++)
        add_cell(out, table, prices->series_count + i, sizes[i]);
    buf_add_text(out, "\n");
}

static void add_base(struct buf *out, const struct table *table)
{
    const struct prices *prices = table->prices;
    const struct price *base = &prices->list[0];
    char text[CELL_MAX];
    buf_printf(out, "%-*s", (int)table->name_width, base->option->name);
    for (size_t i = 0; i < prices->series_count; i++)
        add_cell(out, table, i, mean_cell(prices_mean(base, i), text));
    for (size_t i = 0; i < SIZES; i++) {
        bytes_cell(prices, base, i, text);
        add_cell(out, table, prices->series_count + i, text);
    }
    buf_printf(out, "\n%-*s", (int)table->name_width, "  its places");
    for (size_t i = 0; i < prices->series_count; i++)
        add_cell(out, table, i, range_cell(base, i, text));
    buf_add_text(out, "\n");
}

static void add_option(struct buf *out, const struct table *table, const struct price *price)
{
    const struct prices *prices = table->prices;
    char text[CELL_MAX];
    buf_printf(out, "%-*s", (int)table->name_width, price->option->name);
    for (size_t i = 0; i < prices->series_count; i++)
        add_cell(out, table, i, more_cell(prices, price, i, text));
    for (size_t i = 0; i < SIZES; i++) {
        bytes_cell(prices, price, i, text);
        add_cell(out, table, prices->series_count + i, text);
    }
    buf_add_text(out, "\n");
}

static void measure(struct table *table)
{
    const struct prices *prices = table->prices;
    char text[CELL_MAX];
    table->name_width = strlen("  its places");
    for (size_t i = 0; i < prices->series_count; i++) {
        size_t heading = strlen(prices_series_name(prices, i));
        size_t range = strlen(range_cell(&prices->list[0], i, text));
        table->width[i] = heading > range ? heading : range;
    }
    for (size_t i = 0; i < SIZES; i++)
        table->width[prices->series_count + i] = strlen("flash B");
    for (size_t i = 0; i < prices->count; i++) {
        size_t length = strlen(prices->list[i].option->name);
        table->name_width = length > table->name_width ? length : table->name_width;
    }
}

/* ---- the page ---- */

static void add_about(struct buf *out, const struct prices *prices)
{
    char hz[TEXT_NUMBER_MAX];
    buf_printf(out,
               "Prices of options, simulated, board %s, clock %s: %s Hz\n"
               "  FreeRTOS %s, port %s; %s\n"
               "  %s\n",
               prices->board, prices->clock, text_number(prices->core_hz, hz), prices->kernel,
               prices->port, prices->compiler, prices->flags);
}

static void add_remarks(struct buf *out, const struct prices *prices)
{
    buf_add_text(out, "\n");
    wrap_item(out,
              "Cycles of the timing model, not of silicon: the mean, over %d places of the "
              "code, of the most common sample; below the base, how much an option adds.",
              (int)WIRE_OPTION_PLACES);
    wrap_item(out, "In brackets: the places of the option and of the base overlap, so that where "
                   "the code lies may be all of it.");
    for (size_t i = 0; i < prices->series_count; i++) {
        const struct wire_series *row = prices->series[i];
        char resolution[64] = "";
        if (prices->resolution[i] > 1)
            snprintf(resolution, sizeof resolution, "; counted in steps of %.0f cycles",
                     prices->resolution[i]);
        wrap_item(out, "%s: n = %u at each place; %s%s.", prices_series_name(prices, i),
                  row->samples, row->meaning, resolution);
    }
    for (size_t i = 0; i < prices->count; i++)
        if (prices->list[i].why_not != NULL)
            wrap_item(out, "%s: not on this board: %s.", prices->list[i].option->name,
                      prices->list[i].why_not);
}

void prices_term(const struct prices *prices, struct buf *out)
{
    struct table table = {.prices = prices};
    char samples[TEXT_NUMBER_MAX];
    measure(&table);
    add_about(out, prices);
    add_headings(out, &table);
    add_base(out, &table);
    for (size_t i = 1; i < prices->count; i++)
        if (prices->list[i].measured)
            add_option(out, &table, &prices->list[i]);
    add_remarks(out, prices);
    buf_add_text(out, "\n");
    for (size_t i = 0; i < prices->count; i++)
        if (prices->list[i].measured)
            wrap_item(out, "%s: %s", prices->list[i].option->name, prices->list[i].option->what);
    buf_printf(out, "\nVerified: every statistic recomputed from %s raw samples.\n",
               text_number(prices->samples_checked, samples));
}
