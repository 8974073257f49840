/* FreeRTOS as RTOS_BENCH_V1 measures it; what is known of the author's configuration is kept.
 * SPDX-License-Identifier: MIT
 *
 * Names are the kernel's. FIRMWARE_IDLE_WFI comes from the build (0 or 1). kernel_config.h is
 * chosen by include path, a folder of rtos/kernels/: it holds the trace hooks of a kernel, and may
 * define any of the options below that stand in #ifndef.
 */
#pragma once

#include "board_config.h"
#include "kernel_config.h"
#include "lib/stack_context.h"
#include "lib/check.h"

/* ---- published in CONFIG ---- */
#define configCPU_CLOCK_HZ BOARD_CORE_HZ
#ifndef configTICK_RATE_HZ
#define configTICK_RATE_HZ 1000
#endif
#ifndef configUSE_PREEMPTION
#define configUSE_PREEMPTION 1
#endif
#ifndef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING 1
#endif
/* Whether the FPU is on and tasks may have a floating-point context. */
#ifndef configENABLE_FPU
#define configENABLE_FPU BOARD_ENABLE_FPU
#endif

/* ---- likely: ST's CMSIS-RTOS2 defaults ---- */
/* 56 levels rule out the selection by CLZ, which knows 32. */
#ifndef configMAX_PRIORITIES
#define configMAX_PRIORITIES 56
#endif
#ifndef configUSE_PORT_OPTIMISED_TASK_SELECTION
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#endif
/* 0: configASSERT is not defined, and the port's own checks are gone with it. */
#ifndef FIRMWARE_ASSERTS
#define FIRMWARE_ASSERTS 1
#endif
#if FIRMWARE_ASSERTS && !defined configASSERT
#define configASSERT(condition) CHECK(condition, "configASSERT")
#endif
/* The hooks that kernel_config.h may define; FreeRTOS.h makes the others empty. */
#if defined(traceTASK_SWITCHED_IN) || defined(traceTASK_SWITCHED_OUT) || defined(traceISR_ENTER)
#define KERNEL_TRACES 1
#else
#define KERNEL_TRACES 0
#endif
/* The level in the upper bits of the byte that the NVIC has for it. */
#define configMAX_SYSCALL_INTERRUPT_PRIORITY (BOARD_SYSCALL_LEVEL << (8 - BOARD_PRIORITY_BITS))
#define configKERNEL_INTERRUPT_PRIORITY 255 /* the lowest, whatever the bits */

/* ---- the port: no TrustZone, no MPU, no MVE ---- */
#define configENABLE_TRUSTZONE 0
#define configRUN_FREERTOS_SECURE_ONLY 0
#define configENABLE_MPU 0
#define configENABLE_MVE 0

/* ---- memory: kernel objects come from heap_4 ---- */
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#ifndef configSUPPORT_STATIC_ALLOCATION
#define configSUPPORT_STATIC_ALLOCATION 0
#endif
#ifndef configTOTAL_HEAP_SIZE
#define configTOTAL_HEAP_SIZE BOARD_HEAP_BYTES
#endif
#define configMINIMAL_STACK_SIZE 128 /* words */
#ifndef configUSE_MALLOC_FAILED_HOOK
#define configUSE_MALLOC_FAILED_HOOK 1
#endif

/* PSPLIM catches an overflow in hardware, at no cost in the switch; the fault handler names it. */
#ifndef configCHECK_FOR_STACK_OVERFLOW
#define configCHECK_FOR_STACK_OVERFLOW 0
#endif

/* ---- idle and ticks ---- */
#define configUSE_IDLE_HOOK FIRMWARE_IDLE_WFI
#ifndef configUSE_TICK_HOOK
#define configUSE_TICK_HOOK 0
#endif
#ifndef configUSE_TICKLESS_IDLE
#define configUSE_TICKLESS_IDLE 0
#endif
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_TASK_NAME_LEN 16

/* ---- features: only what bench and demo use ---- */
#define configUSE_TASK_NOTIFICATIONS 1
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 1
#ifndef configUSE_MUTEXES
#define configUSE_MUTEXES 1
#endif
#ifndef configUSE_TIMERS
#define configUSE_TIMERS 0
#endif
#define configUSE_CO_ROUTINES 0
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_uxTaskGetStackHighWaterMark 1 /* each run says how much of its stacks it used */
#define traceTASK_CREATE(task) stack_context_clear((task)->pxTopOfStack)
#define INCLUDE_xTaskGetIdleTaskHandle 1
#define INCLUDE_vTaskSuspend 1 /* a wait without limit leaves the delayed list alone */
