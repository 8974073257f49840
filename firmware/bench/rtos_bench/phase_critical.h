/* The phases with a masked section.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

/* The section of critical20us in core cycles. */
uint32_t phase_critical20us_cycles(void);
