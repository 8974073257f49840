/* A PendSV handler of our own with stamps between the segments of the switch, one file a port in
 * handlers/. SPDX-License-Identifier: MIT
 *
 * It takes the steps of the port's handler in their order. A stamp is a load of the cycle counter
 * (or the timer in its place) into a register that is free at that place; a few times the registers
 * run out, and stamps are put away between the end of one segment and the beginning of the next.
 */
#pragma once

#include <stdint.h>

#include "lib/results.h"

/* A segment lies between two stamps of handler_stamps. */
struct handler_segment {
    enum result result;
    uint8_t from, to;
};

#define HANDLER_SEGMENTS 9

/* In the order of the results. The first opens with the handler's first stamp, the last ends with
 * its last; between segments, stamps are put away. */
extern const struct handler_segment handler_segments[HANDLER_SEGMENTS];

/* What the last switch has stamped; as many as the port's handler has. */
extern volatile uint32_t handler_stamps[];

/* The handler itself, for the vector table. */
void handler_stamped(void);

/* Puts the handler into the place of the kernel's, for the rest of the run. */
void handler_install(void);
