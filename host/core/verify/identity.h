/* What makes runs comparable: origin, board, kernel, flags and every key of CONFIG.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/core/run/environment.h"
#include "host/core/run/run.h"

enum identity_field {
#define IDENTITY(id, field, meaning) IDENTITY_##id,
#include "identity.def"
#undef IDENTITY
    IDENTITY_CONFIG, /* the first key of CONFIG; the others follow in wire order */
    IDENTITY_FIELDS_MAX = IDENTITY_CONFIG + (int)WIRE_FIELDS_MAX
};

#define IDENTITY_SIMULATED "simulator"
#define IDENTITY_LOGIC_ANALYSER "logic analyser"
#define IDENTITY_FROM_BOARD "board"

/* All zero says nothing. */
struct identity {
    char *value[IDENTITY_FIELDS_MAX]; /* NULL where nobody says */
};

/* environment: of a simulated run; NULL where the run came from elsewhere, and then nothing but
 * CONFIG is known. */
void identity_fill(struct identity *identity, const struct run *run,
                   const struct environment *environment);
/* Sets a field, or unsets it with NULL. */
void identity_set(struct identity *identity, int field, const char *value);
void identity_free(struct identity *identity);
bool identity_is_simulated(const struct identity *identity);

/* How many fields there are, and their names. */
int identity_field_count(void);
const char *identity_field_name(int field);

/* The first field from `from` on in which both say something and do not say the same; -1 where
 * there is none. */
int identity_difference(const struct identity *a, const struct identity *b, int from);
