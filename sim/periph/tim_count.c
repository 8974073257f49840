/* The counter of a general-purpose timer: what its value is, and when it matches or overflows.
 * SPDX-License-Identifier: MIT
 *
 * Counts up only. A segment runs from start to the next overflow; matches in it are found by
 * subtraction. RM0481, general-purpose timers: a period has ARR + 1 counts, the counter is blocked
 * while ARR is 0, a compare value above ARR matches at the overflow, CC flags follow CNT = CCR also
 * when UG brings CNT to 0.
 * Not in the manual, so assumed: a match needs the counter to arrive at the value, so writing the
 * value that CNT has now does not match before it comes round again; a counter above ARR runs to
 * the end of its width and overflows there.
 */
#include "sim/periph/tim.h"

#include "sim/periph/registers.h"
#include "sim/state.h"

uint32_t tim_mask(const struct tim *tim)
{
    return tim->device.parameter == 16 ? 0xFFFF : UINT32_MAX;
}

static uint64_t period(const struct tim *tim)
{
    return (uint64_t)tim->divider * (tim->prescaler + 1);
}

/* Increments from start_cycle to now. */
static uint64_t increments(const struct tim *tim, uint64_t now)
{
    if (!tim->running || tim->reload == 0 || (int64_t)now <= tim->start_cycle)
        return 0;
    return (uint64_t)((int64_t)now - tim->start_cycle) / period(tim);
}

/* Increments from start_cycle to the overflow. */
static uint64_t to_overflow(const struct tim *tim)
{
    uint64_t top = tim->start <= tim->reload ? tim->reload : tim_mask(tim);

    return top + 1 - tim->start;
}

static uint64_t cycle_of(const struct tim *tim, uint64_t increment)
{
    return (uint64_t)(tim->start_cycle + (int64_t)(increment * period(tim)));
}

static bool matches_at_overflow(const struct tim *tim, unsigned channel)
{
    return tim->compare[channel] > tim->reload;
}

void tim_update_irq(struct tim *tim, uint64_t now)
{
    bool level = tim->value[TIM_SR] & tim->value[TIM_DIER];

    if (level == tim->irq)
        return;
    tim->irq = level;
    device_set_irq(&tim->device, level, now);
}

void tim_raise(struct tim *tim, uint32_t flags, uint64_t cycle)
{
    const struct register_map *map = tim->device.class->variant;

    tim->value[TIM_SR] |= flags & map->row[TIM_SR].read;
    tim_update_irq(tim, cycle);
}

/* Flags that observers hear of: those with an interrupt or an output. */
static uint32_t observed_flags(const struct tim *tim)
{
    uint32_t flags = tim->value[TIM_DIER];

    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        if (tim->value[TIM_CCER] & TIM_CCER_CC1E << 4 * channel)
            flags |= TIM_SR_CC1IF << channel;
    return flags;
}

/* The counter itself brings flags. */
static void happen(struct tim *tim, uint32_t flags, uint64_t cycle)
{
    tim_raise(tim, flags, cycle);
    if (flags & observed_flags(tim) & TIM_SR_UIF)
        device_signal(&tim->device, tim->update_signal, cycle);
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        if (flags & observed_flags(tim) & TIM_SR_CC1IF << channel)
            device_signal(&tim->device, tim->compare_signal[channel], cycle);
    if (tim->value[TIM_CCER] != 0)
        tim_output_match(tim, flags, cycle);
}

static void see_matches(struct tim *tim, uint64_t last)
{
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++) {
        uint64_t at = (uint64_t)tim->compare[channel] - tim->start;

        if (tim->compare[channel] > tim->start && at > tim->seen && at <= last)
            happen(tim, TIM_SR_CC1IF << channel, cycle_of(tim, at));
    }
    if (last > tim->seen)
        tim->seen = last;
}

static void load_shadows(struct tim *tim)
{
    tim->prescaler = tim->value[TIM_PSC];
    tim->reload = tim->value[TIM_ARR];
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        tim->compare[channel] = tim->value[TIM_CCR1 + channel];
}

static uint32_t zero_matches(const struct tim *tim)
{
    uint32_t flags = 0;

    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        if (tim->compare[channel] == 0)
            flags |= TIM_SR_CC1IF << channel;
    return flags;
}

static void end_one_pulse(struct tim *tim)
{
    if (!(tim->value[TIM_CR1] & TIM_CR1_OPM))
        return;
    tim->value[TIM_CR1] &= ~TIM_CR1_CEN;
    tim->running = false;
    tim->value[TIM_CNT] = 0;
    tim->phase_clocks = 0;
}

static void overflow(struct tim *tim)
{
    uint64_t cycle = cycle_of(tim, to_overflow(tim));
    uint32_t flags = 0;

    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        if (matches_at_overflow(tim, channel))
            flags |= TIM_SR_CC1IF << channel;
    tim->start = 0;
    tim->start_cycle = (int64_t)cycle;
    tim->seen = 0;
    if (!(tim->value[TIM_CR1] & TIM_CR1_UDIS)) {
        load_shadows(tim);
        flags |= TIM_SR_UIF;
        end_one_pulse(tim);
    }
    happen(tim, flags | zero_matches(tim), cycle);
}

/* Nothing changes from one whole period to the next: only the last one needs a look. */
static void skip_periods(struct tim *tim, uint64_t now)
{
    uint64_t length = (uint64_t)tim->reload + 1;
    uint64_t whole = increments(tim, now) / length;

    if (whole > 1)
        tim->start_cycle += (int64_t)((whole - 1) * length * period(tim));
}

void tim_settle(struct tim *tim, uint64_t now)
{
    for (;;) {
        uint64_t count = increments(tim, now);
        uint64_t end = to_overflow(tim);

        if (!tim->running || count == 0)
            return;
        see_matches(tim, count < end ? count : end - 1);
        if (count < end)
            return;
        overflow(tim);
        skip_periods(tim, now);
    }
}

uint32_t tim_count(const struct tim *tim, uint64_t now)
{
    return tim->running ? tim->start + (uint32_t)increments(tim, now) : tim->value[TIM_CNT];
}

/* Begins the segment anew at the last increment before now. */
static void rebase(struct tim *tim, uint64_t now)
{
    uint64_t count = increments(tim, now);

    tim->start += (uint32_t)count;
    tim->start_cycle += (int64_t)(count * period(tim));
    tim->seen = 0;
}

void tim_stop(struct tim *tim, uint64_t now)
{
    int64_t since;

    if (!tim->running)
        return;
    rebase(tim, now);
    since = (int64_t)now - tim->start_cycle;
    tim->phase_clocks = since > 0 && tim->reload != 0 ? (uint32_t)since / tim->divider : 0;
    tim->value[TIM_CNT] = tim->start;
    tim->running = false;
}

void tim_start(struct tim *tim, uint64_t now, unsigned delay)
{
    tim->running = true;
    tim->start = tim->value[TIM_CNT];
    tim->start_cycle =
        (int64_t)now + ((int64_t)delay - (int64_t)tim->phase_clocks) * (int64_t)tim->divider;
    tim->seen = 0;
}

void tim_set_count(struct tim *tim, uint32_t value, uint64_t now)
{
    if (tim->running) {
        rebase(tim, now);
        tim->start = value;
    } else {
        tim->value[TIM_CNT] = value;
    }
}

static bool is_preloaded(const struct tim *tim, unsigned channel)
{
    return tim->value[TIM_CCMR1 + channel / 2] >> (channel % 2 * 8 + 3) & 1;
}

void tim_take_unbuffered(struct tim *tim, uint64_t now)
{
    if (tim->running)
        rebase(tim, now);
    if (!(tim->value[TIM_CR1] & TIM_CR1_ARPE)) {
        if (tim->reload == 0)
            tim->start_cycle = (int64_t)now;
        tim->reload = tim->value[TIM_ARR];
    }
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        if (!is_preloaded(tim, channel))
            tim->compare[channel] = tim->value[TIM_CCR1 + channel];
}

void tim_generate_update(struct tim *tim, uint64_t now)
{
    uint32_t flags = 0;

    tim->start = 0;
    tim->start_cycle = (int64_t)now;
    tim->seen = 0;
    tim->value[TIM_CNT] = 0;
    tim->phase_clocks = 0;
    if (!(tim->value[TIM_CR1] & TIM_CR1_UDIS)) {
        load_shadows(tim);
        if (!(tim->value[TIM_CR1] & TIM_CR1_URS))
            flags |= TIM_SR_UIF;
        end_one_pulse(tim);
    }
    tim_raise(tim, flags | zero_matches(tim), now);
    tim_output_match(tim, zero_matches(tim), now);
}

/* Increments from start_cycle to the next match that has not been seen. */
static uint64_t to_match(const struct tim *tim, unsigned channel)
{
    uint64_t end = to_overflow(tim);
    uint64_t at = (uint64_t)tim->compare[channel] - tim->start;

    if (tim->compare[channel] > tim->start && at > tim->seen && at < end)
        return at;
    return matches_at_overflow(tim, channel) ? end : end + tim->compare[channel];
}

static bool has_pending_shadows(const struct tim *tim)
{
    if (tim->prescaler != tim->value[TIM_PSC] || tim->reload != tim->value[TIM_ARR])
        return true;
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++)
        if (tim->compare[channel] != tim->value[TIM_CCR1 + channel])
            return true;
    return false;
}

void tim_plan(struct tim *tim)
{
    uint32_t waited_for = tim->value[TIM_DIER] & ~tim->value[TIM_SR];
    uint64_t first = NEVER;

    if (!tim->running || tim->reload == 0) {
        device_schedule(&tim->device, NEVER);
        return;
    }
    if (tim->device.sim->observer.signal)
        waited_for = observed_flags(tim);
    waited_for |= tim_output_flags(tim);
    if ((waited_for & TIM_SR_UIF) || (tim->value[TIM_CR1] & TIM_CR1_OPM) ||
        has_pending_shadows(tim))
        first = to_overflow(tim);
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++) {
        uint64_t at = to_match(tim, channel);

        if ((waited_for & TIM_SR_CC1IF << channel) && at < first)
            first = at;
    }
    device_schedule(&tim->device, first == NEVER ? NEVER : cycle_of(tim, first));
}
