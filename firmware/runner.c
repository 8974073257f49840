/* The bench image: states its configuration, checks its counters, runs its bench, and ends.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "bench/bench.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/emit.h"
#include "lib/stacks.h"
#include "lib/timebase.h"
#include "startup/note.h"

static void print_configuration(void)
{
    struct emit_config config = {
        .core_hz = board_core_hz(),
        .tick_hz = configTICK_RATE_HZ,
        .preempt = configUSE_PREEMPTION,
        .slicing = configUSE_TIME_SLICING,
        .fpu = configENABLE_FPU,
        .compiler = __VERSION__,
        .icache = board_icache_on(),
        .wfi = configUSE_IDLE_HOOK,
        .priorities = configMAX_PRIORITIES,
        .bench = BENCH_NAME,
        .selection = configUSE_PORT_OPTIMISED_TASK_SELECTION ? "clz" : "generic",
        .counter = TIMEBASE_COUNTER_NAME,
        .timer_hz = board_timer_hz(),
        .level = BOARD_SYSCALL_LEVEL,
        .asserts = FIRMWARE_ASSERTS,
        .traces = KERNEL_TRACES,
        .stack_check = configCHECK_FOR_STACK_OVERFLOW,
        .tickless = configUSE_TICKLESS_IDLE,
        .level_of_optimisation = FIRMWARE_LEVEL,
        .option = strcmp(note_option, NOTE_OPTION_NONE) == 0 ? NULL : note_option,
    };
    emit_configuration(&config);
}

static void run(void *argument)
{
    (void)argument;
    emit_begin();
    print_configuration();
    timebase_init();
    emit_read_pair(timebase_read_pair());
    bench_run();
    stacks_note(NULL, BENCH_RUNNER_STACK_WORDS);
    stacks_print();
    emit_end(xPortGetFreeHeapSize(), xPortGetMinimumEverFreeHeapSize());
    check_park();
}

void application_start(void)
{
    bench_prepare();
    CHECK(xTaskCreate(run, "runner", BENCH_RUNNER_STACK_WORDS, NULL, BENCH_RUNNER_PRIORITY, NULL) ==
              pdPASS,
          "the runner cannot be created");
}
