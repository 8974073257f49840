/* Constants of this board that the kernel's configuration needs at compile time.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* BOARD_CORE_HZ comes from the build: the clock's row of wire/boards.def, which the ELF note
 * states. */
#ifndef BOARD_CORE_HZ
#error "the build must define BOARD_CORE_HZ"
#endif

/* Cortex-M0: 4 interrupt priorities, and no BASEPRI: a critical section masks every interrupt, and
 * an interrupt of any level may call the kernel. Level 5 of the other boards becomes 2: as there
 * below the most urgent ones, and above SysTick and PendSV (3). */
#define BOARD_PRIORITY_BITS 2
#define BOARD_SYSCALL_LEVEL 2
/* As many as the core has: every one not served gets a handler that says so. */
#define BOARD_INTERRUPTS 32
/* The core has no CLZ for the kernel to find the next task by. */
#define BOARD_HAS_CLZ 0
#define BOARD_ENABLE_FPU 0
/* Of 32 KiB: the sample store takes 16,392 bytes, the main stack 1,024, the kernel's lists 1,200.
 */
#define BOARD_HEAP_BYTES (11 * 1024)

/* The port would look for its handlers through VTOR, which a Cortex-M0 does not have. */
#define configCHECK_HANDLER_INSTALLATION 0
