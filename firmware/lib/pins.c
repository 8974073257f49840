/* Turns the pins on, and writes one by a function call.
 * SPDX-License-Identifier: MIT
 */
#include "lib/pins.h"

#define CLOCK_ENABLE (*(volatile uint32_t *)BOARD_PINS_CLOCK_ENABLE)

void pins_start(void)
{
    CLOCK_ENABLE |= BOARD_PINS_CLOCK_BIT;
    (void)CLOCK_ENABLE; /* the port may be accessed two cycles after its clock is on */
    struct gpio_registers *port = BOARD_PINS_PORT;
    for (uint32_t pin = PIN_FIRST; pin <= PIN_LAST; pin++) {
        PINS_BSRR = PIN_LOW(pin);
        port->OSPEEDR = (port->OSPEEDR & ~(3u << 2u * pin)) | GPIO_OSPEEDR_HIGH << 2u * pin;
        port->MODER = (port->MODER & ~(3u << 2u * pin)) | GPIO_MODER_OUTPUT << 2u * pin;
    }
}

__attribute__((noinline, noclone)) void pins_write(uint32_t pin, bool high)
{
    if (high)
        PINS_BSRR = PIN_HIGH(pin);
    else
        PINS_BSRR = PIN_LOW(pin);
}
