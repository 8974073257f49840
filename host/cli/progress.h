/* One line on a terminal that says how far the work is, and vanishes when it is done.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

struct progress {
    bool on; /* standard error is a terminal */
};

void progress_start(struct progress *progress);
void progress_show(const struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_end(const struct progress *progress);
