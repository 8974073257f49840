/* The timeline of a simulated board: exceptions as the core takes them, tasks as FreeRTOS chooses
 * them. SPDX-License-Identifier: MIT
 *
 * A task is known by pxCurrentTCB and named by its TCB's pcTaskName, by the image's symbol and
 * DWARF; an image without the former has no tracks of tasks, without the latter they are named by
 * their addresses. A switch shows when the handler that made it returns.
 */
#pragma once

#include "host/core/image/image.h"
#include "host/core/ledger/timeline.h"

struct sim;

/* Set write and context of timeline, all else zero. */
struct timeline_sim {
    struct timeline timeline;
    const struct sim *sim;
    bool has_tasks, has_names;
    uint32_t current, name_offset;
};

/* Behind sim_reset. */
void timeline_sim_begin(struct timeline_sim *timeline, const struct sim *sim,
                        const struct image *image, const char *machine);
/* What struct sim_observer's exception and returned are told. */
void timeline_sim_enter(struct timeline_sim *timeline, uint32_t number, uint64_t cycle);
void timeline_sim_leave(struct timeline_sim *timeline, uint32_t number, uint64_t cycle);
/* The sim is still there. */
void timeline_sim_end(struct timeline_sim *timeline);
