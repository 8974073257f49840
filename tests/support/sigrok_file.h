/* Sigrok sessions in memory, good and hostile.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sigrok_member {
    const char *name;
    const void *bytes;
    size_t size;
};

/* An archive of members in this order, *size bytes; free() it. */
uint8_t *sigrok_file_make(const struct sigrok_member *members, size_t count, size_t *size);
