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
    uint64_t line;    /* from 1; 0 for the whole file */
    char *text;       /* one line: what, and what to do; how many more there are like it */
    const char *rule; /* the format of the text: what is alike has the same */
    size_t length;    /* of the text without the count */
    uint64_t more;    /* findings of this rule that are told by this one */
};

/* All zero is an empty list. Of each kind FINDINGS_KEPT are kept, all are counted: a capture full
 * of noise must not fill memory or the screen. Where there would be more, those that are alike
 * become one with their number. */
#define FINDINGS_KEPT 8u
struct findings {
    struct finding *list;
    size_t length, capacity;
    size_t count[FINDING_KINDS];
};

/* format is the rule, too: a literal. */
void finding_add(struct findings *findings, enum finding_kind kind, uint64_t line,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The heaviest kind that is there; FINDING_WARNING where there is none at all. */
enum finding_kind findings_worst(const struct findings *findings);
void findings_free(struct findings *findings);
