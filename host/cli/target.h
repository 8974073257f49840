/* Which image to run on which machine: what `tailchain run` was given, made definite.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/image/image.h"

struct target {
    char path[4096]; /* of the image */
    struct image image;
    const char *machine; /* into image, or the caller's text */
};

/* What was asked for; NULL where nothing was. */
struct target_wish {
    const char *what;    /* a board's name (its images lie beside this command, as the build puts
                          * them) or the path of an ELF */
    const char *machine; /* instead of what the image's note says, where it says nothing */
    const char *bench;   /* of benches.def; rtos_bench by default */
    const char *clock;   /* of boards.def; the board's first by default */
    const char *option;  /* of options.def; what the image is by default */
    unsigned moved;      /* bytes by which its code lies further on, with an option */
};

/* False and error where there is no such image or no machine for it, or where the image is another
 * than was asked for; target is then empty. */
bool target_open(struct target *target, const struct target_wish *wish, struct error *error);
void target_close(struct target *target);
