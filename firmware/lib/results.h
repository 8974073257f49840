/* What this image's bench prints: ids and rows of its results, and the lines that carry them.
 * SPDX-License-Identifier: MIT
 *
 * Not to be called inside a measured window: it waits for the transmitter. The LED changes with
 * each result.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* RESULT_<ID>: a WIRE_METRIC row of the bench; PHASE_<ID>: a WIRE_PHASE row; VALUE_<ID>. */
enum result {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) RESULT_##id,
#include "lib/results.def"
    RESULTS
};

enum result_phase {
#define WIRE_PHASE(bench, id, name, n, need, meaning) PHASE_##id,
#include "lib/results.def"
    PHASES
};

enum result_value {
#define WIRE_VALUE(bench, id, name, unit, need, meaning) VALUE_##id,
#include "lib/results.def"
    VALUES
};

struct phase_counts {
    uint32_t irq;  /* interrupts served */
    uint32_t task; /* task wake-ups */
    uint32_t bad;  /* broken pairs */
};

/* Samples that the row of a result or a phase asks for; 0: as many as there are. */
uint32_t result_samples(enum result result);
uint32_t result_pairs(enum result_phase phase);

/* RAW rows, then RESULT. n > 0 samples, at most SAMPLES_MAX, as many as the row says. Sorts them.
 */
void result_print(enum result result, uint32_t *ticks, uint32_t n);

/* RAW rows, PHASE and both RESULTs from the two columns of the sample store. A phase counts only
 * when every interrupt woke the task once; otherwise its pairs are printed as they are and the run
 * ends. */
void result_print_phase(enum result_phase phase, const struct phase_counts *counts);

/* VALUE. */
void result_print_value(enum result_value value, uint32_t number);
