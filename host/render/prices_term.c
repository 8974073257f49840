/* A table of prices in a terminal.
 * SPDX-License-Identifier: MIT
 */
#include "prices_render.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "host/base/text.h"
#include "table.h"
#include "wrap.h"

#define CELL_MAX 32
#define SIZES 2

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

/* ---- the table ---- */

static void add_titles(const struct prices *prices, struct table *table)
{
    static const struct table_title first[] = {{"cycles", 0, true}};
    static const struct table_title sizes[SIZES] = {{"flash B", 0, false}, {"RAM B", 0, false}};
    table_titles(table, first, 1);
    for (size_t i = 0; i < prices->series_count; i++)
        table_column(table, &(struct table_title){prices_series_name(prices, i), 0, false});
    for (size_t i = 0; i < SIZES; i++)
        table_column(table, &sizes[i]);
}

static void add_base(const struct prices *prices, struct table *table)
{
    const struct price *base = &prices->list[0];
    char text[CELL_MAX];
    table_row(table);
    table_cell(table, "%s", base->option->name);
    for (size_t i = 0; i < prices->series_count; i++)
        table_cell(table, "%s", mean_cell(prices_mean(base, i), text));
    for (size_t i = 0; i < SIZES; i++) {
        bytes_cell(prices, base, i, text);
        table_cell(table, "%s", text);
    }
    table_row(table);
    table_cell(table, "  its places");
    for (size_t i = 0; i < prices->series_count; i++)
        table_cell(table, "%s", range_cell(base, i, text));
}

static void add_option(const struct prices *prices, const struct price *price, struct table *table)
{
    char text[CELL_MAX];
    table_row(table);
    table_cell(table, "%s", price->option->name);
    for (size_t i = 0; i < prices->series_count; i++)
        table_cell(table, "%s", more_cell(prices, price, i, text));
    for (size_t i = 0; i < SIZES; i++) {
        bytes_cell(prices, price, i, text);
        table_cell(table, "%s", text);
    }
}

/* ---- the page ---- */

static void add_about(struct buf *out, const struct prices *prices)
{
    char hz[TEXT_NUMBER_MAX];
    wrap_line(out, 2, "Prices of options, simulated, board %s, clock %s: %s Hz", prices->board,
              prices->clock, text_number(prices->core_hz, hz));
    wrap_line(out, 2, "  FreeRTOS %s, port %s; %s, %s", prices->kernel, prices->port,
              prices->compiler, prices->flags);
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
    struct table table = {.gap = 2};
    char samples[TEXT_NUMBER_MAX];
    add_about(out, prices);
    add_titles(prices, &table);
    add_base(prices, &table);
    for (size_t i = 1; i < prices->count; i++)
        if (prices->list[i].measured)
            add_option(prices, &prices->list[i], &table);
    buf_add_text(out, "\n");
    table_end(&table, out);
    add_remarks(out, prices);
    buf_add_text(out, "\n");
    for (size_t i = 0; i < prices->count; i++)
        if (prices->list[i].measured)
            wrap_item(out, "%s: %s", prices->list[i].option->name, prices->list[i].option->what);
    buf_printf(out, "\nVerified: every statistic recomputed from %s raw samples.\n",
               text_number(prices->samples_checked, samples));
}
