/* FreeRTOS as RTOS_BENCH_V1 measures it; what is known of the author's configuration is kept.
 * SPDX-License-Identifier: MIT
 *
 * Names are the kernel's. FIRMWARE_IDLE_WFI comes from the build (0 or 1); trace_hooks.h is chosen
 * by include path: rtos/trace_bench for the bench, rtos/trace_none otherwise.
 */
#pragma once

#include "board_config.h"
#include "lib/check.h"
#include "trace_hooks.h"

/* ---- published in CONFIG ---- */
#define configCPU_CLOCK_HZ BOARD_CORE_HZ
#define configTICK_RATE_HZ 1000
#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 1
#define configENABLE_FPU 0

/* ---- likely: ST's CMSIS-RTOS2 defaults ---- */
/* 56 levels rule out the selection by CLZ, which knows 32. */
#define configMAX_PRIORITIES 56
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define configASSERT(condition) CHECK(condition, "configASSERT")
#define configMAX_SYSCALL_INTERRUPT_PRIORITY (BOARD_SYSCALL_PRIORITY << (8 - BOARD_PRIORITY_BITS))

/* ---- the port: no TrustZone, no MPU, no MVE ---- */
#define configENABLE_TRUSTZONE 0
#define configRUN_FREERTOS_SECURE_ONLY 0
#define configENABLE_MPU 0
#define configENABLE_MVE 0

/* ---- memory: kernel objects come from heap_4 ---- */
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION 0
#define configTOTAL_HEAP_SIZE (128 * 1024)
#define configMINIMAL_STACK_SIZE 128 /* words */
#define configUSE_MALLOC_FAILED_HOOK 1

/* PSPLIM catches an overflow in hardware, at no cost in the switch; the fault handler names it. */
#define configCHECK_FOR_STACK_OVERFLOW 0

/* ---- idle and ticks ---- */
#define configUSE_IDLE_HOOK FIRMWARE_IDLE_WFI
#define configUSE_TICK_HOOK 0
#define configUSE_TICKLESS_IDLE 0
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_TASK_NAME_LEN 16

/* ---- features: only what bench and demo use ---- */
#define configUSE_TASK_NOTIFICATIONS 1
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 1
#define configUSE_MUTEXES 1
#define configUSE_TIMERS 0
#define configUSE_CO_ROUTINES 0
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskSuspend 1 /* a wait without limit leaves the delayed list alone */
