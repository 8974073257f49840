/* Two tasks that notify each other: what the notify_* measurements have in common.
 * SPDX-License-Identifier: MIT
 *
 * Ping opens every window. Whoever closes it stores the sample; the first rounds warm up caches
 * and are not stored. The two tasks count rounds apart, so that a lost or doubled notification
 * ends the run.
 */
#pragma once

#include "bench/rtos_bench/measurement.h"
#include "lib/timebase.h"

#define NOTIFY_WARM_UP_ROUNDS 32u

/* One task of the pair. */
struct notify_role {
    TaskFunction_t function;
    UBaseType_t priority;
};

struct notify_pair {
    TaskHandle_t ping;
    TaskHandle_t pong;
    TaskHandle_t runner;
    uint32_t *ticks;
    uint32_t rounds; /* warm-up included */
    volatile uint32_t begin;
    volatile uint32_t pinged; /* rounds that ping has opened */
    volatile uint32_t ponged; /* rounds in which pong has been woken */
    uint32_t stored;
};

extern struct notify_pair notify_pair;

/* Runs both tasks until ping is done, and takes them away. */
void notify_pair_run(struct notify_role ping, struct notify_role pong, uint32_t *ticks, uint32_t n);

/* Closes a round: stores what it took, once the warm-up is over. Outside the window. */
void notify_pair_store(uint32_t round, uint32_t ticks);

/* Ping's last act: wakes the runner, which deletes the pair. */
_Noreturn void notify_pair_finish(void);
