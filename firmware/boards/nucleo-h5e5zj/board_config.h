/* Constants of this board that the kernel's configuration needs at compile time.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* BOARD_CORE_HZ comes from the build: the clock's row of wire/boards.def, which the ELF note
 * states. */
#ifndef BOARD_CORE_HZ
#error "the build must define BOARD_CORE_HZ"
#endif

/* STM32H5: 16 interrupt priorities (RM0481, NVIC main features). */
#define BOARD_PRIORITY_BITS 4
/* Level of the highest-priority interrupt that may call the kernel, and of the phases' interrupt.
 */
#define BOARD_SYSCALL_LEVEL 5
/* More than the interrupts of the part: every one not served gets a handler that says so. */
#define BOARD_INTERRUPTS 192
/* The kernel can find the next task by CLZ. */
#define BOARD_HAS_CLZ 1
/* The FPU stays off, and no task has a floating-point context, but in a kernel that says so. */
#define BOARD_ENABLE_FPU 0
#define BOARD_HEAP_BYTES (128 * 1024)
