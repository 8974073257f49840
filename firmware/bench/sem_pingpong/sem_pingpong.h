/* Two equal tasks that pass a token: what the variants share.
 * SPDX-License-Identifier: MIT
 *
 *   A  take | stamp, pin high, nops, pin low | give, take ...
 *   B                                            ... take | stamp, pin high, nops, pin low | give
 *
 * A sample is from A's stamp to B's, as an analyser sees it from pin to pin. In the first rounds
 * the words that go into BSRR are 0, so that code and time are the same and no pin moves.
 */
#pragma once

#include "bench/bench.h"
#include "lib/pins.h"
#include "lib/timebase.h"

#define WARM_UP_ROUNDS 8u

/* Words for BSRR. */
struct pin_words {
    uint32_t high, low;
};

struct pingpong {
    struct pin_words a, b; /* of this round */
    uint32_t begin;
    uint32_t *ticks;       /* A to B, */
    uint32_t *round_ticks; /* A to A; NULL: not wanted */
    uint32_t rounds;       /* so far */
    uint32_t wanted;       /* warm-up included */
    struct pin_words a_shown, b_shown;
    bool a_had_turn; /* and B has not since */
    TaskHandle_t runner, task_a, task_b;
    void *turn_a, *turn_b; /* semaphores; NULL: none */
};
extern struct pingpong pingpong;

/* A few nops, as in the listing. */
#define PINGPONG_WORK __asm volatile("nop\n\tnop\n\tnop\n\tnop")

/* Task A, at its stamp: the round before is over. Out of line: the same code in every variant. */
void pingpong_begin_round(uint32_t now);
/* Task B, behind its turn. */
void pingpong_end_round(uint32_t now);

/* ---- variants: tasks, and what they need ---- */

struct variant {
    TaskFunction_t a, b;
    bool semaphores;
    bool is_static; /* tasks and semaphores from static memory */
};
extern const struct variant pingpong_semaphores, pingpong_short, pingpong_static, pingpong_by_call,
    pingpong_notify, pingpong_empty;

/* pingpong.turn_a, turn_b and tasks: objects.c */
void pingpong_create(const struct variant *variant);
void pingpong_delete(void);
