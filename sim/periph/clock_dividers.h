/* The dividers between the system clock, the buses and the timers: every STM32 codes them alike.
 * SPDX-License-Identifier: MIT
 *
 * Fields as in RCC_CFGR (F0, F4) and RCC_CFGR2 (H5). Sources: RM0091, RM0090, RM0401, RM0481.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* HPRE, 4 bits; PPRE, 3 bits. */
uint32_t clock_ahb_divider(uint32_t hpre);
uint32_t clock_apb_divider(uint32_t ppre);

/* Core cycles in a cycle of a timer whose APB has this divider; timpre: the RCC's TIMPRE, false
 * where it has none. */
uint32_t clock_timer_divider(uint32_t apb_divider, bool timpre);
