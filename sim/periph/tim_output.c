/* Output compare of a timer on its pins.
 * SPDX-License-Identifier: MIT
 *
 * RM0481, RM0090, RM0401, RM0091, output compare mode: OCxREF is set, reset or toggled where the
 * counter arrives at CCRx, or forced; OCx is OCxREF by the polarity CCxP, and leaves the timer
 * while CCxE is set. The level changes with the flag; what a pin and its driver add is not
 * modelled. An output without CCxE, or in another mode (PWM, one-pulse), drives nothing.
 */
#include "sim/machines.h"
#include "sim/periph/gpio.h"
#include "sim/periph/tim.h"
#include "sim/state.h"

#include <string.h>

struct output_row {
    enum machine_id machine;
    const char *timer;
    unsigned channel; /* from 0 */
    uint32_t pin;
};

static const struct output_row rows[] = {
#define TIM_OUTPUT(machine, timer, channel, pin) {MACHINE_##machine, timer, (channel) - 1, pin},
#include "sim/periph/tim_output.def"
#undef TIM_OUTPUT
};

/* OCxM. */
enum { FROZEN, SET_ON_MATCH, RESET_ON_MATCH, TOGGLE, FORCE_LOW, FORCE_HIGH, MODES };

static unsigned mode_of(const struct tim *tim, unsigned channel)
{
    uint32_t half = tim->value[TIM_CCMR1 + channel / 2] >> channel % 2 * 8;

    return (half >> 4 & 7) | (half >> 16 & 1) << 3;
}

static uint32_t enables(const struct tim *tim, unsigned channel)
{
    return tim->value[TIM_CCER] >> 4 * channel;
}

static bool is_out(const struct tim *tim, unsigned channel)
{
    return (enables(tim, channel) & TIM_CCER_CC1E) && mode_of(tim, channel) < MODES;
}

static void drive(struct tim *tim, unsigned channel, uint64_t now)
{
    struct device *device = &tim->device;
    bool level = tim->reference[channel] != ((enables(tim, channel) & TIM_CCER_CC1P) != 0);

    for (size_t i = 0; device->row && i < sizeof rows / sizeof rows[0]; i++) {
        const struct output_row *row = &rows[i];
        char port[] = {'g', 'p', 'i', 'o', (char)(PIN_PORT(row->pin) - 'A' + 'a'), 0};

        if (row->machine == device->row->machine && row->channel == channel &&
            strcmp(row->timer, device->name) == 0)
            gpio_drive(device_named(device->sim, port), row->pin, is_out(tim, channel), level, now);
    }
}

uint32_t tim_output_flags(const struct tim *tim)
{
    uint32_t flags = 0;

    for (unsigned channel = 0; tim->value[TIM_CCER] != 0 && channel < TIM_CHANNELS; channel++)
        if (is_out(tim, channel))
            flags |= TIM_SR_CC1IF << channel;
    return flags;
}

void tim_output_match(struct tim *tim, uint32_t flags, uint64_t cycle)
{
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++) {
        unsigned mode = mode_of(tim, channel);

        if (!(flags & TIM_SR_CC1IF << channel) || mode < SET_ON_MATCH || mode > TOGGLE)
            continue;
        tim->reference[channel] =
            mode == SET_ON_MATCH || (mode == TOGGLE && !tim->reference[channel]);
        drive(tim, channel, cycle);
    }
}

void tim_output_update(struct tim *tim, uint64_t now)
{
    for (unsigned channel = 0; channel < TIM_CHANNELS; channel++) {
        unsigned mode = mode_of(tim, channel);

        if (mode == FORCE_LOW || mode == FORCE_HIGH)
            tim->reference[channel] = mode == FORCE_HIGH;
        drive(tim, channel, now);
    }
}
