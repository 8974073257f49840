/* What was seen of interrupts, clock and flash while an image ran, and what rules make of it.
 * SPDX-License-Identifier: MIT
 *
 * Filled by watch_sim.c. Knows nothing of the simulator, so that tests fill it by hand.
 */
#pragma once

#include "api.h"
#include "lint.h"
#include "program.h"

#define WATCH_EXCEPTIONS 512u
#define WATCH_CALLS_MAX 64u

/* The last write of a priority. */
struct watch_priority {
    bool written_once;
    uint8_t written, kept;
    uint32_t pc;
};

/* A function of the kernel, called from an interrupt; once for each of both. */
struct watch_call {
    const struct api_row *row;
    uint32_t exception;
    uint8_t priority; /* of the exception: the most urgent one seen */
    uint32_t from;    /* where it returns to */
    uint64_t count;
};

struct watch_clock {
    const char *oscillator;
    bool external;
    uint64_t core_hz;
    unsigned wait_states, wait_states_needed;
    char off[64]; /* what could hide wait states and is off, each behind a blank */
};

struct watch {
    bool mainline; /* the core has BASEPRI and a priority grouping */
    unsigned prigroup;
    struct watch_priority priority[WATCH_EXCEPTIONS];
    bool taken[WATCH_EXCEPTIONS];
    uint8_t taken_at[WATCH_EXCEPTIONS]; /* priority when it was taken last */
    uint8_t priority_mask;              /* bits of a priority that the core has */
    struct watch_call calls[WATCH_CALLS_MAX];
    size_t call_count;
    /* BASEPRI: the highest value, that is the weakest mask, that was kept; and the first of which
     * nothing was. */
    uint32_t basepri, lost_basepri, lost_basepri_pc;
    bool has_clock;
    struct watch_clock clock;
    /* An SVC that became a HardFault. */
    bool svc_refused;
    uint32_t svc_refused_pc;
    uint8_t svc_refused_at; /* the priority of SVCall then */
    bool too_few_wait_states;
    uint32_t stop_pc;
    char stop[512];
};

void watch_priority(struct watch *watch, uint32_t exception, uint8_t written, uint8_t kept,
                    uint32_t pc);
void watch_basepri(struct watch *watch, uint32_t written, uint32_t kept, uint32_t pc);
void watch_exception(struct watch *watch, uint32_t exception, uint8_t priority);
/* An SVC became a HardFault; pc: the SVC's, priority: of SVCall. */
void watch_svc_refused(struct watch *watch, uint32_t pc, uint8_t priority);
void watch_call(struct watch *watch, const struct api_row *row, uint32_t exception,
                uint8_t priority, uint32_t from);
/* Adds what the rules find. */
void watch_judge(const struct watch *watch, struct lint *lint, const struct program *program);
