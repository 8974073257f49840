/* Lints one image: reads its code, runs it, lets its creations fail.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

#include "host/lint/lint.h"
#include "target.h"

struct lint_wish {
    struct target_wish target;
    uint64_t limit_ns; /* simulated */
    bool lenient;
    bool no_failures; /* creations are left alone */
};

/* Fills lint and target, which the caller frees. EXIT_YES, or an exit code after a message. */
int lint_image_input(struct lint *lint, struct target *target, const struct lint_wish *wish);
/* The last run of a capture. */
int lint_capture_input(struct lint *lint, const char *path);
/* Two runs against each other; machine: of images, NULL for their own. */
int lint_pair_input(struct lint *lint, const char *base, const char *new, const char *machine);
