/* Constants of this board that the kernel's configuration needs at compile time.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* BOARD_CORE_HZ comes from board.cmake, which the ELF note also takes it from. */
#ifndef BOARD_CORE_HZ
#error "the build must define BOARD_CORE_HZ"
#endif

/* STM32H5: 16 interrupt priorities (RM0481, NVIC main features). */
#define BOARD_PRIORITY_BITS 4
/* Level of the highest-priority interrupt that may call the kernel. */
#define BOARD_SYSCALL_PRIORITY 5
