/* A small guest, and a board that it runs on, for tests of what debuggers do.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

#include "sim/sim.h"

#define GUEST_FLASH UINT32_C(0x08000000)
#define GUEST_RAM UINT32_C(0x20000000)
#define GUEST_STACK UINT32_C(0x20001000) /* SP after reset */

/* Addresses in the guest. */
#define GUEST_RESET UINT32_C(0x08000100)
#define GUEST_LOOP UINT32_C(0x08000106)  /* counts r0 */
#define GUEST_STORE UINT32_C(0x08000108) /* str r0, [r1, #0x40] */
#define GUEST_LOAD UINT32_C(0x0800010A)  /* ldr r2, [r1, #0x40] */
#define GUEST_CALL UINT32_C(0x0800010C)  /* bl GUEST_FUNCTION */
#define GUEST_BACK UINT32_C(0x08000110)  /* b GUEST_LOOP */
#define GUEST_FUNCTION UINT32_C(0x08000114)
#define GUEST_SYSTICK UINT32_C(0x08000120)     /* counts the word at GUEST_TICKS */
#define GUEST_FAULT UINT32_C(0x08000130)       /* spins */
#define GUEST_SEMIHOSTING UINT32_C(0x08000140) /* bkpt 0xab; b . */
#define GUEST_COUNT UINT32_C(0x20000040)
#define GUEST_TICKS UINT32_C(0x20000044)

/* A board with the guest in its flash, at its reset. */
struct sim *guest_board(void);
/* SysTick interrupts every so many cycles. */
void guest_start_systick(struct sim *sim, uint32_t cycles);

uint32_t guest_word(const struct sim *sim, uint32_t address);
/* State that two runs must share. */
void guest_assert_same(const struct sim *a, const struct sim *b);
