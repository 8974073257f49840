/* The variants of MD5 that an image holds. SPDX-License-Identifier: MIT
 *
 * MD5_VARIANTS: rows MD5_VARIANT(isa, ISA, level, LEVEL), chosen by include path: isa_m4/ where the
 * core executes code for the Cortex-M4, isa_m0/ where it does not.
 */
#pragma once

#include <stdint.h>

#include "md5_variants.h"

typedef void md5_function(const uint32_t *message, uint32_t length, uint32_t digest[4]);

#define MD5_VARIANT(isa, ISA, level, LEVEL) md5_function md5_##isa##_##level;
MD5_VARIANTS
#undef MD5_VARIANT

#define MD5_MESSAGE_BYTES 22073u
/* In flash; message.c. */
extern const uint32_t md5_message[(MD5_MESSAGE_BYTES + 3u) / 4u];
