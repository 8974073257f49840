/* What an import found, for whoever shows it.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/import/against.h"
#include "host/import/import.h"
#include "host/import/pairs.h"

struct imported {
    const char *name; /* of the file, for people */
    const struct import_capture *capture;
    const struct edges *edges; /* NULL where the capture was not run through */
    struct pairs *pairs;       /* NULL where none were asked for; its samples are read through */
    struct stats stats;        /* of the pairs, where there is a sample */
    const char *from, *to;     /* "PE2:rise", as the user named them */
    const char *const *marks;  /* the same */
    const struct against *against; /* NULL where none was asked for */
};

/* In seconds, the finest step of the time stamps as far as it is known. */
double imported_step_seconds(const struct imported *imported);
/* The same as a text: "20 ns (sampled at 50 MHz)" or what else
 * is known of it; without a comma. */
void imported_resolution(const struct imported *imported, struct buf *text);
