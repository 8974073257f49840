/* Rules on observations that are made by hand: what each finds, and where it is silent.
 * SPDX-License-Identifier: MIT
 */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>

#include "host/lint/inject_trace.h"
#include "host/lint/watch.h"

#define IRQ(n) (16u + (n))
#define FOUR_BITS 0xF0u
#define FIRST_BYTE 0x08001000u

static struct watch watch;
static struct lint lint;
static struct image image;
static struct program program;
static const struct api_row from_isr = {"xQueueGiveFromISR", API_FROM_ISR};
static const struct api_row for_tasks = {"xQueueGenericSend", API_TASK};

/* A Cortex-M4 under FreeRTOS that keeps to every rule. */
static int begin(void **state)
{
    (void)state;
    watch = (struct watch){.mainline = true, .priority_mask = FOUR_BITS, .prigroup = 3};
    program = (struct program){.image = &image};
    watch_exception(&watch, 11, 0);
    watch_exception(&watch, 14, 0xF0);
    watch_exception(&watch, 15, 0xF0);
    watch_priority(&watch, IRQ(28), 0x50, 0x50, FIRST_BYTE);
    watch_exception(&watch, IRQ(28), 0x50);
    watch_basepri(&watch, 0x50, 0x50, FIRST_BYTE);
    watch_basepri(&watch, 0, 0, FIRST_BYTE);
    watch_call(&watch, &from_isr, IRQ(28), 0x50, FIRST_BYTE);
    return 0;
}

static int end(void **state)
{
    (void)state;
    lint_free(&lint);
    return 0;
}

/* Exactly one rule finds something, or none (LINT_RULES). */
static void expect(enum lint_rule rule)
{
    watch_judge(&watch, &lint, &program);
    assert_int_equal(lint.count, rule != LINT_RULES);
    if (rule != LINT_RULES)
        assert_string_equal(lint_rows[lint.findings[0].rule].id, lint_rows[rule].id);
}

static void keeping_to_the_rules_finds_nothing(void **state)
{
    (void)state;
    expect(LINT_RULES);
}

static void a_call_from_above_the_mask_is_found(void **state)
{
    (void)state;
    watch_call(&watch, &from_isr, IRQ(29), 0x40, FIRST_BYTE);
    expect(LINT_ISR_PRIORITY);
}

static void without_basepri_any_level_may_call(void **state)
{
    (void)state;
    watch.mainline = false;
    watch_call(&watch, &from_isr, IRQ(29), 0, FIRST_BYTE);
    expect(LINT_RULES);
}

static void a_call_for_tasks_from_an_interrupt_is_found(void **state)
{
    (void)state;
    watch_call(&watch, &for_tasks, IRQ(28), 0x50, FIRST_BYTE);
    expect(LINT_ISR_CALL);
}

static void bits_that_the_core_has_not_are_found(void **state)
{
    (void)state;
    watch_priority(&watch, IRQ(28), 0x05, 0, FIRST_BYTE);
    expect(LINT_PRIORITY_BITS);
}

static void all_ones_mean_the_lowest_priority(void **state)
{
    (void)state;
    watch_priority(&watch, IRQ(28), 0xFF, 0xF0, FIRST_BYTE);
    expect(LINT_RULES);
}

static void a_neighbour_that_is_written_back_keeps_its_mistake(void **state)
{
    (void)state;
    watch_priority(&watch, IRQ(28), 0x55, 0x50, FIRST_BYTE);
    watch_priority(&watch, IRQ(28), 0x50, 0x50, FIRST_BYTE + 8);
    expect(LINT_PRIORITY_BITS);
}

static void an_interrupt_that_is_never_taken_does_not_matter(void **state)
{
    (void)state;
    watch_priority(&watch, IRQ(30), 0x05, 0, FIRST_BYTE);
    expect(LINT_RULES);
}

static void a_mask_of_nothing_is_found(void **state)
{
    (void)state;
    watch_basepri(&watch, 5, 0, FIRST_BYTE);
    expect(LINT_SYSCALL_BITS);
}

static void sub_priorities_are_found(void **state)
{
    (void)state;
    watch.prigroup = 4;
    expect(LINT_PRIORITY_GROUP);
}

static void a_switch_above_the_lowest_level_is_found(void **state)
{
    (void)state;
    watch_exception(&watch, 14, 0xE0);
    expect(LINT_KERNEL_PRIORITY);
}

static void a_tick_above_the_lowest_level_is_found(void **state)
{
    (void)state;
    watch_exception(&watch, 15, 0);
    expect(LINT_KERNEL_PRIORITY);
}

static void an_svc_that_is_masked_is_found(void **state)
{
    (void)state;
    watch_exception(&watch, 11, 0x50);
    expect(LINT_SVC_PRIORITY);
}

static void an_svc_that_became_a_fault_is_found(void **state)
{
    (void)state;
    watch_svc_refused(&watch, FIRST_BYTE, 0x50);
    expect(LINT_SVC_PRIORITY);
}

/* Interrupts were off altogether; the priority is right. */
static void an_svc_without_interrupts_is_another_mistake(void **state)
{
    (void)state;
    watch_svc_refused(&watch, FIRST_BYTE, 0);
    expect(LINT_RULES);
}

static void set_clock(unsigned wait_states, unsigned needed, bool external, const char *off)
{
    watch.has_clock = true;
    watch.clock = (struct watch_clock){.oscillator = external ? "HSE" : "HSI",
                                       .external = external,
                                       .core_hz = 168000000,
                                       .wait_states = wait_states,
                                       .wait_states_needed = needed};
    snprintf(watch.clock.off, sizeof watch.clock.off, "%s", off);
}

static void a_crystal_and_enough_wait_states_are_right(void **state)
{
    (void)state;
    set_clock(5, 5, true, "");
    expect(LINT_RULES);
}

static void an_rc_oscillator_is_noted(void **state)
{
    (void)state;
    set_clock(5, 5, false, "");
    expect(LINT_OSCILLATOR);
}

static void too_many_wait_states_are_noted(void **state)
{
    (void)state;
    set_clock(6, 5, true, "");
    expect(LINT_WAIT_STATES_MORE);
}

static void a_cache_that_is_off_matters_with_wait_states_only(void **state)
{
    (void)state;
    set_clock(0, 0, true, " prefetch");
    expect(LINT_RULES);
    set_clock(5, 5, true, " prefetch");
    expect(LINT_CACHE_OFF);
}

/* ---- two ways of one program ---- */

static struct inject_trace good, bad;

static void both(uint32_t address)
{
    inject_trace_add(&good, address, false);
    inject_trace_add(&bad, address, false);
}

static int begin_ways(void **state)
{
    (void)state;
    good = (struct inject_trace){.came_back = true};
    bad = (struct inject_trace){.came_back = true, .allocated = true};
    both(0x100);
    both(0x102);
    return 0;
}

static void ways_that_do_not_part_are_unnoticed(void **state)
{
    (void)state;
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_UNNOTICED);
}

static void a_branch_of_the_program_is_a_check(void **state)
{
    (void)state;
    inject_trace_add(&good, 0x104, false);
    inject_trace_add(&bad, 0x200, false);
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_CHECKED);
    assert_int_equal(inject_compare(&good, &bad).at, 0x200);
}

static void an_assert_of_the_kernel_is_no_check_of_the_program(void **state)
{
    (void)state;
    inject_trace_add(&good, 0x104, true);
    inject_trace_add(&bad, 0x200, true);
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_KERNEL);
}

static void a_null_pointer_before_the_ways_part_is_told(void **state)
{
    (void)state;
    inject_trace_null(&bad, 0x900);
    inject_trace_add(&good, 0x104, false);
    inject_trace_add(&bad, 0x200, false);
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_NULL);
    /* Where it succeeds, too, the vectors are read, not an object. */
    inject_trace_null(&good, 0x900);
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_CHECKED);
}

static void a_hook_that_stops_is_a_check_and_no_allocation_is_none(void **state)
{
    (void)state;
    bad.came_back = false;
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_CHECKED);
    bad.allocated = false;
    assert_int_equal(inject_compare(&good, &bad).kind, INJECT_UNDECIDED);
}

static void flags_that_are_not_named_are_not_guessed(void **state)
{
    (void)state;
    char level[8];
    const struct program_unit none = {.producer = "GNU C17 12.2.1 20221205"},
                              plain = {.producer = "GNU C17 12.2.1 20221205 -mthumb -g"},
                              second = {.producer = "GNU C17 12.2.1 20221205 -mthumb -g -O2"};
    assert_null(program_level(&none, level));
    assert_string_equal(program_level(&plain, level), "-O0");
    assert_string_equal(program_level(&second, level), "-O2");
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, begin, end)
#define WAYS(test) cmocka_unit_test_setup(test, begin_ways)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(keeping_to_the_rules_finds_nothing),
        RULE(a_call_from_above_the_mask_is_found),
        RULE(without_basepri_any_level_may_call),
        RULE(a_call_for_tasks_from_an_interrupt_is_found),
        RULE(bits_that_the_core_has_not_are_found),
        RULE(all_ones_mean_the_lowest_priority),
        RULE(a_neighbour_that_is_written_back_keeps_its_mistake),
        RULE(an_interrupt_that_is_never_taken_does_not_matter),
        RULE(a_mask_of_nothing_is_found),
        RULE(sub_priorities_are_found),
        RULE(a_switch_above_the_lowest_level_is_found),
        RULE(a_tick_above_the_lowest_level_is_found),
        RULE(an_svc_that_is_masked_is_found),
        RULE(an_svc_that_became_a_fault_is_found),
        RULE(an_svc_without_interrupts_is_another_mistake),
        RULE(a_crystal_and_enough_wait_states_are_right),
        RULE(an_rc_oscillator_is_noted),
        RULE(too_many_wait_states_are_noted),
        RULE(a_cache_that_is_off_matters_with_wait_states_only),
        WAYS(ways_that_do_not_part_are_unnoticed),
        WAYS(a_branch_of_the_program_is_a_check),
        WAYS(an_assert_of_the_kernel_is_no_check_of_the_program),
        WAYS(a_null_pointer_before_the_ways_part_is_told),
        WAYS(a_hook_that_stops_is_a_check_and_no_allocation_is_none),
        cmocka_unit_test(flags_that_are_not_named_are_not_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
