/* Which image to run on which machine: what `tailchain run` was given, made definite.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/image.h"

struct target {
    char path[4096]; /* of the image */
    struct image image;
    const char *machine; /* into image, or the caller's text */
};

/* what: a board's name (its image lies beside this command, as the build puts it) or the path of
 * an ELF. machine: of --machine, or NULL for what the image's note says. False and error where
 * there is no such image or no machine for it; target is then empty. */
bool target_open(struct target *target, const char *what, const char *machine, struct error *error);
void target_close(struct target *target);
