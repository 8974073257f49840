/* Turns the pins on, and writes one by a function call.
 * SPDX-License-Identifier: MIT
 */
#include "lib/pins.h"

#define MODER (*(volatile uint32_t *)(BOARD_PINS_PORT + 0x00u))
#define OSPEEDR (*(volatile uint32_t *)(BOARD_PINS_PORT + 0x08u))
#define CLOCK_ENABLE (*(volatile uint32_t *)BOARD_PINS_CLOCK_ENABLE)
#define MODE_OUTPUT 1u
#define SPEED_HIGH 2u

void pins_start(void)
{
    CLOCK_ENABLE |= BOARD_PINS_CLOCK_BIT;
    (void)CLOCK_ENABLE; /* the port may be accessed two cycles after its clock is on */
    for (uint32_t pin = PIN_FIRST; pin <= PIN_LAST; pin++) {
        PINS_BSRR = PIN_LOW(pin);
        OSPEEDR = (OSPEEDR & ~(3u << 2u * pin)) | SPEED_HIGH << 2u * pin;
        MODER = (MODER & ~(3u << 2u * pin)) | MODE_OUTPUT << 2u * pin;
    }
}

__attribute__((noinline, noclone)) void pins_write(uint32_t pin, bool high)
{
    if (high)
        PINS_BSRR = PIN_HIGH(pin);
    else
        PINS_BSRR = PIN_LOW(pin);
}
