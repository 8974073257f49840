/* The options whose price can be measured, as a table for readers: rows of options.def.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

struct wire_option {
    const char *name;
    const char *what;
    const char *definitions, *flags, *parts; /* for the build; "" for none */
};

/* Row number index, NULL past the last. Row 0 is what all others are compared with. */
const struct wire_option *wire_option(size_t index);
/* NULL where there is no such option. */
const struct wire_option *wire_option_named(const char *name);
/* Why an option makes no sense on a board, NULL where it does. */
const char *wire_option_refused(const char *name, const char *board);
