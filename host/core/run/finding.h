/* What is wrong or remarkable about a capture, with the line it is about.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* In order of weight; the weight is also the exit code that it leads to (a warning's is 0). */
enum finding_kind {
    FINDING_WARNING, /* remarkable, but nothing is lost */
    FINDING_NO,      /* the run is not what it claims: cut off, changed, contradictory, failed */
    FINDING_TROUBLE, /* this is no capture that can be judged */
    FINDING_KINDS
};

struct finding {
    enum finding_kind kind;
    uint64_t line; /* from 1; 0 for the whole file */
    char *text;    /* one line: what, and what to do */
};

/* All zero is an empty list. Of each kind only the first FINDINGS_KEPT are kept, all are counted:
 * a capture full of noise must not fill memory or the screen. */
#define FINDINGS_KEPT 8u
struct findings {
    struct finding *list;
    size_t length, capacity;
    size_t count[FINDING_KINDS];
};

void finding_add(struct findings *findings, enum finding_kind kind, uint64_t line,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The heaviest kind that is there; FINDING_WARNING where there is none at all. */
enum finding_kind findings_worst(const struct findings *findings);
void findings_free(struct findings *findings);
