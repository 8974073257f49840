/* Runs a bench image and records, of every measured window, which task stamped its ends, how many
 * context switches lie in it, and whether a kernel tick came in between.
 * SPDX-License-Identifier: MIT
 *
 * Windows open and close where the loads at the symbols window_begin_<series> and
 * window_end_<series> read; those of a phase's pairs open at the timer's compare. Nothing is taken
 * from what the firmware says.
 */
#pragma once

#include "host/core/run/intake.h"

/* Of rtos_bench on the board that is tested: its rows are the first. */
#define SECTION_A_METRICS ((int)WIRE_METRIC_NOTIFY_REWAIT + 1)
#define SECTION_A_PHASES ((int)WIRE_PHASE_CRITICAL20US + 1)

struct windows_task {
    uint32_t priority;
    char name[16];
};

struct window {
    uint64_t begin, end;                /* cycles */
    struct windows_task opener, closer; /* who ran at its begin, and at its end */
    uint32_t switches, ticks;
    uint64_t since_tick; /* cycles from the last tick before it to its begin */
};

struct window_list {
    const char *name; /* of the series */
    struct window *list;
    size_t count, capacity;
};

#define WINDOW_LISTS (SECTION_A_METRICS + (int)WIRE_PAIRS)

struct windows {
    struct window_list lists[WINDOW_LISTS]; /* by WIRE_METRIC, then by WIRE_PAIR */
    struct session session;                 /* what the board sent */
    struct intake intake;
};

/* Runs to END. Ends the program with a message where that is impossible. */
void windows_record(struct windows *windows, const char *image_path);
void windows_free(struct windows *windows);
