/* What happened inside the windows of a simulated run: the kernel tick, other interrupts, masking.
 * SPDX-License-Identifier: MIT
 *
 * Taken from what the core did, not guessed from the figures: a series whose windows do not fit its
 * samples, or whose labels the image lacks, has no causes, and a reader has to be told "unknown".
 * PendSV and SVCall, which switch tasks, and the interrupt that a window measures are no causes.
 */
#pragma once

#include "ledger.h"

enum cause_kind {
    CAUSE_TICK,   /* SysTick was entered in the window, or being served when it began */
    CAUSE_OTHER,  /* another exception was, neither PendSV, SVCall nor the timer's own */
    CAUSE_MASKED, /* the timer compared while interrupts were masked, its own among them */
    CAUSE_KINDS
};

/* "kernel tick", "other interrupt", "masked". */
extern const char *const cause_name[CAUSE_KINDS];

/* A sample in whose window it happened. */
struct cause_sample {
    size_t index;
    uint32_t number; /* CAUSE_OTHER: of the exception */
    uint64_t cycles; /* CAUSE_MASKED: from the compare to the entry */
};

struct cause_list {
    struct cause_sample *samples; /* by index */
    size_t count, capacity;
};

struct cause_series {
    const char *name, *phase; /* of the run; phase NULL where none */
    size_t windows;           /* as many as there are samples */
    struct cause_list of[CAUSE_KINDS];
};

/* All zero is none. */
struct causes {
    struct cause_series *series;
    size_t count, capacity;
};

/* Whether it happened in every window: then it is a part of what is measured. */
bool cause_is_in_every(const struct cause_series *series, enum cause_kind kind);
/* "entered 4,971 cycles after the compare", "exception 44", or "" where the kind says it all. */
#define CAUSE_TEXT_MAX 80
const char *cause_text(enum cause_kind kind, const struct cause_sample *sample,
                       char text[static CAUSE_TEXT_MAX]);

/* From a ledger that has seen the whole run; names point into the run. */
void causes_of_ledger(struct causes *causes, const struct ledger *ledger, const struct run *run);
/* NULL where they are unknown; causes may be NULL. */
const struct cause_series *causes_find(const struct causes *causes, const char *name,
                                       const char *phase);
void causes_free(struct causes *causes);
