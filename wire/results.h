/* What the benches print, as tables for readers: rows of benches.def, results.def and boards.def.
 * SPDX-License-Identifier: MIT
 *
 * A firmware image needs only its own bench's rows and expands them itself
 * (firmware/lib/results.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

/* What one count of a metric is, and so which clock its RESULT states. */
enum wire_unit { WIRE_CYCLES, WIRE_TIMER };

/* One row of results.def: a metric, a phase, or (with neither bench nor samples) a phase's series.
 */
struct wire_series {
    enum wire_bench bench;
    const char *name;
    uint32_t samples; /* 0: the run decides */
    enum wire_unit unit;
    bool optional; /* a board may lack it */
    const char *meaning;
};

struct wire_quantity_row {
    enum wire_bench bench;
    const char *name;
    const char *unit;
    bool optional;
    const char *meaning;
};

struct wire_bench_row {
    const char *name;
    const char *what;
};

/* What a sample of each metric of a bench works through. */
struct wire_work {
    enum wire_bench bench;
    uint32_t amount;
    const char *unit;    /* of the amount: "bytes" */
    const char *per_mhz; /* and of how much of it a core does: "bytes/s/MHz" */
};

/* A metric whose windows have so many core cycles more than those of another. */
struct wire_planted {
    enum wire_metric metric, base;
    uint32_t cycles;
};

/* A sentence of a bench's report. */
struct wire_remark {
    enum wire_bench bench;
    const char *text;
};

/* A board, or a board's clock ("board/clock"), that cannot run a bench. */
struct wire_exception {
    enum wire_bench bench;
    const char *board;
    const char *why;
};

struct wire_board {
    const char *name;
    const char *timer; /* of the interrupt phases, as the simulator names it */
};

struct wire_clock {
    const char *board;
    const char *name;
    uint32_t core_hz, timer_hz;
    const char *what;
};

extern const struct wire_bench_row wire_benches[WIRE_BENCHES];
extern const struct wire_series wire_metrics[WIRE_METRICS]; /* the rows of a bench are together */
extern const struct wire_series wire_phases[WIRE_PHASES];
extern const struct wire_series wire_pairs[WIRE_PAIRS];
extern const struct wire_quantity_row wire_quantities[];

/* Row number index, NULL past the last. */
const struct wire_remark *wire_remark(size_t index);
const struct wire_planted *wire_planted(size_t index);
const struct wire_board *wire_board(size_t index);
const struct wire_clock *wire_clock(size_t index);

/* NULL where its rows do not say. */
const struct wire_work *wire_work_of(enum wire_bench bench);
/* WIRE_BENCHES where there is no such bench. */
enum wire_bench wire_bench_named(const char *name);
/* NULL where there is no such board. */
const struct wire_board *wire_board_named(const char *name);
/* A clock of a board; name NULL: its default. NULL where there is none. */
const struct wire_clock *wire_clock_named(const char *board, const char *name);
/* Why a board cannot run a bench at a clock, NULL where it can. clock NULL: at any. */
const char *wire_bench_refused(enum wire_bench bench, const char *board, const char *clock);
/* Whether an exception's "board" or "board/clock" means this board, or this clock of it. clock may be
 * NULL: then only the former. */
bool wire_place_is(const char *place, const char *board, const char *clock);
