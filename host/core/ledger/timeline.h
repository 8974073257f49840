/* Who ran when: handlers and tasks as slices of a trace, for Perfetto and chrome://tracing.
 * SPDX-License-Identifier: MIT
 *
 * A handler's slice lasts from the cycle at which its exception is entered to the one at which it
 * returns, what pre-empts it included; a task's from the return of the handler that has switched to
 * it to the entry of the one that switches away from it. One track an exception and one a task. No
 * exception pre-empts itself and no task runs beside another, so the slices of a track follow each
 * other and never overlap; an exception that was overtaken while it was entered begins when its
 * turn comes. What is under way at the end lasts until then.
 *
 * Trace Event Format, complete events ("ph":"X"): times in microseconds since reset, six decimals,
 * so to the ps. Names are the guest's: what is no printable ASCII is a question mark.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TIMELINE_EXCEPTIONS 512u
#define TIMELINE_TASKS 64u /* those behind have no track */
#define TIMELINE_NAME_MAX 32u

struct timeline_task {
    uint32_t address; /* of its TCB; 0: none */
    char name[TIMELINE_NAME_MAX];
};

/* Set write and context, all else zero. */
struct timeline {
    void (*write)(void *context, const char *bytes, size_t length);
    void *context;

    bool is_entered[TIMELINE_EXCEPTIONS], has_track[TIMELINE_EXCEPTIONS];
    uint64_t entered_ps[TIMELINE_EXCEPTIONS];
    struct timeline_task tasks[TIMELINE_TASKS];
    size_t task_count;
    struct timeline_task running;
    uint64_t running_ps; /* since when */
};

/* board: for the name of the trace's first process. */
void timeline_begin(struct timeline *timeline, const char *board);
/* number: of the exception, below TIMELINE_EXCEPTIONS. Times never decrease. */
void timeline_enter(struct timeline *timeline, uint32_t number, uint64_t ps);
/* task: that the kernel wants to run now. */
void timeline_leave(struct timeline *timeline, uint32_t number, uint64_t ps,
                    const struct timeline_task *task);
void timeline_end(struct timeline *timeline, uint64_t ps);
