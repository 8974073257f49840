/* A USART that sends: its registers, and the bytes that leave the board. Takes no time.
 * SPDX-License-Identifier: MIT
 *
 * Nothing is connected to the receiver. The transmitter is always empty, whatever the baud rate.
 * Bytes leave only if the pin of the machine's row carries them: a real board would be silent too.
 */
#include "sim/machines.h"
#include "sim/periph/gpio.h"
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) USART_##name,
#include "sim/periph/usart.def"
#undef REGISTER
    USART_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/usart.def"
#undef REGISTER
};
static const struct register_map map = {rows, USART_REGISTERS, 1};

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

#define DIVIDER_MIN 16
#define PRESCALER_MAX 11

struct usart {
    struct device device;
    uint32_t value[USART_REGISTERS];
    bool complete; /* ISR.TC */
    bool lost_told, unrouted_told;
};

static uint32_t status(const struct usart *usart)
{
    uint32_t cr1 = usart->value[USART_CR1];
    uint32_t isr = ISR_TXE;

    if (usart->complete)
        isr |= ISR_TC;
    if (cr1 & CR1_FIFOEN)
        isr |= ISR_TXFE;
    if ((cr1 & CR1_UE) && (cr1 & CR1_TE))
        isr |= ISR_TEACK;
    if ((cr1 & CR1_UE) && (cr1 & CR1_RE))
        isr |= ISR_REACK;
    return isr;
}

static void update_irq(struct usart *usart, uint64_t now)
{
    uint32_t cr1 = usart->value[USART_CR1];
    bool level = (cr1 & CR1_TXEIE) || ((cr1 & CR1_TCIE) && usart->complete) ||
                 ((cr1 & CR1_TXFEIE) && (cr1 & CR1_FIFOEN));

    device_set_irq(&usart->device, (cr1 & CR1_UE) && level, now);
}

static bool pin_is_routed(const struct usart *usart)
{
    uint32_t pin = usart->device.parameter;
    char name[] = {'g', 'p', 'i', 'o', (char)(PIN_PORT(pin) - 'A' + 'a'), 0};
    const struct device *gpio = device_named(usart->device.sim, name);

    return gpio && gpio_routes(gpio, PIN_NUMBER(pin), PIN_FUNCTION(pin));
}

static void send(struct usart *usart, uint32_t value, uint64_t now)
{
    struct device *device = &usart->device;
    uint32_t pin = device->parameter;

    if (!(usart->value[USART_CR1] & CR1_UE) || !(usart->value[USART_CR1] & CR1_TE)) {
        if (!usart->lost_told)
            sim_log(device->sim, "%s: a byte is written while UE or TE is 0, it is lost",
                    device->name);
        usart->lost_told = true;
        return;
    }
    usart->complete = true;
    if (pin_is_routed(usart)) {
        device_uart(device, (uint8_t)value, now);
        return;
    }
    if (!usart->unrouted_told)
        sim_log(device->sim,
                "%s sends, but P%c%u is not in alternate function %u: nothing leaves the board",
                device->name, PIN_PORT(pin), PIN_NUMBER(pin), PIN_FUNCTION(pin));
    usart->unrouted_told = true;
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
    return device_reject(&usart->device, rows[index].offset, true,
                         "%s bits 0x%08X can only be written while CR1.UE is 0", rows[index].name,
                         changed);
}

/* What has to be right when UE is set. */
static enum bus_result check_setting(struct usart *usart, uint32_t cr1)
{
    unsigned word = cr1 & CR1_M1 ? 7 : cr1 & CR1_M0 ? 9 : 8;
    unsigned data = cr1 & CR1_PCE ? word - 1 : word;
    uint32_t brr = usart->value[USART_BRR];

    if (brr < DIVIDER_MIN || usart->value[USART_PRESC] > PRESCALER_MAX)
        return device_reject(&usart->device, rows[USART_BRR].offset, true,
                             "UE is set with BRR %u and PRESC %u: BRR must be %u or more and PRESC "
                             "%u or less for a baud rate",
                             brr, usart->value[USART_PRESC], DIVIDER_MIN, PRESCALER_MAX);
    if (data != 8 || ((cr1 & CR1_M1) && (cr1 & CR1_M0)))
        return device_reject(&usart->device, rows[USART_CR1].offset, true,
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
        usart->complete = true; /* disabling brings the flags back to reset */
    usart->value[USART_CR1] = value;
    return BUS_OK;
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct usart *usart = (struct usart *)device;
    int index = register_find(&map, offset);
    uint32_t word;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    word = index == USART_ISR ? status(usart) : usart->value[index];
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
    result = register_prepare(device, &map, index, usart->value[index], offset, size, &value);
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
            usart->complete = false;
        break;
    case USART_RQR: /* both FIFOs are empty anyway */
        break;
    default:
        usart->value[index] = value;
    }
    update_irq(usart, now);
    return result;
}

static void reset(struct device *device)
{
    struct usart *usart = (struct usart *)device;

    register_reset(&map, usart->value);
    usart->complete = true;
    usart->lost_told = false;
    usart->unrouted_told = false;
}

const struct device_class usart_class = {.kind = "USART",
                                         .state_size = sizeof(struct usart),
                                         .reset = reset,
                                         .read = read,
                                         .write = write};
