/* What every RCC does to the other devices: clock enables, resets, dividers.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/machines.h"
#include "sim/periph/registers.h"

/* Sets the clock enable of every device by its gate. value: the words of map's rows. */
void rcc_update_gates(struct device *rcc, const struct register_map *map, const uint32_t *value);

/* Resets the devices whose enable lies in the register at this offset, in one of these bits. */
void rcc_reset_devices(struct device *rcc, uint32_t enable_offset, uint32_t bits, uint64_t now);

/* Gives every device the dividers of its bus and of its timer clock. bus: core cycles in a cycle of
 * each domain. */
void rcc_set_dividers(struct device *rcc, const uint32_t bus[CLOCK_DOMAINS], bool timpre);

/* True where the core has a clock. A core without one would never do anything again: the run stops,
 * also a lenient one. */
bool rcc_has_clock(struct device *rcc, uint64_t core_hz);

/* Tells every device that a divider or a clock enable has changed. */
void rcc_notify(struct device *rcc, uint64_t now);
