/* The speed of a terminal as a number, whatever it is.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

/* Of both directions, in baud. False with errno. The device may choose another that is near. */
bool source_speed_set(int file, unsigned baud);
/* The speed at which a terminal sends. False with errno. */
bool source_speed_get(int file, unsigned *baud);
