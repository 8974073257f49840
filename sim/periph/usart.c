/* A USART of the STM32F0 or H5 that sends: its registers.
 * SPDX-License-Identifier: MIT
 *
 * Nothing is connected to the receiver.
 */
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/periph/usart_send.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) USART_##name,
#include "sim/periph/usart.def"
#undef REGISTER
    USART_REGISTERS
};

#define AT(rest, reset, read, write) rest, reset, read, write
#define NONE REST_NONE, 0, 0, 0
#define REGISTER(name, offset, h5, f0) {#name, offset, h5},
static const struct register_row rows_h5[] = {
#include "sim/periph/usart.def"
};
#undef REGISTER
#define REGISTER(name, offset, h5, f0) {#name, offset, f0},
static const struct register_row rows_f0[] = {
#include "sim/periph/usart.def"
};
#undef REGISTER
static const struct register_map map_h5 = {rows_h5, USART_REGISTERS, 1};
static const struct register_map map_f0 = {rows_f0, USART_REGISTERS, 1};

#define CR1_UE (1u << 0)
#define CR1_RE (1u << 2)
#define CR1_TE (1u << 3)
#define CR1_TCIE (1u << 6)
#define CR1_TXEIE (1u << 7)
#define CR1_PS (1u << 9)
#define CR1_PCE (1u << 10)
#define CR1_M0 (1u << 12)
#define CR1_OVER8 (1u << 15)
#define CR1_M1 (1u << 28)
#define CR1_FIFOEN (1u << 29)
#define CR1_TXFEIE (1u << 30)

#define ISR_TC (1u << 6)
#define ISR_TXE (1u << 7)
#define ISR_TEACK (1u << 21)
#define ISR_REACK (1u << 22)
#define ISR_TXFE (1u << 23)

/* Bits that can only be written while UE is 0 (RM0481, the registers' descriptions). */
#define CR1_FIXED (CR1_PS | CR1_PCE | CR1_M0 | CR1_OVER8 | CR1_M1 | CR1_FIFOEN)

#define CR2_STOP_SHIFT 12

#define DIVIDER_MIN 16
#define PRESCALER_MAX 11

struct usart {
    struct device device;
    uint32_t value[USART_REGISTERS];
    struct usart_sender sender;
};

static uint32_t offset_of(int index)
{
    return rows_h5[index].offset;
}

static uint32_t status(const struct usart *usart)
{
    uint32_t cr1 = usart->value[USART_CR1];
    uint32_t isr = usart->sender.waiting ? 0 : ISR_TXE;

    if (usart->sender.complete)
        isr |= ISR_TC;
    if ((cr1 & CR1_FIFOEN) && !usart->sender.waiting)
        isr |= ISR_TXFE;
    if ((cr1 & CR1_UE) && (cr1 & CR1_TE))
        isr |= ISR_TEACK;
    if ((cr1 & CR1_UE) && (cr1 & CR1_RE))
        isr |= ISR_REACK;
    return isr;
}

static void update_irq(struct usart *usart, uint64_t now)
{
    uint32_t cr1 = usart->value[USART_CR1], isr = status(usart);
    bool level = ((cr1 & CR1_TXEIE) && (isr & ISR_TXE)) || ((cr1 & CR1_TCIE) && (isr & ISR_TC)) ||
                 ((cr1 & CR1_TXFEIE) && (isr & ISR_TXFE));

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
    static const unsigned prescaler[PRESCALER_MAX + 1] = {1,  2,  4,  6,  8,   10,
                                                          12, 16, 32, 64, 128, 256};
    uint32_t cr1 = usart->value[USART_CR1], presc = usart->value[USART_PRESC];
    unsigned stop = usart->value[USART_CR2] >> CR2_STOP_SHIFT & 2 ? 2 : 1;
    unsigned word = cr1 & CR1_M1 ? 7 : cr1 & CR1_M0 ? 9 : 8;
    uint64_t cycles = usart_frame_cycles(&usart->device, usart->value[USART_BRR], cr1 & CR1_OVER8,
                                         1 + word + stop);

    return cycles * prescaler[presc <= PRESCALER_MAX ? presc : PRESCALER_MAX];
}

static void send(struct usart *usart, uint32_t value, uint64_t now)
{
    uint32_t cr1 = usart->value[USART_CR1];

    usart_send(&usart->device, &usart->sender, (uint8_t)value, (cr1 & CR1_UE) && (cr1 & CR1_TE),
               frame_cycles(usart), now);
}

static enum bus_result check_fixed(struct usart *usart, int index, uint32_t value)
{
    uint32_t changed = value ^ usart->value[index];

    if (!(usart->value[USART_CR1] & CR1_UE))
        return BUS_OK;
    if (index == USART_CR1)
        changed = value & CR1_UE ? changed & CR1_FIXED : 0;
    else if (index != USART_CR2 && index != USART_BRR && index != USART_PRESC)
        changed = 0;
    if (changed == 0)
        return BUS_OK;
    return device_reject(&usart->device, offset_of(index), true,
                         "%s bits 0x%08X can only be written while CR1.UE is 0",
                         rows_h5[index].name, changed);
}

/* What has to be right when UE is set. */
static enum bus_result check_setting(struct usart *usart, uint32_t cr1)
{
    unsigned word = cr1 & CR1_M1 ? 7 : cr1 & CR1_M0 ? 9 : 8;
    unsigned data = cr1 & CR1_PCE ? word - 1 : word;
    uint32_t brr = usart->value[USART_BRR];

    if (brr < DIVIDER_MIN || usart->value[USART_PRESC] > PRESCALER_MAX)
        return device_reject(&usart->device, offset_of(USART_BRR), true,
                             "UE is set with BRR %u and PRESC %u: BRR must be %u or more and PRESC "
                             "%u or less for a baud rate",
                             brr, usart->value[USART_PRESC], DIVIDER_MIN, PRESCALER_MAX);
    if ((cr1 & CR1_FIFOEN) && usart->device.sim->config.uart_real_time)
        return device_reject(&usart->device, offset_of(USART_CR1), true,
                             "the FIFO is not modelled while bytes take their time");
    if (data != 8 || ((cr1 & CR1_M1) && (cr1 & CR1_M0)))
        return device_reject(&usart->device, offset_of(USART_CR1), true,
                             "only words of 8 data bits are modelled: change M1, M0 and PCE");
    return BUS_OK;
}

static enum bus_result write_cr1(struct usart *usart, uint32_t value)
{
    enum bus_result result = BUS_OK;

    if ((value & CR1_UE) && !(usart->value[USART_CR1] & CR1_UE))
        result = check_setting(usart, value);
    if (result != BUS_OK)
        return result;
    if (!(value & CR1_UE))
        usart_sender_stop(&usart->device, &usart->sender);
    usart->value[USART_CR1] = value;
    return BUS_OK;
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct usart *usart = (struct usart *)device;
    int index = register_find(device->class->variant, offset);
    uint32_t word;

    if (index < 0)
        return register_missing(device, offset, false);
    settle(usart, now);
    word = index == USART_ISR ? status(usart) : usart->value[index];
    *value = register_part(word, offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct usart *usart = (struct usart *)device;
    int index = register_find(device->class->variant, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    settle(usart, now);
    result = register_prepare(device, device->class->variant, index, usart->value[index], offset,
                              size, &value);
    if (result == BUS_OK)
        result = check_fixed(usart, index, value);
    if (result != BUS_OK)
        return result;
    switch (index) {
    case USART_CR1:
        result = write_cr1(usart, value);
        break;
    case USART_TDR:
        usart->value[USART_TDR] = value;
        send(usart, value, now);
        break;
    case USART_ICR:
        if (value & ISR_TC)
            usart->sender.complete = false;
        break;
    case USART_RQR: /* both FIFOs are empty anyway */
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

    register_reset(device->class->variant, usart->value);
    usart_sender_reset(&usart->sender);
    device_schedule(device, NEVER);
}

#define USART_CLASS(map)                                                                           \
    {.kind = "USART",                                                                              \
     .state_size = sizeof(struct usart),                                                           \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .event = event,                                                                               \
     .clock_changed = clock_changed,                                                               \
     .variant = &map}

const struct device_class usart_class = USART_CLASS(map_h5);
const struct device_class usart_f0_class = USART_CLASS(map_f0);
