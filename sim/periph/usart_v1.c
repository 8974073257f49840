/* A USART of the STM32F4 that sends: its registers.
 * SPDX-License-Identifier: MIT
 *
 * Nothing is connected to the receiver. RM0090: TC is cleared by a read of SR and a write to DR
 * behind it, or by writing 0 to it.
 */
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/periph/usart_send.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) USART_##name,
#include "sim/periph/usart_v1.def"
#undef REGISTER
    USART_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/usart_v1.def"
#undef REGISTER
};

/* RM0090: half-words or words. */
static const struct register_map map = {rows, USART_REGISTERS, 2};

#define SR_TC (1u << 6)
#define SR_TXE (1u << 7)

#define CR1_TE (1u << 3)
#define CR1_TCIE (1u << 6)
#define CR1_TXEIE (1u << 7)
#define CR1_PCE (1u << 10)
#define CR1_M (1u << 12)
#define CR1_UE (1u << 13)
#define CR1_OVER8 (1u << 15)

#define CR2_STOP_SHIFT 12

struct usart {
    struct device device;
    uint32_t value[USART_REGISTERS];
    struct usart_sender sender;
    bool status_read; /* since then no write to DR */
};

static uint32_t status(const struct usart *usart)
{
    return (usart->sender.complete ? SR_TC : 0) | (usart->sender.waiting ? 0 : SR_TXE);
}

static void update_irq(struct usart *usart, uint64_t now)
{
    uint32_t cr1 = usart->value[USART_CR1], sr = status(usart);
    bool level = ((cr1 & CR1_TXEIE) && (sr & SR_TXE)) || ((cr1 & CR1_TCIE) && (sr & SR_TC));

    device_set_irq(&usart->device, (cr1 & CR1_UE) && level, now);
}

static void settle(struct usart *usart, uint64_t now)
{
    if (usart_sender_settle(&usart->device, &usart->sender, now))
        update_irq(usart, now);
}

/* Half a stop bit counts as one, one and a half as two. */
static uint64_t frame_cycles(const struct usart *usart)
{
    uint32_t cr1 = usart->value[USART_CR1];
    unsigned stop = usart->value[USART_CR2] >> CR2_STOP_SHIFT & 2 ? 2 : 1;
    unsigned word = cr1 & CR1_M ? 9 : 8;

    return usart_frame_cycles(&usart->device, usart->value[USART_BRR], cr1 & CR1_OVER8,
                              1 + word + stop);
}

/* What has to be right when the transmitter is switched on. */
static enum bus_result check_setting(struct usart *usart, uint32_t cr1)
{
    uint32_t brr = usart->value[USART_BRR], least = cr1 & CR1_OVER8 ? 8 : 16;
    uint32_t divider = cr1 & CR1_OVER8 ? (brr >> 4) * 8 + (brr & 7) : brr;

    if (!(cr1 & CR1_UE) || !(cr1 & CR1_TE))
        return BUS_OK;
    if (divider < least)
        return device_reject(&usart->device, rows[USART_CR1].offset, true,
                             "UE and TE are set with BRR 0x%X, a divider of %u: %u or more is "
                             "needed for a baud rate",
                             brr, divider, least);
    if (!(cr1 & CR1_M) != !(cr1 & CR1_PCE))
        return device_reject(&usart->device, rows[USART_CR1].offset, true,
                             "only words of 8 data bits are modelled: change M and PCE");
    return BUS_OK;
}

static enum bus_result write_cr1(struct usart *usart, uint32_t value)
{
    enum bus_result result = check_setting(usart, value);

    if (result == BUS_OK)
        usart->value[USART_CR1] = value;
    return result;
}

static void write_dr(struct usart *usart, uint32_t value, uint64_t now)
{
    uint32_t cr1 = usart->value[USART_CR1];

    if (usart->status_read)
        usart->sender.complete = false;
    usart->status_read = false;
    usart_send(&usart->device, &usart->sender, (uint8_t)value, (cr1 & CR1_UE) && (cr1 & CR1_TE),
               frame_cycles(usart), now);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct usart *usart = (struct usart *)device;
    int index = register_find(&map, offset);
    uint32_t word;

    if (index < 0)
        return register_missing(device, offset, false);
    settle(usart, now);
    word = index == USART_SR ? status(usart) : usart->value[index];
    if (index == USART_SR)
        usart->status_read = true;
    *value = register_part(word, offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct usart *usart = (struct usart *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    settle(usart, now);
    result = register_prepare(device, &map, index, usart->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    switch (index) {
    case USART_SR:
        if (!(value & SR_TC))
            usart->sender.complete = false;
        break;
    case USART_DR: /* reads what was received: nothing */
        write_dr(usart, value, now);
        break;
    case USART_CR1:
        result = write_cr1(usart, value);
        break;
    default:
        usart->value[index] = value;
    }
    update_irq(usart, now);
    return result;
}

static void event(struct device *device, uint64_t now)
{
    settle((struct usart *)device, now);
}

static void clock_changed(struct device *device, uint64_t now)
{
    struct usart *usart = (struct usart *)device;

    usart_sender_rescale(device, &usart->sender, now);
}

static void reset(struct device *device)
{
    struct usart *usart = (struct usart *)device;

    register_reset(&map, usart->value);
    usart_sender_reset(&usart->sender);
    usart->status_read = false;
    device_schedule(device, NEVER);
}

const struct device_class usart_v1_class = {.kind = "USART",
                                            .state_size = sizeof(struct usart),
                                            .reset = reset,
                                            .read = read,
                                            .write = write,
                                            .event = event,
                                            .clock_changed = clock_changed};
