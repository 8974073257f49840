/* A general-purpose timer: its registers. The counter is in tim_count.c.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/tim.h"

#include <stdio.h>

#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

#define AT(rest, reset, read, write) rest, reset, read, write
#define NONE REST_NONE, 0, 0, 0
#define REGISTER(name, offset, h5, four, two, one, basic) {#name, offset, h5},
static const struct register_row rows_h5[] = {
#include "sim/periph/tim.def"
};
#undef REGISTER
#define REGISTER(name, offset, h5, four, two, one, basic) {#name, offset, four},
static const struct register_row rows_four[] = {
#include "sim/periph/tim.def"
};
#undef REGISTER
#define REGISTER(name, offset, h5, four, two, one, basic) {#name, offset, two},
static const struct register_row rows_two[] = {
#include "sim/periph/tim.def"
};
#undef REGISTER
#define REGISTER(name, offset, h5, four, two, one, basic) {#name, offset, one},
static const struct register_row rows_one[] = {
#include "sim/periph/tim.def"
};
#undef REGISTER
#define REGISTER(name, offset, h5, four, two, one, basic) {#name, offset, basic},
static const struct register_row rows_basic[] = {
#include "sim/periph/tim.def"
};
#undef REGISTER

/* Timers take half-words and words (RM0481, RM0090, RM0091: TIMx registers). */
static const struct register_map map_h5 = {rows_h5, TIM_REGISTERS, 2};
static const struct register_map map_four = {rows_four, TIM_REGISTERS, 2};
static const struct register_map map_two = {rows_two, TIM_REGISTERS, 2};
static const struct register_map map_one = {rows_one, TIM_REGISTERS, 2};
static const struct register_map map_basic = {rows_basic, TIM_REGISTERS, 2};

/* The counter starts one timer clock after CEN is set (RM0481, counter description). */
#define ENABLE_DELAY 1

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct tim *tim = (struct tim *)device;
    int index = register_find(device->class->variant, offset);
    uint32_t word;

    if (index < 0)
        return register_missing(device, offset, false);
    tim_settle(tim, now);
    if (device->event_cycle <= now)
        tim_plan(tim);
    word = index == TIM_CNT ? tim_count(tim, now) : tim->value[index];
    if (index == TIM_CNT)
        device_counter(device, now);
    *value = register_part(word, offset, size);
    return BUS_OK;
}

/* Starts or stops the counter as CEN and the clock say. */
static void follow_enable(struct tim *tim, uint64_t now, unsigned delay)
{
    bool run = (tim->value[TIM_CR1] & TIM_CR1_CEN) && tim->device.clocked;

    if (run && !tim->running)
        tim_start(tim, now, delay);
    else if (!run)
        tim_stop(tim, now);
}

static void dispatch(struct tim *tim, int index, uint32_t value, uint64_t now)
{
    switch (index) {
    case TIM_CNT:
        tim_set_count(tim, value & tim_mask(tim), now);
        break;
    case TIM_SR:
        tim->value[TIM_SR] &= value;
        break;
    case TIM_EGR:
        if (value & TIM_EGR_UG)
            tim_generate_update(tim, now);
        tim_raise(tim, value & ~TIM_EGR_UG, now);
        break;
    case TIM_ARR:
    case TIM_CCR1:
    case TIM_CCR2:
    case TIM_CCR3:
    case TIM_CCR4:
        tim->value[index] = value & tim_mask(tim);
        tim_take_unbuffered(tim, now);
        break;
    default:
        tim->value[index] = value;
        if (index == TIM_CR1 || index == TIM_CCMR1 || index == TIM_CCMR2)
            tim_take_unbuffered(tim, now);
        if (index == TIM_CCER || index == TIM_CCMR1 || index == TIM_CCMR2)
            tim_output_update(tim, now);
    }
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct tim *tim = (struct tim *)device;
    int index = register_find(device->class->variant, offset);
    enum bus_result result;
    uint32_t old;

    if (index < 0)
        return register_missing(device, offset, true);
    tim_settle(tim, now);
    old = index == TIM_CNT ? tim_count(tim, now) : tim->value[index];
    result = register_prepare(device, device->class->variant, index, old, offset, size, &value);
    if (result != BUS_OK)
        return result;
    dispatch(tim, index, value, now);
    follow_enable(tim, now, ENABLE_DELAY);
    tim_update_irq(tim, now);
    tim_plan(tim);
    return BUS_OK;
}

static void event(struct device *device, uint64_t now)
{
    struct tim *tim = (struct tim *)device;

    tim_settle(tim, now);
    tim_plan(tim);
}

static void clock_changed(struct device *device, uint64_t now)
{
    struct tim *tim = (struct tim *)device;

    if (device->clock_divider == tim->divider && device->clocked == tim->clocked)
        return;
    tim_settle(tim, now);
    tim_stop(tim, now);
    tim->divider = device->clock_divider;
    tim->clocked = device->clocked;
    follow_enable(tim, now, 0);
    tim_plan(tim);
}

static void reset(struct device *device)
{
    struct tim *tim = (struct tim *)device;

    register_reset(device->class->variant, tim->value);
    tim->value[TIM_ARR] &= tim_mask(tim);
    tim->running = false;
    tim->prescaler = 0;
    tim->reload = tim->value[TIM_ARR];
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++) {
        tim->compare[channel] = 0;
        tim->reference[channel] = false;
        snprintf(tim->compare_signal[channel], sizeof tim->compare_signal[channel], "%s.cc%u",
                 device->name, channel + 1);
    }
    snprintf(tim->update_signal, sizeof tim->update_signal, "%s.update", device->name);
    tim->divider = device->clock_divider;
    tim->clocked = device->clocked;
    tim->phase_clocks = 0;
    tim->irq = false;
    device_schedule(device, NEVER);
    tim_output_update(tim, device->sim->now);
}

#define TIM_CLASS(map)                                                                             \
    {.kind = "TIM",                                                                                \
     .state_size = sizeof(struct tim),                                                             \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .event = event,                                                                               \
     .clock_changed = clock_changed,                                                               \
     .variant = &map}

const struct device_class tim_class = TIM_CLASS(map_h5);
const struct device_class tim_four_class = TIM_CLASS(map_four);
const struct device_class tim_two_class = TIM_CLASS(map_two);
const struct device_class tim_one_class = TIM_CLASS(map_one);
const struct device_class tim_basic_class = TIM_CLASS(map_basic);
