/* Clock set-ups as rows: registers written in order, then the core clock or the refusal.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum action { END, SET, POLL, WAIT };

#define ALL 0xFFFFFFFFu

/* SET: bits mask become value (all of them: without a read). POLL: until they are. WAIT: value
 * cycles pass. */
struct step {
    enum action action;
    uint32_t address, mask, value;
};

#define CLOCK_STEPS_MAX 24

struct clock_row {
    const char *what;
    struct step step[CLOCK_STEPS_MAX];
    uint64_t hz;      /* core clock at the end, or */
    const char *text; /* part of the refusal that the last step must bring */
};

/* Plays each row on a machine out of reset; fails the test where one ends otherwise. */
void clock_rows(const char *machine, const struct clock_row *rows, size_t count);

struct bench;
/* Plays the steps of one row on a bench as it stands. */
void clock_play(struct bench *bench, const struct clock_row *row);
