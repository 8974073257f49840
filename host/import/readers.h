/* The readers of formats.def; import.c chooses one.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/import/import.h"

#define FORMAT(reader, name, meaning) extern const struct import_reader reader##_reader;
#include "host/import/formats.def"
#undef FORMAT
