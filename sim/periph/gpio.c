/* A GPIO port: modes, alternate functions, output levels.
 * SPDX-License-Identifier: MIT
 *
 * Nothing is connected to the pins: an input reads its pull-up, an output reads itself. A pin in an
 * alternate function has the level that a device drives (gpio_drive), else its pull-up. That level
 * is what observers hear of.
 */
#include "sim/periph/gpio.h"

#include <stdio.h>
#include <string.h>

#include "sim/machines.h"
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) GPIO_##name,
#include "sim/periph/gpio.def"
#undef REGISTER
    GPIO_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/gpio.def"
#undef REGISTER
};
enum { MODE_INPUT, MODE_OUTPUT, MODE_ALTERNATE, MODE_ANALOG };
#define PULL_UP 1

/* Registers of a port out of reset. */
struct port_reset {
    char port; /* 0: all others */
    uint32_t moder, ospeedr, pupdr;
};

struct gpio_family {
    struct register_map map;
    struct port_reset reset[3]; /* the last is that of port 0 */
};

/* RM0481, RM0090 and RM0401, RM0091: GPIOx_MODER, _OSPEEDR, _PUPDR; the exceptions are the debug
 * pins. */
static const struct gpio_family family_h5 = {.map = {rows, GPIO_REGISTERS, 1},
                                             .reset = {{'A', 0xABFFFFFF, 0x0C000000, 0x64000000},
                                                       {'B', 0xFFFFFEBF, 0x000000C0, 0x00000100},
                                                       {0, 0xFFFFFFFF, 0, 0}}};
static const struct gpio_family family_f4 = {.map = {rows, GPIO_BRR, 1},
                                             .reset = {{'A', 0xA8000000, 0x0C000000, 0x64000000},
                                                       {'B', 0x00000280, 0x000000C0, 0x00000100},
                                                       {0, 0, 0, 0}}};
static const struct gpio_family family_f0 = {
    .map = {rows, GPIO_HSLVR, 1},
    .reset = {{'A', 0x28000000, 0x0C000000, 0x24000000}, {0, 0, 0, 0}, {0, 0, 0, 0}}};

#define FUNCTIONS 16u

struct gpio {
    struct device device;
    uint32_t value[GPIO_REGISTERS];
    /* By alternate function, a bit a pin: what devices drive. Not the port's: a reset leaves it. */
    uint16_t driven[FUNCTIONS], drives_high[FUNCTIONS];
    uint32_t told; /* levels as observers know them */
    char pin_name[GPIO_PINS][12];
};

static const struct gpio_family *family_of(const struct device *device)
{
    return device->class->variant;
}

static unsigned pin_mode(const struct gpio *gpio, unsigned pin)
{
    return gpio->value[GPIO_MODER] >> 2 * pin & 3;
}

static unsigned pin_function(const struct gpio *gpio, unsigned pin)
{
    return gpio->value[GPIO_AFRL + pin / 8] >> 4 * (pin % 8) & 0xF;
}

bool gpio_routes(const struct device *device, unsigned pin, unsigned function)
{
    const struct gpio *gpio = (const struct gpio *)device;

    return device->clocked && pin_mode(gpio, pin) == MODE_ALTERNATE &&
           pin_function(gpio, pin) == function;
}

bool gpio_is_port(const struct device *device)
{
    return strcmp(device->class->kind, "GPIO") == 0;
}

const char *gpio_pin(const struct device *device, unsigned pin, bool *level)
{
    const struct gpio *gpio = (const struct gpio *)device;

    *level = gpio->told >> pin & 1;
    return gpio->pin_name[pin];
}

static bool input_level(const struct gpio *gpio, unsigned pin)
{
    unsigned mode = pin_mode(gpio, pin), function = pin_function(gpio, pin);
    bool pulled_up = (gpio->value[GPIO_PUPDR] >> 2 * pin & 3) == PULL_UP;

    if (mode == MODE_OUTPUT)
        return gpio->value[GPIO_ODR] >> pin & 1;
    if (mode == MODE_ALTERNATE && (gpio->driven[function] >> pin & 1))
        return gpio->drives_high[function] >> pin & 1;
    return mode != MODE_ANALOG && pulled_up;
}

static uint32_t input_levels(const struct gpio *gpio)
{
    uint32_t levels = 0;

    for (unsigned pin = 0; pin < GPIO_PINS; pin++)
        levels |= (uint32_t)input_level(gpio, pin) << pin;
    return levels;
}

static void tell_levels(struct gpio *gpio, uint64_t now)
{
    uint32_t levels, changed;

    if (!gpio->device.sim->observer.pin)
        return;
    levels = input_levels(gpio);
    changed = levels ^ gpio->told;
    gpio->told = levels;
    for (unsigned pin = 0; changed != 0; pin++, changed >>= 1)
        if (changed & 1)
            device_pin(&gpio->device, gpio->pin_name[pin], levels >> pin & 1, now);
}

void gpio_drive(struct device *device, uint32_t pin, bool driven, bool level, uint64_t now)
{
    struct gpio *gpio = (struct gpio *)device;
    unsigned function = PIN_FUNCTION(pin);
    uint16_t bit = (uint16_t)(1u << PIN_NUMBER(pin));

    if (!device)
        return;
    gpio->driven[function] =
        (uint16_t)(driven ? gpio->driven[function] | bit : gpio->driven[function] & ~bit);
    gpio->drives_high[function] =
        (uint16_t)(level ? gpio->drives_high[function] | bit : gpio->drives_high[function] & ~bit);
    tell_levels(gpio, now);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct gpio *gpio = (struct gpio *)device;
    int index = register_find(&family_of(device)->map, offset);
    uint32_t word;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    word = index == GPIO_IDR ? input_levels(gpio) : gpio->value[index];
    *value = register_part(word, offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct gpio *gpio = (struct gpio *)device;
    int index = register_find(&family_of(device)->map, offset);
    enum bus_result result;
    uint32_t set;

    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, &family_of(device)->map, index, gpio->value[index], offset,
                              size, &value);
    if (result != BUS_OK)
        return result;
    switch (index) {
    case GPIO_BSRR: /* a pin that is set and reset at once is set */
        set = value & 0xFFFF;
        gpio->value[GPIO_ODR] = (gpio->value[GPIO_ODR] & ~(value >> 16)) | set;
        break;
    case GPIO_BRR:
        gpio->value[GPIO_ODR] &= ~value;
        break;
    default:
        gpio->value[index] = value;
    }
    tell_levels(gpio, now);
    return BUS_OK;
}

static void reset(struct device *device)
{
    struct gpio *gpio = (struct gpio *)device;
    const struct gpio_family *family = family_of(device);
    const struct port_reset *reset_row = family->reset;

    while (reset_row->port != 0 && reset_row->port != (char)device->parameter)
        reset_row++;
    register_reset(&family->map, gpio->value);
    gpio->value[GPIO_MODER] = reset_row->moder;
    gpio->value[GPIO_OSPEEDR] = reset_row->ospeedr;
    gpio->value[GPIO_PUPDR] = reset_row->pupdr;
    for (unsigned pin = 0; pin < GPIO_PINS; pin++)
        snprintf(gpio->pin_name[pin], sizeof gpio->pin_name[pin], "%s.%u", device->name, pin);
    /* Power-on is no edge. */
    if (device->sim->now == 0)
        gpio->told = input_levels(gpio);
    tell_levels(gpio, device->sim->now);
}

#define GPIO_CLASS(family)                                                                         \
    {.kind = "GPIO",                                                                               \
     .state_size = sizeof(struct gpio),                                                            \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .variant = &family}

const struct device_class gpio_class = GPIO_CLASS(family_h5);
const struct device_class gpio_f4_class = GPIO_CLASS(family_f4);
const struct device_class gpio_f0_class = GPIO_CLASS(family_f0);
