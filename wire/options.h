/* The options whose price can be measured, as a table for readers: rows of options.def.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

enum wire_option_place {
#define WIRE_OPTION_PLACE(bytes) WIRE_OPTION_PLACE_##bytes,
#include "wire/options.def"
    WIRE_OPTION_PLACES
};

/* By how many bytes the code of an image lies further on. */
extern const unsigned wire_option_places[WIRE_OPTION_PLACES];

struct wire_option {
    const char *name;
    const char *what;
    const char *definitions, *flags, *parts; /* for the build; "" for none */
};

/* Row number index, NULL past the last. Row 0 is what all others are compared with. */
const struct wire_option *wire_option(size_t index);
/* NULL where there is no such option. */
const struct wire_option *wire_option_named(const char *name);
/* Why an option makes no sense on a board at a clock, or with NULL at any clock; NULL where it does. */
const char *wire_option_refused(const char *name, const char *board, const char *clock);
