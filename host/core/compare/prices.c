/* What options cost.
 * SPDX-License-Identifier: MIT
 */
#include "prices.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "host/core/run/stats.h"

void prices_init(struct prices *prices, const char *board, const char *at_clock)
{
    const struct wire_clock *clock = wire_clock_named(board, at_clock);
    *prices = (struct prices){.board = board, .at_clock = at_clock};
    while (wire_option(prices->count) != NULL)
        prices->count++;
    prices->list = xcalloc(prices->count, sizeof *prices->list);
    for (size_t i = 0; i < prices->count; i++) {
        const struct wire_option *option = wire_option(i);
        prices->list[i].option = option;
        prices->list[i].why_not =
            wire_option_refused(option->name, board, clock != NULL ? clock->name : NULL);
    }
    for (int i = 0; i < WIRE_METRICS; i++)
        if (wire_metrics[i].bench == WIRE_BENCH_OPTION_PRICE) {
            assert(prices->series_count < PRICES_SERIES_MAX);
            prices->series[prices->series_count++] = &wire_metrics[i];
        }
}

void prices_free(struct prices *prices)
{
    free(prices->clock);
    free(prices->kernel);
    free(prices->port);
    free(prices->compiler);
    free(prices->flags);
    free(prices->list);
    *prices = (struct prices){0};
}

static char *copy(const char *text)
{
    return text != NULL ? xstrndup(text, strlen(text)) : NULL;
}

static void keep_base(struct prices *prices, const struct run *run,
                      const struct environment *environment)
{
    prices->clock = copy(environment->note[NOTE_CLOCK]);
    prices->kernel = copy(environment->note[NOTE_KERNEL]);
    prices->port = copy(environment->note[NOTE_PORT]);
    prices->compiler = copy(environment->note[NOTE_COMPILER]);
    prices->flags = copy(environment->note[NOTE_FLAGS]);
    prices->core_hz = run_unit_hz(run, WIRE_CYCLES);
    prices->tick_hz = run_config_number(run, WIRE_CONFIG_TICK);
}

void prices_add(struct prices *prices, size_t option, size_t place, const struct run *run,
                const struct environment *environment)
{
    struct price *price = &prices->list[option];
    if (prices->kernel == NULL)
        keep_base(prices, run, environment);
    if (place == 0) {
        price->flash_bytes = environment->flash_bytes;
        price->ram_bytes = environment->ram_bytes;
    }
    for (size_t i = 0; i < prices->series_count; i++) {
        const struct wire_series *row = prices->series[i];
        const struct series *series = run_series(run, row->name, NULL);
        prices->resolution[i] =
            (double)run_unit_hz(run, WIRE_CYCLES) / (double)run_unit_hz(run, row->unit);
        price->cycles[i][place] =
            (double)stats_mode(series->raw, series->count).value * prices->resolution[i];
    }
    prices->samples_checked += run_samples(run);
    price->measured = true;
}

double prices_mean(const struct price *price, size_t series)
{
    double sum = 0;
    for (size_t place = 0; place < WIRE_OPTION_PLACES; place++)
        sum += price->cycles[series][place];
    return sum / WIRE_OPTION_PLACES;
}

double prices_low(const struct price *price, size_t series)
{
    double low = price->cycles[series][0];
    for (size_t place = 1; place < WIRE_OPTION_PLACES; place++)
        low = price->cycles[series][place] < low ? price->cycles[series][place] : low;
    return low;
}

double prices_high(const struct price *price, size_t series)
{
    double high = price->cycles[series][0];
    for (size_t place = 1; place < WIRE_OPTION_PLACES; place++)
        high = price->cycles[series][place] > high ? price->cycles[series][place] : high;
    return high;
}

double prices_more(const struct prices *prices, const struct price *price, size_t series)
{
    return prices_mean(price, series) - prices_mean(&prices->list[0], series);
}

bool prices_clear(const struct prices *prices, const struct price *price, size_t series)
{
    const struct price *base = &prices->list[0];
    double base_low = prices_low(base, series), base_high = prices_high(base, series);
    double low = prices_low(price, series), high = prices_high(price, series);
    bool one_value = base_low == base_high && low == high;
    return one_value || low > base_high || high < base_low;
}

const char *prices_series_name(const struct prices *prices, size_t series)
{
    return prices->series[series]->name + strlen(wire_benches[WIRE_BENCH_OPTION_PRICE].name) + 1;
}
