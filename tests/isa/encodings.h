/* Random encodings of the rows of the instruction table.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/core/core.h"

/* Index of the first 32-bit row. */
unsigned encodings_first_wide_row(void);
/* "ADD_REG_T1". */
const char *encodings_row_name(unsigned row);
/* A random encoding of a row: its letters filled, not always with operands that the manual allows.
 */
uint32_t encodings_random(unsigned row, uint64_t *random);
/* A random word whose first half-word begins a 32-bit instruction. */
uint32_t encodings_random_wide(uint64_t *random);
/* An architecture has the row: a random encoding of it, of a thousand, is decoded as it. */
bool encodings_exist(enum architecture architecture, unsigned row);
