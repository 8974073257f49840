/* Writes handlers and tasks as trace events.
 * SPDX-License-Identifier: MIT
 */
#include "timeline.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PROCESS_HANDLERS 1
#define PROCESS_TASKS 2
#define PS_PER_US 1000000u
#define FIRST_INTERRUPT 16u

static void put(const struct timeline *timeline, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(const struct timeline *timeline, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    timeline->write(timeline->context, text,
                    (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static void shown_name(const char *name, char shown[static TIMELINE_NAME_MAX])
{
    size_t length = 0;
    for (; name[length] != '\0' && length + 1 < TIMELINE_NAME_MAX; length++) {
        char c = name[length];
        shown[length] = c >= ' ' && c <= '~' && c != '"' && c != '\\' ? c : '?';
    }
    shown[length] = '\0';
}

static void exception_name(uint32_t number, char name[static TIMELINE_NAME_MAX])
{
    static const char *const system[FIRST_INTERRUPT] = {
        [2] = "NMI",        [3] = "HardFault",   [4] = "MemManage", [5] = "BusFault",
        [6] = "UsageFault", [7] = "SecureFault", [11] = "SVCall",   [12] = "DebugMonitor",
        [14] = "PendSV",    [15] = "SysTick"};
    if (number >= FIRST_INTERRUPT)
        snprintf(name, TIMELINE_NAME_MAX, "IRQ %" PRIu32, number - FIRST_INTERRUPT);
    else if (system[number] != NULL)
        snprintf(name, TIMELINE_NAME_MAX, "%s", system[number]);
    else
        snprintf(name, TIMELINE_NAME_MAX, "exception %" PRIu32, number);
}

static void put_name(const struct timeline *timeline, const char *kind, int process, size_t track,
                     const char *name)
{
    put(timeline,
        ",\n{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%zu,\"args\":{\"name\":\"%s\"}}", kind,
        process, track, name);
}

static void put_slice(const struct timeline *timeline, int process, size_t track, const char *name,
                      uint64_t begin_ps, uint64_t end_ps)
{
    uint64_t length_ps = end_ps - begin_ps;
    put(timeline,
        ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%zu,\"ts\":%" PRIu64 ".%06" PRIu64
        ",\"dur\":%" PRIu64 ".%06" PRIu64 "}",
        name, process, track, begin_ps / PS_PER_US, begin_ps % PS_PER_US, length_ps / PS_PER_US,
        length_ps % PS_PER_US);
}

void timeline_begin(struct timeline *timeline, const char *board)
{
    char name[TIMELINE_NAME_MAX];
    shown_name(board, name);
    put(timeline,
        "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"board\":\"%s\"},\"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":\"exceptions\"}}",
        name, PROCESS_HANDLERS);
    put_name(timeline, "process_name", PROCESS_TASKS, 0, "tasks");
}

void timeline_enter(struct timeline *timeline, uint32_t number, uint64_t ps)
{
    timeline->is_entered[number] = true;
    timeline->entered_ps[number] = ps;
}

static void end_handler(struct timeline *timeline, uint32_t number, uint64_t ps)
{
    char name[TIMELINE_NAME_MAX];
    exception_name(number, name);
    if (!timeline->has_track[number])
        put_name(timeline, "thread_name", PROCESS_HANDLERS, number, name);
    timeline->has_track[number] = true;
    put_slice(timeline, PROCESS_HANDLERS, number, name, timeline->entered_ps[number], ps);
    timeline->is_entered[number] = false;
}

/* Its track, from 1 on; 0 where there are too many tasks. A TCB may be another task's by now. */
static size_t track_of(struct timeline *timeline, const struct timeline_task *task)
{
    for (size_t i = 0; i < timeline->task_count; i++)
        if (timeline->tasks[i].address == task->address &&
            strcmp(timeline->tasks[i].name, task->name) == 0)
            return i + 1;
    if (timeline->task_count == TIMELINE_TASKS)
        return 0;
    timeline->tasks[timeline->task_count++] = *task;
    char name[TIMELINE_NAME_MAX];
    shown_name(task->name, name);
    put_name(timeline, "thread_name", PROCESS_TASKS, timeline->task_count, name);
    return timeline->task_count;
}

static void end_task(struct timeline *timeline, uint64_t ps)
{
    if (timeline->running.address == 0 || ps < timeline->running_ps)
        return;
    size_t track = track_of(timeline, &timeline->running);
    char name[TIMELINE_NAME_MAX];
    shown_name(timeline->running.name, name);
    if (track != 0)
        put_slice(timeline, PROCESS_TASKS, track, name, timeline->running_ps, ps);
}

void timeline_leave(struct timeline *timeline, uint32_t number, uint64_t ps,
                    const struct timeline_task *task)
{
    uint64_t entered_ps = timeline->is_entered[number] ? timeline->entered_ps[number] : ps;
    if (timeline->is_entered[number])
        end_handler(timeline, number, ps);
    if (task->address == timeline->running.address)
        return;
    end_task(timeline, entered_ps);
    timeline->running = *task;
    timeline->running_ps = ps;
}

void timeline_end(struct timeline *timeline, uint64_t ps)
{
    for (uint32_t number = 0; number < TIMELINE_EXCEPTIONS; number++)
        if (timeline->is_entered[number])
            end_handler(timeline, number, ps);
    end_task(timeline, ps);
    put(timeline, "\n]}\n");
}
