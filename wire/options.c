/* The tables of options.h.
 * SPDX-License-Identifier: MIT
 */
#include "wire/options.h"

#include <string.h>

#include "wire/results.h"

const unsigned wire_option_places[WIRE_OPTION_PLACES] = {
#define WIRE_OPTION_PLACE(bytes) bytes,
#include "options.def"
};

static const struct wire_option options[] = {
#define WIRE_OPTION(name, what, definitions, flags, parts) {name, what, definitions, flags, parts},
#include "options.def"
};

static const struct {
    const char *option, *board, *why;
} exceptions[] = {
#define WIRE_OPTION_NOT_ON(option, board, why) {option, board, why},
#include "options.def"
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

const struct wire_option *wire_option(size_t index)
{
    return index < COUNT(options) ? &options[index] : NULL;
}

const struct wire_option *wire_option_named(const char *name)
{
    for (size_t i = 0; i < COUNT(options); i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

const char *wire_option_refused(const char *name, const char *board, const char *clock)
{
    for (size_t i = 0; i < COUNT(exceptions); i++)
        if (strcmp(exceptions[i].option, name) == 0 &&
            wire_place_is(exceptions[i].board, board, clock))
            return exceptions[i].why;
    return NULL;
}
