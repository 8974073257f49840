/* Bit-banding of Cortex-M3 and M4: every bit of a megabyte has a word of its own.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0439 3.7 and DDI 0337: a read gives the bit, a write is a locked read-modify-write. The
 * access to the bit's own region has the size of the access to the alias. Both happen at the cycle
 * of the access; what they cost is the timing model's.
 */
#pragma once

#include "sim/bus/bus.h"

/* A device of 32 MiB; parameter: the first address of the megabyte that it shows. */
extern const struct device_class bit_band_class;

/* What an access of size bytes at address really reaches: the region of the bit where region is a
 * bit-band alias, else region itself. NULL where there is nothing. */
const struct bus_region *bit_band_target(const struct bus_region *region, uint32_t address,
                                         unsigned size);

/* The byte whose bit an address of a bit-band alias stands for. */
uint32_t bit_band_byte(const struct bus_region *region, uint32_t address);
