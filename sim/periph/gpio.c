/* A GPIO port: modes, alternate functions, output levels.
 * SPDX-License-Identifier: MIT
 *
 * Nothing is connected to the pins: an input reads its pull-up, an output reads itself.
 */
#include "sim/periph/gpio.h"

#include "sim/periph/periph.h"
#include "sim/periph/registers.h"

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
static const struct register_map map = {rows, GPIO_REGISTERS, 1};

enum { MODE_INPUT, MODE_OUTPUT, MODE_ALTERNATE, MODE_ANALOG };
#define PULL_UP 1
#define PINS 16

/* Ports whose debug pins are set up out of reset (RM0481, GPIOx_MODER, _OSPEEDR, _PUPDR). */
static const struct port_reset {
    char port;
    uint32_t moder, ospeedr, pupdr;
} port_resets[] = {
    {'A', 0xABFFFFFF, 0x0C000000, 0x64000000},
    {'B', 0xFFFFFEBF, 0x000000C0, 0x00000100},
};

struct gpio {
    struct device device;
    uint32_t value[GPIO_REGISTERS];
};

static unsigned pin_mode(const struct gpio *gpio, unsigned pin)
{
    return gpio->value[GPIO_MODER] >> 2 * pin & 3;
}

bool gpio_routes(const struct device *device, unsigned pin, unsigned function)
{
    const struct gpio *gpio = (const struct gpio *)device;

    return device->clocked && pin_mode(gpio, pin) == MODE_ALTERNATE &&
           (gpio->value[GPIO_AFRL + pin / 8] >> 4 * (pin % 8) & 0xF) == function;
}

static uint32_t input_levels(const struct gpio *gpio)
{
    uint32_t levels = 0;

    for (unsigned pin = 0; pin < PINS; pin++) {
        unsigned mode = pin_mode(gpio, pin);
        bool pulled_up = (gpio->value[GPIO_PUPDR] >> 2 * pin & 3) == PULL_UP;
        bool output = gpio->value[GPIO_ODR] >> pin & 1;

        if (mode == MODE_OUTPUT ? output : mode != MODE_ANALOG && pulled_up)
            levels |= 1u << pin;
    }
    return levels;
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct gpio *gpio = (struct gpio *)device;
    int index = register_find(&map, offset);
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
    int index = register_find(&map, offset);
    enum bus_result result;
    uint32_t set;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, &map, index, gpio->value[index], offset, size, &value);
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
    return BUS_OK;
}

static void reset(struct device *device)
{
    struct gpio *gpio = (struct gpio *)device;

    register_reset(&map, gpio->value);
    for (unsigned i = 0; i < sizeof port_resets / sizeof port_resets[0]; i++) {
        if ((char)device->parameter != port_resets[i].port)
            continue;
        gpio->value[GPIO_MODER] = port_resets[i].moder;
        gpio->value[GPIO_OSPEEDR] = port_resets[i].ospeedr;
        gpio->value[GPIO_PUPDR] = port_resets[i].pupdr;
    }
}

const struct device_class gpio_class = {.kind = "GPIO",
                                        .state_size = sizeof(struct gpio),
                                        .reset = reset,
                                        .read = read,
                                        .write = write};
