/* The static store that every measurement fills and that is printed after its window.
 * SPDX-License-Identifier: MIT
 *
 * One store for all: a measurement's samples are printed before the next one starts.
 * Differences are unsigned 32-bit and never clipped, dropped or retried.
 */
#pragma once

#include <stdint.h>

/* Longest series; the build says (cmake/image.cmake), since memory is scarce on some boards. Two
 * columns of 4 bytes each. */
#ifndef BENCH_SAMPLES_MAX
#error "the build must define BENCH_SAMPLES_MAX"
#endif
#define SAMPLES_MAX BENCH_SAMPLES_MAX

enum samples_column { SAMPLES_IRQ_ENTRY, SAMPLES_EVENT_TO_TASK, SAMPLES_COLUMNS };

/* A plain measurement uses column 0. */
extern uint32_t samples[SAMPLES_COLUMNS][SAMPLES_MAX];

/* Names of the two series of a phase. */
extern const char *const samples_name[SAMPLES_COLUMNS];
