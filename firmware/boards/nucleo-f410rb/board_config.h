/* Constants of this board that the kernel's configuration needs at compile time.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* BOARD_CORE_HZ comes from the build: the clock's row of wire/boards.def, which the ELF note
 * states. */
#ifndef BOARD_CORE_HZ
#error "the build must define BOARD_CORE_HZ"
#endif

/* 16 interrupt priorities (RM0401, NVIC features). */
#define BOARD_PRIORITY_BITS 4
/* Level of the highest-priority interrupt that may call the kernel, and of the phases' interrupt.
 */
#define BOARD_SYSCALL_LEVEL 5
/* More than the interrupts of the part: every one not served gets a handler that says so. */
#define BOARD_INTERRUPTS 112
/* The kernel can find the next task by CLZ. */
#define BOARD_HAS_CLZ 1
/* The port ARM_CM4F turns the FPU on with lazy stacking, and saves the upper registers of a task
 * that has used it. */
#define BOARD_ENABLE_FPU 1
/* Of 32 KiB: the sample store takes 16,392 bytes, the main stack 1,024, the kernel's lists 1,200.
 */
#define BOARD_HEAP_BYTES (11 * 1024)

/* The port's handlers, by the names that the vector table has for them. */
#define vPortSVCHandler SVC_Handler
#define xPortPendSVHandler PendSV_Handler
#define xPortSysTickHandler SysTick_Handler
