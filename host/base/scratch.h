/* A file without a name, for what does not fit into memory; it is gone with its descriptor.
 * SPDX-License-Identifier: MIT
 *
 * It lies in TMPDIR, else in /var/tmp, since /tmp is memory on many machines, else in /tmp.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* A descriptor, open for reading and writing; -1 and error where there is none. */
int scratch_open(struct error *error);
/* Whole or not at all. */
bool scratch_write(int file, const void *bytes, size_t length, uint64_t offset,
                   struct error *error);
bool scratch_read(int file, void *bytes, size_t length, uint64_t offset, struct error *error);
