/* A file of what a simulated board did: tailchain run --vcd, --trace.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/output.h"

/* All zero: none was asked for. */
struct run_recording {
    struct output file;
    struct error error;
    bool began, failed;
};

/* Before the work. image: what is run, which it must not replace. */
bool run_recording_open(struct run_recording *recording, const char *path, const char *image,
                        struct error *error);
/* Of a struct run_recording: for whoever records. */
void run_recording_write(void *recording, const char *bytes, size_t length);
/* Keeps what was recorded, unless the run never began or was broken off. Returns code, or another
 * exit code after a message. */
int run_recording_finish(struct run_recording *recording, int code);
