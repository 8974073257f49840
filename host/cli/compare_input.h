/* One run that is to be compared: a capture that is read, or an image that is simulated.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/run/environment.h"
#include "host/core/verify/identity.h"
#include "host/core/run/run.h"
#include "target.h"

struct compare_input {
    char *name; /* as the user named it */
    struct session session;
    const struct run *run; /* in session; verified, or a consistent summary */
    struct identity identity;
    bool is_image; /* simulated here: target and environment are filled */
    struct target target;
    struct environment environment;
};

/* machine: of --machine, for images; NULL for their own. Returns EXIT_YES, or an exit code after a
 * message. compare_input_close it in any case. */
int compare_input_open(struct compare_input *input, const char *what, const char *machine);
void compare_input_close(struct compare_input *input);
