/* One error message, filled by whoever fails and printed by whoever talks to the user.
 * SPDX-License-Identifier: MIT
 *
 * Says what, where, and what to do. No allocation, no globals; the caller owns it.
 */
#pragma once

#include <stdint.h>

struct error {
    char text[1024]; /* terminated, no line end; longer messages are cut */
};

void error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
