/* Turns the pins on, and writes one by a function call.
 * SPDX-License-Identifier: MIT
 */
#include "lib/pins.h"

#define CLOCK_ENABLE (*(volatile uint32_t *)BOARD_PINS_CLOCK_ENABLE)

static void start_port(uint32_t clock_bit)
{
    CLOCK_ENABLE |= clock_bit;
    (void)CLOCK_ENABLE; /* the port may be accessed two cycles after its clock is on */
}

static void make_fast(struct gpio_registers *port, uint32_t pin)
{
    port->OSPEEDR = (port->OSPEEDR & ~(3u << 2u * pin)) | GPIO_OSPEEDR_HIGH << 2u * pin;
}

void pins_start(void)
{
    start_port(BOARD_PINS_CLOCK_BIT);
    struct gpio_registers *port = BOARD_PINS_PORT;
    for (uint32_t pin = PIN_FIRST; pin <= PIN_LAST; pin++) {
        PINS_BSRR = PIN_LOW(pin);
        make_fast(port, pin);
        port->MODER = (port->MODER & ~(3u << 2u * pin)) | GPIO_MODER_OUTPUT << 2u * pin;
    }
}

void pins_start_timer(void)
{
    start_port(BOARD_TIMER_PIN_CLOCK_BIT);
    make_fast(BOARD_TIMER_PIN_PORT, BOARD_TIMER_PIN);
    gpio_use_pin(BOARD_TIMER_PIN_PORT, BOARD_TIMER_PIN, GPIO_MODER_ALTERNATE,
                 BOARD_TIMER_PIN_FUNCTION);
}

__attribute__((noinline, noclone)) void pins_write(uint32_t pin, bool high)
{
    if (high)
        PINS_BSRR = PIN_HIGH(pin);
    else
        PINS_BSRR = PIN_LOW(pin);
}
