/* Which segment of a context switch each instruction of the kernel's PendSV handler belongs to.
 * SPDX-License-Identifier: MIT
 *
 * Found by reading the handler's instructions as text: what they do is what they are for. So one
 * classifier does for every port whose handler goes straight on from the read of PSP to its return:
 *
 *   mrs rX, psp                               entry, read PSP
 *   tst, it                                   does the task use the FPU?
 *   vstm, vldm                                s16-s31
 *   stm; mrs of another register, mov         save registers (before the call)
 *   str; ldr before the call                  store top of stack in the TCB
 *   msr basepri, cpsid; push                  enter critical section
 *   bl vTaskSwitchContext                     and everything that it executes
 *   msr basepri, cpsie; pop                   leave critical section
 *   ldr behind the call                       load the new top of stack
 *   ldm; mov                                  restore registers
 *   msr of psp or another register; bx        write PSP, return
 *
 * A barrier belongs to the instruction before it; additions, and moves of constants, to what they
 * prepare. A handler with anything else, or without one of these, is refused.
 */
#pragma once

#include "host/core/image/image.h"

enum segment {
#define SEGMENT(id, name, min, max) SEGMENT_##id,
#define SEGMENT_IN_HANDLER(id, name, min, max) SEGMENT_##id,
#include "segments.def"
#undef SEGMENT
#undef SEGMENT_IN_HANDLER
    SEGMENTS
};

struct segment_row {
    const char *name;
    bool in_handler;
    uint64_t published_min, published_max; /* cycles; 0: not published */
};
extern const struct segment_row segment_rows[SEGMENTS];
/* Of the whole handler, as published; see segments.def. */
#define SEGMENTS_PUBLISHED_MIN 86u
#define SEGMENTS_PUBLISHED_MAX 203u

/* A handler has about 40. */
#define SEGMENTS_INSTRUCTIONS_MAX 96

struct segments_instruction {
    uint32_t address;
    enum segment segment;
    char text[56];
};

struct segments_map {
    struct segments_instruction instructions[SEGMENTS_INSTRUCTIONS_MAX]; /* by address */
    size_t count;
    uint32_t begin, end; /* [begin, end) */
    char why[200];       /* why there is none; empty where there is */
};

/* Reads the handler of an image; map->why says what did not fit. text: of the instruction at
 * address; returns its size in bytes, 0 where there is none. */
void segments_map_read(struct segments_map *map, const struct image *image,
                       int (*text)(void *context, uint32_t address, char *text, size_t size),
                       void *context);
/* Index of the instruction at address, -1 where it is not the handler's. */
int segments_map_find(const struct segments_map *map, uint32_t address);
