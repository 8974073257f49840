/* Takes off what a terminal program puts in front of every line, a time stamp mostly.
 * SPDX-License-Identifier: MIT
 *
 * The line that begins a run shows the prefix; the one behind it confirms it by beginning with one
 * of the same shape. The shape is what stamps have in common: where one has digits, letters or
 * blanks, the other has some too, in any number; every other byte is the same.
 */
#pragma once

#include "capture.h"

#define PREFIX_MAX 64u       /* bytes; a longer one is none */
#define PREFIX_HELD_MAX 256u /* bytes of a line that may have one, until the next tells */

struct prefix {
    char text[PREFIX_MAX]; /* the one that was seen with a BEGIN */
    size_t length;         /* of it; 0: there is none */

    /* Of the whole capture, to be told. */
    char first[PREFIX_MAX];
    size_t first_length, shortest, longest;
    uint64_t first_line;                   /* the line of first */
    uint64_t lines;                        /* ours that had it */
    uint64_t lines_without, first_without; /* ours that did not, in a run that has it */

    char held[PREFIX_HELD_MAX];
    struct capture_line held_line; /* into held; number is 0 where nothing is held */
};

/* How many bytes at the begin of text have the shape; 0 where it begins otherwise. */
size_t prefix_match(const struct prefix *prefix, const char *text, size_t length);
/* Whether a line that holds BEGIN at front may begin with a prefix; it is then held. */
bool prefix_hold(struct prefix *prefix, const struct capture_line *line, size_t front);
/* By the line behind the one that is held: makes the prefix that of all lines, or forgets it. */
void prefix_decide(struct prefix *prefix, const struct capture_line *next);
/* Takes the prefix off a line; false where it has none. */
bool prefix_take(struct prefix *prefix, struct capture_line *line);
