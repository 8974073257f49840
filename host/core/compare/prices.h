/* What options cost: the runs of bench option_price on one board, an option beside the base.
 * SPDX-License-Identifier: MIT
 *
 * Each option is measured at every place of wire/options.def. The value of a place is the most
 * common sample there, in cycles of the core; a price is the difference of the means over the
 * places.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/core/run/environment.h"
#include "host/core/run/run.h"
#include "wire/options.h"

#define PRICES_SERIES_MAX 8

struct price {
    const struct wire_option *option;
    const char *why_not; /* where the board has no such option: nothing below is set */
    bool measured;
    double cycles[PRICES_SERIES_MAX][WIRE_OPTION_PLACES];
    uint64_t flash_bytes, ram_bytes; /* of the image at the first place */
};

struct prices {
    const char *board, *at_clock; /* at_clock: as asked for; NULL for the board's default */
    char *clock, *kernel, *port, *compiler, *flags; /* of the base; by its image's note */
    uint64_t core_hz, tick_hz, samples_checked;
    double resolution[PRICES_SERIES_MAX]; /* cycles of one count */
    const struct wire_series *series[PRICES_SERIES_MAX];
    size_t series_count;
    struct price *list; /* a row of options.def each, in its order; the first is the base */
    size_t count;
};

/* One entry for each option, none of them measured. board and at_clock must stay. */
void prices_init(struct prices *prices, const char *board, const char *at_clock);
void prices_free(struct prices *prices);

/* Takes what a verified run of an option's image measured at a place. */
void prices_add(struct prices *prices, size_t option, size_t place, const struct run *run,
                const struct environment *environment);

/* ---- of a measured option ---- */

double prices_mean(const struct price *price, size_t series);
double prices_low(const struct price *price, size_t series);
double prices_high(const struct price *price, size_t series);
/* The price: how much more than the base. */
double prices_more(const struct prices *prices, const struct price *price, size_t series);
/* Whether the places of the option and of the base do not overlap, or all agree: then the price is
 * not the luck of a place. */
bool prices_clear(const struct prices *prices, const struct price *price, size_t series);
/* "switch": a series without the bench's name. */
const char *prices_series_name(const struct prices *prices, size_t series);
