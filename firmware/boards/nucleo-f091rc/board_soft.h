/* Interrupt lines that nothing but software pends (board_irqs.def).
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define BOARD_SOFT_A_IRQ 5u
#define BOARD_SOFT_B_IRQ 6u
