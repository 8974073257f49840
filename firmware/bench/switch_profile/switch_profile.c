/* A switch between two equal tasks: from taskYIELD to the other's first instruction, and segment by
 * segment in a handler that stamps. SPDX-License-Identifier: MIT
 *
 *   one    begin, yield                                          end, ...
 *                     entry | save | ... | restore | return
 *   other                                                 end, begin, yield
 *
 * A task keeps the begin of its yield in a register and stores it when it is back, so that the
 * window holds nothing but the yield.
 */
#include "bench/bench.h"

#include "bench/switch_profile/handler.h"
#include "lib/check.h"
#include "lib/timebase.h"

#define WARM_UP_SWITCHES 32u
#define PATIENCE_MS 2000u

struct profile {
    uint32_t *begins, *ends; /* of each switch, warm-up included */
    uint32_t begun, wanted;  /* switches */
    bool over;
    uint32_t (*reading)(void); /* what of the handler's stamps is the sample */
    const struct handler_segment *segment;
    TaskHandle_t runner;
};

static struct profile profile;

/* ---- from task to task ---- */

/* Back in a task: when its own switch began, which was number mine, and that the last one ended.
 * The begin of the last is with the other task, which is let on once more without being measured.
 */
static void back(uint32_t mine, uint32_t begin, uint32_t end)
{
    profile.begins[mine] = begin;
    if (profile.over)
        xTaskNotifyGive(profile.runner);
    profile.ends[profile.begun - 1] = end;
    if (profile.begun == profile.wanted) {
        profile.over = true;
        taskYIELD();
    }
}

TIMEBASE_ONE_COPY static void kernel_yield(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t begin, end, mine = profile.begun++;
        TIMEBASE_STAMP(window_begin_yield_to_task, begin);
        taskYIELD();
        TIMEBASE_STAMP(window_end_yield_to_task, end);
        back(mine, begin, end);
    }
}

/* A second copy, since labels and measurements pair one to one. */
TIMEBASE_ONE_COPY static void stamped_yield(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t begin, end, mine = profile.begun++;
        TIMEBASE_STAMP(window_begin_switch_profile_stamped_yield, begin);
        taskYIELD();
        TIMEBASE_STAMP(window_end_switch_profile_stamped_yield, end);
        back(mine, begin, end);
    }
}

static void run(TaskFunction_t task, enum result result)
{
    uint32_t n = result_samples(result);
    profile = (struct profile){.begins = samples[0],
                               .ends = samples[1],
                               .wanted = n + WARM_UP_SWITCHES,
                               .reading = profile.reading,
                               .segment = profile.segment,
                               .runner = xTaskGetCurrentTaskHandle()};
    bench_settle();
    TaskHandle_t one = bench_create_task(task, "one", BENCH_LOW_PRIORITY);
    TaskHandle_t other = bench_create_task(task, "other", BENCH_LOW_PRIORITY);
    uint32_t done = ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(PATIENCE_MS));
    bench_delete_task(one);
    bench_delete_task(other);
    CHECK(done != 0, "the tasks have not switched as often as they should");
    for (uint32_t i = 0; i < n; i++)
        samples[0][i] = samples[1][i + WARM_UP_SWITCHES] - samples[0][i + WARM_UP_SWITCHES];
    result_print(result, samples[0], n);
}

/* ---- segment by segment ---- */

static uint32_t between(const struct handler_segment *segment)
{
    return handler_stamps[segment->to] - handler_stamps[segment->from];
}

static uint32_t segment_ticks(void)
{
    return between(profile.segment);
}

static uint32_t handler_ticks(void)
{
    return handler_stamps[handler_segments[HANDLER_SEGMENTS - 1].to] -
           handler_stamps[handler_segments[0].from];
}

static uint32_t stamps_ticks(void)
{
    uint32_t ticks = handler_ticks();
    for (int i = 0; i < HANDLER_SEGMENTS; i++)
        ticks -= between(&handler_segments[i]);
    return ticks;
}

/* The handler that brought us here has left its stamps. */
static void read_stamps(void *argument)
{
    (void)argument;
    for (;;) {
        taskYIELD();
        uint32_t i = profile.begun++;
        profile.begins[i] = 0;
        profile.ends[i] = profile.reading();
        if (profile.begun == profile.wanted)
            xTaskNotifyGive(profile.runner);
    }
}

static void run_reading(uint32_t (*reading)(void), enum result result)
{
    profile.reading = reading;
    run(read_stamps, result);
}

void bench_run(void)
{
    run(kernel_yield, RESULT_YIELD_TO_TASK);
    handler_install();
    run(stamped_yield, RESULT_STAMPED_YIELD);
    run_reading(handler_ticks, RESULT_HANDLER);
    for (int i = 0; i < HANDLER_SEGMENTS; i++) {
        profile.segment = &handler_segments[i];
        run_reading(segment_ticks, handler_segments[i].result);
    }
    run_reading(stamps_ticks, RESULT_STAMPS);
}
