/* Pins for a logic analyser: one store sets, one resets.
 * SPDX-License-Identifier: MIT
 *
 * All pins are of one port, board_pins.h says which; their numbers are the same on every board.
 * Included by FreeRTOSConfig.h for the kernel's hooks.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "board_pins.h"

enum pin {
    PIN_A = 2, /* task A begins its turn, */
    PIN_B = 3, /* task B */
    PIN_ISR = 4,
    PIN_A_BY_CALL = 5, /* the same by a function call */
    PIN_B_BY_CALL = 6,
    PIN_A_SPARE = 7, /* where nothing is to be seen but the code must be the same */
    PIN_B_SPARE = 8,
    PIN_SCHEDULER = 9
};
#define PIN_FIRST PIN_A
#define PIN_LAST PIN_SCHEDULER

#define PINS_BSRR (BOARD_PINS_PORT->BSRR)

/* What BSRR takes to set or to reset a pin. */
#define PIN_HIGH(pin) (1u << (pin))
#define PIN_LOW(pin) (1u << ((pin) + 16u))

/* All are outputs, low, with fast edges. */
void pins_start(void);

/* The pin of the timer's channel 1 is the timer's. */
void pins_start_timer(void);

/* A level by a call, as a vendor's library has it. */
void pins_write(uint32_t pin, bool high);
