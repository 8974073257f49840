/* The kit's test of itself: windows that differ by a known number of cycles and in nothing else.
 * SPDX-License-Identifier: MIT
 *
 *   read    delay    read            compare event   entry    delay   read
 *    |----- cycles_K ---|                  |------------ timer_K --------|
 *
 * The code of a window exists once; which delay it calls is data.
 */
#include "bench/bench.h"

#include "board_timer.h"
#include "boards/board.h"
#include "delays.h"
#include "lib/check.h"
#include "lib/nvic.h"
#include "lib/timebase.h"

/* From the tick to the event: all of it is over long before the next tick. */
#define LEAD_US 100u
#define WARM_UP 32u

struct timed {
    delay *planted;
    uint32_t *ticks;
    volatile uint32_t raised;
};

static struct timed timed;

/* Before the first sample all of it is in whatever caches there are. */
__attribute__((noinline)) static void count(delay *planted, uint32_t *ticks, uint32_t n)
{
    for (uint32_t i = 0; i < n + WARM_UP; i++) {
        __asm volatile("cpsid i" ::: "memory");
        uint32_t begin = timebase_now();
        planted();
        uint32_t end = timebase_now();
        __asm volatile("cpsie i" ::: "memory");
        ticks[i < WARM_UP ? 0 : i - WARM_UP] = end - begin;
    }
}

void board_timer_isr(void);

void board_timer_isr(void)
{
    timed.planted();
    uint32_t now = board_timer_now(), reference = board_timer_compare();
    board_timer_clear();
    board_timer_disable_irq();
    timed.ticks[timed.raised < WARM_UP ? 0 : timed.raised - WARM_UP] = now - reference;
    timed.raised++;
}

/* The core sleeps when the event comes: the entry takes the same time each time. */
static void time(delay *planted, uint32_t *ticks, uint32_t n)
{
    uint32_t lead = (uint32_t)((uint64_t)board_timer_hz() * LEAD_US / 1000000u);
    timed = (struct timed){.planted = planted, .ticks = ticks};
    nvic_enable(BOARD_TIMER_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    for (uint32_t i = 0; i < n + WARM_UP; i++) {
        vTaskDelay(1);
        board_timer_set_compare(board_timer_now() + lead);
        board_timer_clear();
        board_timer_enable_irq();
        __asm volatile("wfi" ::: "memory");
        CHECK(timed.raised == i + 1, "the timer's event has not ended the sleep");
    }
    nvic_disable(BOARD_TIMER_IRQ);
}

enum { CYCLES, TIMER };

void bench_run(void)
{
    static const struct {
        delay *planted;
        enum result result;
        int unit;
    } rows[] = {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) {planted_##id, RESULT_##id, unit},
#include "lib/results.def"
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t n = result_samples(rows[i].result);
        bench_settle();
        if (rows[i].unit == TIMER)
            time(rows[i].planted, samples[0], n);
        else
            count(rows[i].planted, samples[0], n);
        result_print(rows[i].result, samples[0], n);
    }
}
