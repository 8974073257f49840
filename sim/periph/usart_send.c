/* The transmitter of a USART.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/usart_send.h"

#include "sim/machines.h"
#include "sim/periph/gpio.h"
#include "sim/state.h"

void usart_sender_reset(struct usart_sender *sender)
{
    *sender = (struct usart_sender){.complete = true, .end_cycle = NEVER};
}

static bool pin_is_routed(const struct device *device, struct usart_sender *sender)
{
    uint32_t pin = device->parameter;
    char name[] = {'g', 'p', 'i', 'o', (char)(PIN_PORT(pin) - 'A' + 'a'), 0};

    if (!sender->gpio)
        sender->gpio = device_named(device->sim, name);
    return sender->gpio && gpio_routes(sender->gpio, PIN_NUMBER(pin), PIN_FUNCTION(pin));
}

static void leave(struct device *device, struct usart_sender *sender, uint8_t byte, uint64_t cycle)
{
    uint32_t pin = device->parameter;

    if (pin_is_routed(device, sender)) {
        device_uart(device, byte, cycle);
        return;
    }
    if (!sender->unrouted_told)
        sim_log(device->sim,
                "%s sends, but P%c%u is not in alternate function %u: nothing leaves the board",
                device->name, PIN_PORT(pin), PIN_NUMBER(pin), PIN_FUNCTION(pin));
    sender->unrouted_told = true;
}

static void shift(struct device *device, struct usart_sender *sender, uint8_t byte, uint64_t now)
{
    sender->shifted = byte;
    sender->end_cycle = now + sender->frame_cycles;
    sender->hz = device->sim->core_hz;
    device_schedule(device, sender->end_cycle);
}

static void send_in_time(struct device *device, struct usart_sender *sender, uint8_t byte,
                         uint64_t now)
{
    sender->complete = false;
    if (sender->end_cycle == NEVER) {
        shift(device, sender, byte, now);
        return;
    }
    if (sender->waiting && !sender->overwritten_told) {
        sim_log(device->sim, "%s: a byte is written while TXE is 0, the one before it is lost",
                device->name);
        sender->overwritten_told = true;
    }
    sender->byte = byte;
    sender->waiting = true;
}

void usart_send(struct device *device, struct usart_sender *sender, uint8_t byte, bool enabled,
                uint64_t frame_cycles, uint64_t now)
{
    if (!enabled) {
        if (!sender->off_told)
            sim_log(device->sim, "%s: a byte is written while UE or TE is 0, it is lost",
                    device->name);
        sender->off_told = true;
        return;
    }
    sender->frame_cycles = frame_cycles;
    if (device->sim->config.uart_real_time) {
        send_in_time(device, sender, byte, now);
        return;
    }
    sender->complete = true;
    leave(device, sender, byte, now);
}

bool usart_sender_settle(struct device *device, struct usart_sender *sender, uint64_t now)
{
    bool changed = false;

    while (sender->end_cycle <= now && sender->end_cycle != NEVER) {
        uint64_t end = sender->end_cycle;

        sender->end_cycle = NEVER;
        leave(device, sender, sender->shifted, end);
        if (sender->waiting)
            shift(device, sender, sender->byte, end);
        else
            sender->complete = true;
        sender->waiting = false;
        changed = true;
    }
    if (sender->end_cycle == NEVER)
        device_schedule(device, NEVER);
    return changed;
}

void usart_sender_stop(struct device *device, struct usart_sender *sender)
{
    sender->complete = true;
    sender->waiting = false;
    sender->end_cycle = NEVER;
    device_schedule(device, NEVER);
}

void usart_sender_rescale(struct device *device, struct usart_sender *sender, uint64_t now)
{
    if (sender->end_cycle == NEVER)
        return;
    sender->end_cycle = device_rescale(device, sender->end_cycle, now, sender->hz);
    sender->hz = device->sim->core_hz;
    device_schedule(device, sender->end_cycle);
}

uint64_t usart_frame_cycles(const struct device *device, uint32_t brr, bool over8, unsigned bits)
{
    uint32_t clocks = over8 ? (brr >> 4) * 8 + (brr & 7) : brr;

    return (uint64_t)clocks * bits * device->bus_divider;
}
