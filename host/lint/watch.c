/* The rules about interrupts, clock and flash.
 * SPDX-License-Identifier: MIT
 *
 * Priorities are bytes as in NVIC_IPR: a lower value goes first.
 */
#include "watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SVCALL = 11, PENDSV = 14, SYSTICK = 15, INTERRUPTS = 16 };

/* The idiom for "the lowest priority, whatever the bits". */
#define LOWEST 0xFFu

void watch_priority(struct watch *watch, uint32_t exception, uint8_t written, uint8_t kept,
                    uint32_t pc)
{
    if (exception >= WATCH_EXCEPTIONS)
        return;
    struct watch_priority *last = &watch->priority[exception];
    /* The neighbours of a byte in a word that is read, changed and written back keep what was said
     * of them. */
    bool same = last->written_once && written == last->kept;
    if (!same)
        *last = (struct watch_priority){true, written, kept, pc};
}

void watch_basepri(struct watch *watch, uint32_t written, uint32_t kept, uint32_t pc)
{
    if (kept > watch->basepri)
        watch->basepri = kept;
    if (written != 0 && kept == 0 && watch->lost_basepri == 0) {
        watch->lost_basepri = written;
        watch->lost_basepri_pc = pc;
    }
}

void watch_exception(struct watch *watch, uint32_t exception, uint8_t priority)
{
    if (exception >= WATCH_EXCEPTIONS)
        return;
    watch->taken[exception] = true;
    watch->taken_at[exception] = priority;
}

void watch_svc_refused(struct watch *watch, uint32_t pc, uint8_t priority)
{
    if (watch->svc_refused)
        return;
    watch->svc_refused = true;
    watch->svc_refused_pc = pc;
    watch->svc_refused_at = priority;
}

void watch_call(struct watch *watch, const struct api_row *row, uint32_t exception,
                uint8_t priority, uint32_t from)
{
    for (size_t i = 0; i < watch->call_count; i++) {
        struct watch_call *call = &watch->calls[i];
        if (call->row != row || call->exception != exception)
            continue;
        call->count++;
        if (priority < call->priority) {
            call->priority = priority;
            call->from = from;
        }
        return;
    }
    if (watch->call_count < WATCH_CALLS_MAX)
        watch->calls[watch->call_count++] = (struct watch_call){row, exception, priority, from, 1};
}

/* "IRQ 45" or "SysTick", in a static buffer. */
static const char *name_of(uint32_t exception)
{
    static char name[24];
    if (exception >= INTERRUPTS)
        snprintf(name, sizeof name, "IRQ %" PRIu32, exception - INTERRUPTS);
    else
        snprintf(name, sizeof name, "%s",
                 exception == SYSTICK  ? "SysTick"
                 : exception == PENDSV ? "PendSV"
                 : exception == SVCALL ? "SVCall"
                                       : "a fault");
    return name;
}

/* ---- the rules ---- */

/* SysTick, PendSV and SVCall call such functions for the kernel itself. */
static void rule_calls(const struct watch *watch, struct lint *lint, const struct program *program)
{
    for (size_t i = 0; i < watch->call_count; i++) {
        const struct watch_call *call = &watch->calls[i];
        const char *place = program_place(program, call->from);
        if (program_is_kernel(program, call->from))
            continue;
        if (call->row->kind != API_FROM_ISR)
            lint_add(lint, LINT_ISR_CALL, place, NULL, "%s calls %s, %" PRIu64 " times",
                     name_of(call->exception), call->row->name, call->count);
        else if (watch->mainline && watch->basepri != 0 && call->priority < watch->basepri)
            lint_add(lint, LINT_ISR_PRIORITY, place, NULL,
                     "%s at priority 0x%02X calls %s, %" PRIu64
                     " times; critical sections mask 0x%02" PRIX32 " and below",
                     name_of(call->exception), call->priority, call->row->name, call->count,
                     watch->basepri);
    }
}

static void rule_bits(const struct watch *watch, struct lint *lint, const struct program *program)
{
    for (uint32_t exception = INTERRUPTS; exception < WATCH_EXCEPTIONS; exception++) {
        const struct watch_priority *last = &watch->priority[exception];
        if (last->written_once && watch->taken[exception] && last->written != LOWEST &&
            last->written != last->kept)
            lint_add(lint, LINT_PRIORITY_BITS, program_place(program, last->pc), NULL,
                     "%s: 0x%02X was written, 0x%02X is kept", name_of(exception), last->written,
                     last->kept);
    }
    if (watch->lost_basepri != 0)
        lint_add(lint, LINT_SYSCALL_BITS, program_place(program, watch->lost_basepri_pc), NULL,
                 "BASEPRI: 0x%02" PRIX32 " was written, 0 is kept", watch->lost_basepri);
}

/* PRIGROUP n makes the bits n to 0 sub-priority. */
static void rule_group(const struct watch *watch, struct lint *lint)
{
    unsigned sub = (1u << (watch->prigroup + 1)) - 1;
    if (watch->mainline && watch->priority_mask & sub)
        lint_add(lint, LINT_PRIORITY_GROUP, "AIRCR", NULL,
                 "PRIGROUP is %u: bits 0x%02X of the implemented 0x%02X do not preempt",
                 watch->prigroup, watch->priority_mask & sub, watch->priority_mask);
}

/* Before the scheduler has started nobody has set them. */
static void rule_kernel(const struct watch *watch, struct lint *lint)
{
    static const uint32_t numbers[] = {PENDSV, SYSTICK};
    uint8_t lowest = LOWEST & watch->priority_mask;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint8_t at = watch->taken_at[numbers[i]];
        if (watch->taken[PENDSV] && watch->taken[numbers[i]] && at != lowest)
            lint_add(lint, LINT_KERNEL_PRIORITY, name_of(numbers[i]), NULL,
                     "taken at priority 0x%02X; the lowest is 0x%02X", at, lowest);
    }
}

static void rule_svc(const struct watch *watch, struct lint *lint, const struct program *program)
{
    if (!watch->mainline || watch->basepri == 0)
        return;
    if (watch->svc_refused && watch->svc_refused_at >= watch->basepri)
        lint_add(lint, LINT_SVC_PRIORITY, program_place(program, watch->svc_refused_pc), NULL,
                 "an SVC became a HardFault: SVCall is at priority 0x%02X, critical sections mask "
                 "0x%02" PRIX32 " and below",
                 watch->svc_refused_at, watch->basepri);
    else if (watch->taken[SVCALL] && watch->taken_at[SVCALL] >= watch->basepri)
        lint_add(lint, LINT_SVC_PRIORITY, "SVCall", NULL,
                 "SVCall is taken at priority 0x%02X; critical sections mask 0x%02" PRIX32
                 " and below",
                 watch->taken_at[SVCALL], watch->basepri);
}

static void rule_clock(const struct watch *watch, struct lint *lint, const struct program *program)
{
    const struct watch_clock *clock = &watch->clock;
    if (watch->too_few_wait_states)
        lint_add(lint, LINT_WAIT_STATES, program_place(program, watch->stop_pc), NULL, "%s",
                 watch->stop);
    if (!watch->has_clock || watch->too_few_wait_states)
        return;
    if (clock->wait_states > clock->wait_states_needed)
        lint_add(lint, LINT_WAIT_STATES_MORE, "FLASH_ACR", NULL,
                 "%u wait states at %" PRIu64 " Hz, %u are enough", clock->wait_states,
                 clock->core_hz, clock->wait_states_needed);
    if (clock->wait_states != 0 && clock->off[0] != '\0')
        lint_add(lint, LINT_CACHE_OFF, "FLASH_ACR", NULL, "off:%s, with %u wait states", clock->off,
                 clock->wait_states);
    if (!clock->external)
        lint_add(lint, LINT_OSCILLATOR, "RCC", NULL, "%" PRIu64 " Hz come from %s", clock->core_hz,
                 clock->oscillator);
}

void watch_judge(const struct watch *watch, struct lint *lint, const struct program *program)
{
    rule_calls(watch, lint, program);
    rule_bits(watch, lint, program);
    rule_group(watch, lint);
    rule_kernel(watch, lint);
    rule_svc(watch, lint, program);
    rule_clock(watch, lint, program);
}
