/* One run of RTOS_BENCH_V1 in memory: what the board sent, sample by sample, and where it stood.
 * SPDX-License-Identifier: MIT
 *
 * Filled by parse.c line by line, judged by verify.c, shown by the renderers. Nothing here has
 * been believed yet: sent statistics and raw samples stand side by side.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "finding.h"
#include "stats.h"
#include "wire/results.h"

/* More series than this in one run is no run of ours. */
#define RUN_SERIES_MAX 256u
/* A clock that is off by more is another one. */
#define RUN_PPB_MAX 1000000000

/* The samples of one measurement (phase NULL), or one column of a phase's pairs. */
struct series {
    char *name;
    char *phase;
    uint64_t *raw; /* ticks, in the order of their indices */
    size_t count, capacity;
    uint64_t next_index;
    uint64_t first_line; /* of its RAW rows, 0 for none */
    bool damaged; /* rows are missing, repeated or unreadable: raw is not what was measured */
    uint64_t result_line; /* of its RESULT, 0 for none */
    struct stats sent;    /* by RESULT */
    bool has_computed;
    struct stats computed; /* from raw, by verify.c */
};

struct run_phase {
    char *name;
    char *status;
    uint64_t line, irq, task, bad;
};

/* A size or a count that the board sent. */
struct run_value {
    char *name, *unit;
    uint64_t number, line;
};

/* How much of a task's stack the board says was used. */
struct run_stack {
    char *task;
    uint64_t size, free, line; /* bytes */
};

struct run_config_value {
    bool present;
    uint64_t number;
    char *text;
};

/* What `tailchain import` says of a logic analyser's capture, in the place of CONFIG. */
struct run_import {
    uint64_t line; /* 0: this run is no import */
    char *file, *format, *resolution, *from, *to;
    uint64_t hz, unpaired, min_pulse_ticks, suspect, holes;
    uint64_t samples; /* by END_IMPORT */
};

/* What a logic analyser's capture says of a target's clock: parts per billion faster than nominal,
 * with the ends of the 95 % interval. */
struct run_clock {
    uint64_t line; /* 0: nothing */
    char *run, *series;
    uint64_t hz, n;
    int64_t ppb, ppb_low, ppb_high;
};

/* The samples of a series with an edge of one channel in their windows, or those that are suspect.
 */
#define RUN_MARK_SUSPECT "suspect"
struct run_mark {
    char *series, *channel;
    uint64_t *indices;
    size_t count, capacity;
    uint64_t line; /* of the first */
};

/* A stretch of lines of one kind about one thing, for the check of their order. */
struct run_block {
    enum wire_kind kind;
    const char *name;  /* of the series or the phase, "" for none */
    const char *phase; /* of the series, NULL for none */
    uint64_t line;     /* the first */
};

/* What of a run was lost on the way, as far as indices and damaged lines tell. */
#define RUN_LOST_STRETCHES 8u /* that are kept; all are counted */
struct run_lost {
    uint64_t rows;  /* RAW rows whose indices are missing, unreadable ones included */
    uint64_t lines; /* that could not be read, rows or not, */
    uint64_t bytes; /* and their bytes, without line ends */
    struct {
        const char *what; /* series or phase; into the run */
        uint64_t first, last;
    } stretch[RUN_LOST_STRETCHES];
    size_t stretches;
};

enum run_end {
    RUN_CUT,         /* no END: the capture ends in it */
    RUN_RESET,       /* no END, but another BEGIN follows */
    RUN_ENDED,       /* END as published */
    RUN_FAILED,      /* END with a status */
    RUN_END_DAMAGED, /* an END that cannot be read */
};

struct run {
    struct findings findings;
    enum run_end end;
    uint64_t begin_line, last_line; /* last_line: END's, or the last line before the cut */
    char *last_text;                /* of the last line, printable, for messages; may be NULL */
    uint64_t lines, lines_with_crc;
    bool has_crc;               /* its BEGIN had a checksum, so every line must */
    bool begin_damaged;         /* whether it had one is not known */
    uint64_t damaged_since_row; /* lines */
    struct run_lost lost;

    uint64_t config_line;                            /* 0 for none */
    struct run_config_value config[WIRE_FIELDS_MAX]; /* by WIRE_CONFIG_<FIELD> */
    uint64_t read_pair_line, read_pair_ticks;
    struct run_import import;
    struct run_clock clock;
    uint64_t error_line; /* of the first ERROR, 0 for none */
    char *error_where, *error_reason;
    uint64_t heap_free, min_heap; /* bytes; where end is RUN_ENDED */

    struct series *series;
    size_t series_count, series_capacity;
    struct run_phase *phases;
    size_t phase_count, phase_capacity;
    struct run_value *values;
    size_t value_count, value_capacity;
    struct run_stack *stacks;
    size_t stack_count, stack_capacity;
    struct run_mark *marks;
    size_t mark_count, mark_capacity;
    struct run_block *blocks;
    size_t block_count, block_capacity;
};

void run_free(struct run *run);

/* Whether its END came, good, failed or damaged. */
bool run_is_over(const struct run *run);
/* Whether it is what a logic analyser saw, and not what a board sent. */
bool run_is_import(const struct run *run);
/* Whether its END told of the kernel's heap. */
bool run_has_heap(const struct run *run);
/* NULL where there is none. */
struct run_mark *run_mark(const struct run *run, const char *series, const char *channel);

/* phase NULL or a name; text need not be terminated. NULL where there is none. The pointer is
 * good until the next series is added. */
struct series *run_series(const struct run *run, const char *name, const char *phase);
/* Finds or adds; NULL where there are RUN_SERIES_MAX already. */
struct series *run_add_series(struct run *run, const char *name, const char *phase);
const struct run_phase *run_phase(const struct run *run, const char *name);

/* NULL where there is none. */
const struct run_stack *run_stack(const struct run *run, const char *task);
/* Bytes; 0 where the board sent what cannot be. */
uint64_t run_stack_used(const struct run_stack *stack);
const struct run_value *run_value(const struct run *run, const char *name);

/* Which bench CONFIG declares: rtos_bench where it says nothing, WIRE_BENCHES where it is none that
 * benches.def has. */
enum wire_bench run_bench(const struct run *run);
/* The clock of a unit by CONFIG, Hz; 0 where it is absent. */
uint64_t run_unit_hz(const struct run *run, enum wire_unit unit);
/* What one count of a series is. */
enum wire_unit run_series_unit(const struct run *run, const char *name, const char *phase);
/* The row of a metric or a phase in a run's bench, NULL where it has none of that name. */
const struct wire_series *run_metric_row(const struct run *run, const char *name);
const struct wire_series *run_phase_row(const struct run *run, const char *name);

/* Number of a CONFIG field, or 0 where it is absent. */
uint64_t run_config_number(const struct run *run, int field);
/* Whether lines.def declares a CONFIG field a NUMBER. */
bool run_config_is_number(int field);

/* Samples of which a RESULT was recomputed; rows that belong to none do not count. */
size_t run_samples(const struct run *run);

/* Index of a series of a phase among the WIRE_PAIR rows; -1 where the name is none. */
int run_pair_index(const char *name);

/* All runs of one capture. */
#define SESSION_RUNS_MAX 4096u
struct session {
    struct run **runs;
    size_t count, capacity;
    struct findings findings; /* about the file, not about a run */
};

void session_free(struct session *session);
