/* The pin of sem_pingpong that says an interrupt is being served: high in every handler but that of
 * the switch, and nowhere else.
 * SPDX-License-Identifier: MIT
 *
 * Entries and returns are the simulator's, edges those that an analyser sees (run --vcd).
 */
#include "tests/unit/cmocka_all.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/image/image.h"
#include "host/core/run/intake.h"
#include "sim/sim.h"

#define LIMIT_NS UINT64_C(20000000000)
#define SVCALL 11u /* starts the first task, once */
#define PENDSV 14u
#define SYSTICK 15u
#define EXCEPTIONS 256u
#define NESTING_MAX 16u
/* Between entry and edge: prologue, mask, load of the port's address and the store; likewise behind
 * the other edge. A wait state of the flash or two is in it, no call. */
#define MARGIN_CYCLES 40u

struct served {
    uint32_t exception;
    uint64_t entered;    /* the first cycle of its first instruction */
    uint64_t rose, fell; /* 0: not yet */
};

static struct {
    struct sim *sim;
    const char *pin;
    struct session session;
    struct intake intake;
    struct served nest[NESTING_MAX];
    unsigned depth;
    uint64_t count[EXCEPTIONS];
    uint64_t before_max, behind_max; /* cycles outside of the pin's pulse */
    char wrong[256];                 /* the first */
} seen;

static bool is_shown(uint32_t exception)
{
    return exception != PENDSV && exception != SVCALL;
}

static void wrong(uint32_t exception, uint64_t cycle, const char *what)
{
    if (seen.wrong[0] == '\0')
        snprintf(seen.wrong, sizeof seen.wrong, "exception %" PRIu32 " at cycle %" PRIu64 ": %s",
                 exception, cycle, what);
}

static void enter(uint32_t exception, uint64_t cycle)
{
    if (seen.depth == NESTING_MAX || exception >= EXCEPTIONS) {
        wrong(exception, cycle, "cannot be followed");
        return;
    }
    seen.nest[seen.depth++] = (struct served){.exception = exception, .entered = cycle};
    seen.count[exception]++;
}

static void leave(uint64_t cycle)
{
    if (seen.depth == 0)
        return;
    struct served *served = &seen.nest[--seen.depth];
    if (!is_shown(served->exception))
        return;
    if (served->fell == 0) {
        wrong(served->exception, cycle, "left without a pulse of its own");
        return;
    }
    uint64_t before = served->rose - served->entered, behind = cycle - served->fell;
    seen.before_max = before > seen.before_max ? before : seen.before_max;
    seen.behind_max = behind > seen.behind_max ? behind : seen.behind_max;
}

static void on_span(void *context, const struct sim_span *span)
{
    (void)context;
    if (span->kind == SIM_SPAN_RETURN || span->kind == SIM_SPAN_TAIL_CHAIN)
        leave(span->start_cycle);
    if (span->kind == SIM_SPAN_ENTRY || span->kind == SIM_SPAN_TAIL_CHAIN)
        enter(span->address, span->end_cycle);
}

static void on_pin(void *context, const char *name, bool level, uint64_t cycle)
{
    (void)context;
    struct served *served = seen.depth != 0 ? &seen.nest[seen.depth - 1] : NULL;
    if (strcmp(name, seen.pin) != 0)
        return;
    if (served == NULL || !is_shown(served->exception))
        wrong(served != NULL ? served->exception : 0, cycle, "moves the pin");
    else if (level ? served->rose != 0 : served->rose == 0 || served->fell != 0)
        wrong(served->exception, cycle, "more than one pulse");
    else if (level)
        served->rose = cycle;
    else
        served->fell = cycle;
}

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    char c = (char)byte;
    (void)context;
    (void)usart;
    (void)cycle;
    intake_feed(&seen.intake, &c, 1);
    if (c == '\n' && seen.intake.parser.last != NULL && run_is_over(seen.intake.parser.last))
        sim_stop_request(seen.sim);
}

static void start(const struct image *image)
{
    struct sim_config config = {.machine = image->note[NOTE_MACHINE]};
    struct sim_error error;
    seen.sim = sim_create(&config, &error);
    assert_non_null(seen.sim);
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        assert_true(sim_load(seen.sim, s->load_address, s->bytes, s->file_size, &error));
    }
    sim_observe(seen.sim, &(struct sim_observer){.uart = on_uart, .pin = on_pin, .span = on_span});
    sim_observe_spans(seen.sim, true);
    sim_reset(seen.sim);
}

static void every_interrupt_is_shown_and_nothing_else(void **state)
{
    struct image image;
    struct error error;
    const char *path = getenv("BENCH_ELF");
    (void)state;
    seen.pin = getenv("ISR_PIN");
    assert_true(path != NULL && seen.pin != NULL);
    if (!image_open(&image, path, &error))
        fail_msg("%s", error.text);
    intake_init(&seen.intake, &seen.session);
    start(&image);
    struct sim_stop stop = sim_run(seen.sim, LIMIT_NS);
    intake_end(&seen.intake);
    if (stop.reason != SIM_STOP_REQUESTED)
        fail_msg("no END: %s", stop.text);
    assert_int_equal(seen.session.runs[0]->end, RUN_ENDED);
    if (seen.wrong[0] != '\0')
        fail_msg("%s", seen.wrong);
    /* The bench works at it while the tick goes on. */
    assert_true(seen.count[SYSTICK] >= 20 && seen.count[PENDSV] >= 8000);
    for (uint32_t i = 0; i < EXCEPTIONS; i++)
        if (seen.count[i] != 0)
            printf("exception %" PRIu32 ": %" PRIu64 " times\n", i, seen.count[i]);
    printf("pin up at most %" PRIu64 " cycles behind the entry, down at most %" PRIu64
           " before the return\n",
           seen.before_max, seen.behind_max);
    assert_true(seen.before_max <= MARGIN_CYCLES && seen.behind_max <= MARGIN_CYCLES);
    sim_destroy(seen.sim);
    session_free(&seen.session);
    image_close(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_interrupt_is_shown_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
