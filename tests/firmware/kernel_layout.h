/* Where the kernel of an image keeps the running task, read from the image's own debug data.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/core/image/image.h"

struct kernel_layout {
    uint32_t current;        /* address of pxCurrentTCB */
    uint32_t priority, name; /* offsets of uxPriority and pcTaskName in a tskTaskControlBlock */
};

/* False where the image has no debug data of the kernel. */
bool kernel_layout_read(struct kernel_layout *layout, const struct image *image);
