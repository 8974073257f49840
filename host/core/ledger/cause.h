/* Why samples of a simulated run are as long as they are: what happened inside their windows.
 * SPDX-License-Identifier: MIT
 *
 * Taken from what the core did, not guessed from the figures: a series whose windows do not fit its
 * samples, or are not known, has no causes, and a reader has to be told "unknown". PendSV and
 * SVCall, which switch tasks, and the interrupt that a window measures are no causes. What happens
 * equally often in every window is a part of what is measured.
 *
 * A sample above the most common one in whose window none of that happened is held against a window
 * of the most common length: was the interrupt entered later, were other instructions executed, or
 * did the same ones take longer?
 */
#pragma once

#include "ledger.h"
#include "stored.h"

enum cause_kind {
    CAUSE_TICK,   /* SysTick was entered in the window, or being served when it began */
    CAUSE_OTHER,  /* another exception was, neither PendSV, SVCall nor the timer's own */
    CAUSE_MASKED, /* the timer compared while interrupts were masked, its own among them */
    CAUSE_LATE,   /* the interrupted instruction, or sleep, took longer until the entry */
    CAUSE_PATH,   /* more or fewer instructions than most */
    CAUSE_WAIT,   /* the same instructions took longer: caches, flash, bus, or what they divide */
    CAUSE_KINDS
};

/* "kernel tick", "other interrupt", "masked", ... */
extern const char *const cause_name[CAUSE_KINDS];

/* A sample in whose window it happened. */
struct cause_sample {
    size_t index;
    uint32_t number;      /* CAUSE_TICK, CAUSE_OTHER: of the exception; */
    unsigned times;       /* how often beyond what is in every window, 1 at least, */
    bool is_more;         /* and whether it is in every window; */
    const char *handler;  /* its handler's name in the image, NULL where unknown */
    uint64_t cycles;      /* CAUSE_MASKED: from the compare to the entry; LATE, WAIT: beyond most */
    int64_t instructions; /* CAUSE_PATH: beyond most */
};

struct cause_list {
    struct cause_sample *samples; /* by index */
    size_t count, capacity;
};

struct cause_series {
    const char *name, *phase; /* of the run; phase NULL where none */
    size_t windows;           /* as many as there are samples */
    /* Of what happens in every window only what is beyond that. */
    struct cause_list of[CAUSE_KINDS];
    bool every[CAUSE_KINDS]; /* it, or one of it, happens in every window */
};

/* All zero is none. */
struct causes {
    struct cause_series *series;
    size_t count, capacity;
};

/* "entered 4,971 cycles after the compare", "exception 44 (board_soft_isr)", or "" where the kind
 * says it all. */
#define CAUSE_TEXT_MAX 120
const char *cause_text(enum cause_kind kind, const struct cause_sample *sample,
                       char text[static CAUSE_TEXT_MAX]);

/* From a ledger that has seen the whole run; names point into the run and the image. */
void causes_of_ledger(struct causes *causes, const struct ledger *ledger, const struct run *run);
/* Adds the series whose windows only the stores of their samples tell. */
void causes_of_stored(struct causes *causes, const struct stored *stored, const struct image *image,
                      const struct run *run);
/* NULL where they are unknown; causes may be NULL. */
const struct cause_series *causes_find(const struct causes *causes, const char *name,
                                       const char *phase);
void causes_free(struct causes *causes);
