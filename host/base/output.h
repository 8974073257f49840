/* An output file that appears under its name only when it is complete.
 * SPDX-License-Identifier: MIT
 *
 * Opened before the work, so that a bad path fails at once; written to a temporary file in the
 * folder of the target, without a name where the file system can; renamed over it at the end. "-"
 * is standard output. What is no regular file (a device, a FIFO) is written directly. A file or
 * folder without write permission is refused by its mode bits, also for root.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

/* All zero is closed. */
struct output {
    char *path;      /* as the user gave it */
    char *target;    /* with symbolic links followed; NULL where written directly */
    char *temporary; /* NULL where written directly, or as long as it has no name */
    FILE *stream;    /* NULL while closed */
};

bool output_open(struct output *output, const char *path, struct error *error);
bool output_write(struct output *output, const void *bytes, size_t length, struct error *error);
/* Makes it appear under its name; on failure nothing is left. Closes it in any case. */
bool output_commit(struct output *output, struct error *error);
/* Keeps what was written as PATH and suffix instead; closes it in any case. */
bool output_keep(struct output *output, const char *suffix, struct error *error);
/* Leaves nothing; does nothing where closed. */
void output_discard(struct output *output);

bool output_is_stdout(const struct output *output);
/* Whether a path and an open output name the same file. */
bool output_is_same(const struct output *output, const char *path);
