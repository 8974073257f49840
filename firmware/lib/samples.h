/* The static store that every measurement fills and that is printed after its window.
 * SPDX-License-Identifier: MIT
 *
 * One store for all: a measurement's samples are printed before the next one starts.
 * Differences are unsigned 32-bit and never clipped, dropped or retried.
 */
#pragma once

#include <stdint.h>

/* Longest series: the 2,048 pairs of a phase, or the 2,049 stamps around slice_A_B's 2,047
 * intervals. Two columns of 4 bytes: 16,392 bytes. */
#define SAMPLES_MAX 2049u

enum samples_column { SAMPLES_IRQ_ENTRY, SAMPLES_EVENT_TO_TASK, SAMPLES_COLUMNS };

/* A plain measurement uses column 0. */
extern uint32_t samples[SAMPLES_COLUMNS][SAMPLES_MAX];

/* Names of the two series of a phase. */
extern const char *const samples_name[SAMPLES_COLUMNS];
