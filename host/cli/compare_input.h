/* One run that is to be compared: a capture that is read and judged.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/identity.h"
#include "host/core/run.h"

struct compare_input {
    char *name; /* as the user named it */
    struct session session;
    const struct run *run; /* in session; verified, or a consistent summary */
    struct identity identity;
};

/* Returns EXIT_YES, or an exit code after a message. compare_input_close it in any case. */
int compare_input_open(struct compare_input *input, const char *path);
void compare_input_close(struct compare_input *input);
