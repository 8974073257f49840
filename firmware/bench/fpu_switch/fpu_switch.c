/* What the FPU's registers cost in a switch: who uses them, how the core stacks them, and whether
 * an interrupt comes between. SPDX-License-Identifier: MIT
 *
 *   leaver   fill, begin, request                                       check, ...
 *   comer         (interrupt)  PendSV       end, check, fill, yield back
 *
 * Each row has its own pair of functions with a begin and an end, all alike and alike aligned.
 */
#include "bench/bench.h"

#include "bench/fpu_switch/float_context.h"
#include "board_soft.h"
#include "lib/check.h"
#include "lib/nvic.h"
#include "lib/timebase.h"

#define WARM_UP_ROUNDS 32u
#define PATIENCE_MS 2000u
/* Of flash lines and cache lines, so that the rows meet the same fetches. */
#define LIKE_ALIGNED __attribute__((aligned(64)))

/* The order of the rows in wire/results/fpu_switch.def: tasks, stacking, request. */
enum request { BY_YIELD, BY_ISR, BY_FLOATING_ISR, REQUESTS };
enum stacking { LAZY, EAGER, STACKINGS };
enum users { NEITHER, LEFT, COMING, BOTH, USERS };
_Static_assert(RESULTS == REQUESTS * STACKINGS * USERS, "the rows are not the whole matrix");

#define REQUEST_OF(result) ((enum request)((unsigned)(result) % REQUESTS))
#define STACKING_OF(result) ((enum stacking)((unsigned)(result) / REQUESTS % STACKINGS))
#define USERS_OF(result) ((enum users)((unsigned)(result) / REQUESTS / STACKINGS))

struct switching {
    uint32_t *begins, *ends;
    uint32_t rounds, wanted;
    bool left_floats, coming_floats, isr_floats;
    uint32_t (*leave)(void); /* returns its begin, when it is back */
    uint32_t (*come)(void);  /* yields back, and returns its end */
    TaskHandle_t runner;
};

static struct switching switching;

void board_soft_a_isr(void);

void board_soft_a_isr(void)
{
    if (switching.isr_floats)
        float_disturb();
    portYIELD_FROM_ISR(pdTRUE);
}

/* ---- the windows, a pair of functions a row ---- */

static inline __attribute__((always_inline)) void ask(enum request request)
{
    if (request == BY_YIELD) {
        taskYIELD();
    } else {
        nvic_pend(BOARD_SOFT_A_IRQ);
        __asm volatile("dsb\n\tisb" ::: "memory");
    }
}

#define WIRE_METRIC(bench, id, name, n, unit, need, meaning)                                       \
    TIMEBASE_ONE_COPY LIKE_ALIGNED static uint32_t leave_##id(void)                                \
    {                                                                                              \
        uint32_t begin;                                                                            \
        TIMEBASE_STAMP_NAMED("window_begin_" name, begin, TIMEBASE_BASE, TIMEBASE_COUNTER_OFFSET); \
        ask(REQUEST_OF(RESULT_##id));                                                              \
        return begin;                                                                              \
    }                                                                                              \
    TIMEBASE_ONE_COPY LIKE_ALIGNED static uint32_t come_##id(void)                                 \
    {                                                                                              \
        uint32_t end;                                                                              \
        taskYIELD();                                                                               \
        TIMEBASE_STAMP_NAMED("window_end_" name, end, TIMEBASE_BASE, TIMEBASE_COUNTER_OFFSET);     \
        return end;                                                                                \
    }
#include "lib/results.def"

static uint32_t (*const leave[RESULTS])(void) = {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) [RESULT_##id] = leave_##id,
#include "lib/results.def"
};

static uint32_t (*const come[RESULTS])(void) = {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) [RESULT_##id] = come_##id,
#include "lib/results.def"
};

/* ---- tasks ---- */

/* Each round has other values, so that a context of the round before is found out, too. */
static uint32_t seed_of(bool is_leaver, uint32_t round)
{
    return 2 * round + is_leaver;
}

static void leaver(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t round = switching.rounds++;
        if (switching.left_floats)
            float_fill(seed_of(true, round));
        else
            float_check_none();
        switching.begins[round] = switching.leave();
        if (switching.left_floats)
            float_check(seed_of(true, round));
        if (switching.rounds == switching.wanted)
            xTaskNotifyGive(switching.runner);
    }
}

static void comer(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t round = switching.rounds;
        if (switching.coming_floats)
            float_fill(seed_of(false, round));
        else
            float_check_none();
        uint32_t end = switching.come();
        switching.ends[switching.rounds - 1] = end;
        if (switching.coming_floats)
            float_check(seed_of(false, round));
    }
}

static void run(enum result result)
{
    uint32_t n = result_samples(result);
    enum users users = USERS_OF(result);
    switching = (struct switching){.begins = samples[0],
                                   .ends = samples[1],
                                   .wanted = n + WARM_UP_ROUNDS,
                                   .left_floats = users == LEFT || users == BOTH,
                                   .coming_floats = users == COMING || users == BOTH,
                                   .isr_floats = REQUEST_OF(result) == BY_FLOATING_ISR,
                                   .leave = leave[result],
                                   .come = come[result],
                                   .runner = xTaskGetCurrentTaskHandle()};
    float_set_lazy(STACKING_OF(result) == LAZY);
    bench_settle();
    TaskHandle_t one = bench_create_task(leaver, "leaver", BENCH_LOW_PRIORITY);
    TaskHandle_t other = bench_create_task(comer, "comer", BENCH_LOW_PRIORITY);
    uint32_t done = ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(PATIENCE_MS));
    bench_delete_task(one);
    bench_delete_task(other);
    CHECK(done != 0, "the tasks have not switched as often as they should");
    for (uint32_t i = 0; i < n; i++)
        samples[0][i] = samples[1][i + WARM_UP_ROUNDS] - samples[0][i + WARM_UP_ROUNDS];
    result_print(result, samples[0], n);
}

void bench_run(void)
{
    nvic_enable(BOARD_SOFT_A_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    for (int result = 0; result < RESULTS; result++)
        run((enum result)result);
}
