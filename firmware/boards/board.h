/* What every board offers to the firmware: the only interface between boards/ and the rest.
 * SPDX-License-Identifier: MIT
 *
 * A board is a folder boards/<name>/ with
 *   board.cmake      which core, port and machine; its clocks are rows of wire/boards.def
 *   board.ld         memories and where sections go
 *   board_config.h   constants that the kernel's configuration needs
 *   board_irqs.def   rows of the interrupts that the firmware serves: board_timer_isr, and
 *                    board_soft_a_isr and board_soft_b_isr of lines that only software pends
 *   board_soft.h     the numbers of those lines
 *   board_timer.h    the free-running timer of the interrupt phases, for use inside windows
 *   board_pins.h     the port whose pins lib/pins.h drives, and the timer's pin
 *   board.c          the functions below
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Clocks, caches, serial port and timer; to be called once, before anything else. Ends the run
 * with an ERROR line where the hardware does not get ready in time. */
void board_init(void);

/* Core clock now, Hz. */
uint32_t board_core_hz(void);

/* Clock of the timer in board_timer.h, Hz, derived from the registers as they read back. */
uint32_t board_timer_hz(void);

/* Whether an instruction cache or accelerator is on, as its register reads back. */
bool board_icache_on(void);

/* Changes the board's LED. */
void board_led_toggle(void);

/* Sends one byte; waits while the transmitter is full. */
void board_put(char byte);

/* Waits until the last byte has left the pin. */
void board_flush(void);
