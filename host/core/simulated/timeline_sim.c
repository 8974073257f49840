/* Tells a timeline what a simulated board does.
 * SPDX-License-Identifier: MIT
 */
#include "timeline_sim.h"

#include <inttypes.h>
#include <stdio.h>

#include "host/core/image/image_member.h"
#include "sim/sim.h"

void timeline_sim_begin(struct timeline_sim *timeline, const struct sim *sim,
                        const struct image *image, const char *machine)
{
    timeline->sim = sim;
    timeline->has_tasks = image_find(image, "pxCurrentTCB", &timeline->current);
    timeline->has_names = timeline->has_tasks && image_member(image, "tskTaskControlBlock",
                                                              "pcTaskName", &timeline->name_offset);
    timeline_begin(&timeline->timeline, machine);
}

static struct timeline_task task_of(const struct timeline_sim *timeline)
{
    struct timeline_task task = {0};
    if (!timeline->has_tasks ||
        !sim_peek(timeline->sim, timeline->current, &task.address, sizeof task.address))
        task.address = 0;
    if (timeline->has_names)
        for (uint32_t i = 0; i + 1 < TIMELINE_NAME_MAX; i++)
            if (!sim_peek(timeline->sim, task.address + timeline->name_offset + i, &task.name[i],
                          1) ||
                task.name[i] == '\0')
                break;
    if (task.name[0] == '\0')
        snprintf(task.name, sizeof task.name, "task 0x%08" PRIX32, task.address);
    return task;
}

void timeline_sim_enter(struct timeline_sim *timeline, uint32_t number, uint64_t cycle)
{
    timeline_enter(&timeline->timeline, number, sim_time_ps(timeline->sim, cycle));
}

void timeline_sim_leave(struct timeline_sim *timeline, uint32_t number, uint64_t cycle)
{
    struct timeline_task task = task_of(timeline);
    timeline_leave(&timeline->timeline, number, sim_time_ps(timeline->sim, cycle), &task);
}

void timeline_sim_end(struct timeline_sim *timeline)
{
    timeline_end(&timeline->timeline, sim_time_ps(timeline->sim, sim_cycles(timeline->sim)));
}
