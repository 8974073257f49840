/* Where the cycles of each measured window went: by function, by exception, by sleep; and by what
 * was waited for, bus by bus.
 * SPDX-License-Identifier: MIT
 *
 * A window runs from the cycle at which the load at label window_begin_<series> reads the counter
 * to that of the load at window_end_<series>. Where there is no begin label each window begins
 * where the one before ended (a slice). The windows of a phase's pairs begin at the timer's signal
 * instead. An image that measures all its series in one place has the labels
 * window_begin_any_series and window_end_any_series: the windows belong to the series in the order
 * in which these are sent. Each window is held against its sample: a ledger whose rows do not add
 * up to the sample, to the cycle, is invalid and says so.
 *
 * A sample counted by a timer that runs at 1/d of the core clock is not in cycles. The signal comes
 * at the cycle at which the counter steps, so a window of L cycles from there to a read must give a
 * sample of L/d, truncated; between two reads of the timer, one of less than one count from it.
 *
 * Knows nothing of the simulator; source_sim.c hands it events.
 */
#pragma once

#include "host/core/image/image.h"
#include "host/core/run/run.h"
#include "segments.h"

/* All series, and the windows of an image that measures every one of its series at the same labels.
 */
#define LEDGER_ANY ((int)WIRE_METRICS + (int)WIRE_PAIRS)
#define LEDGER_KEYS (LEDGER_ANY + 1)
#define LEDGER_SIGNAL_MAX 32

/* What a span of cycles was spent on, besides functions. */
enum ledger_span {
    LEDGER_INSTRUCTION,
    LEDGER_ENTRY,
    LEDGER_TAIL_CHAIN,
    LEDGER_RETURN,
    LEDGER_SLEEP,
    LEDGER_SPANS
};

/* What cycles were spent on. */
enum ledger_wait {
#define WAIT(id, name, is_data) LEDGER_WAIT_##id,
#include "waits.def"
#undef WAIT
    LEDGER_WAITS
};
#define LEDGER_WAITS_TOLD (LEDGER_WAIT_CONTEXT - LEDGER_WAIT_PIPELINE + 1)

/* Whose names and kinds the table says. */
struct ledger_wait_row {
    const char *name;
    bool is_data;
};
extern const struct ledger_wait_row ledger_wait_rows[LEDGER_WAITS];

/* In a window: id is a symbol's index, or -1 - kind for what is no function. */
struct ledger_cost {
    int id;
    uint32_t instructions;
    uint64_t cycles;
    uint32_t waits[LEDGER_WAITS]; /* which add up to the cycles */
};

/* The part of one instruction in a window, all its executions together. */
struct ledger_place {
    uint32_t address, executions;
    uint64_t cycles;
};

/* The places of windows that went alike: of a thousand windows most do, and one account stands for
 * them all. In the order of first execution. */
struct ledger_shape {
    struct ledger_place *places;
    size_t count;
};

/* What the core was doing: the exception that it served (0: none), whether interrupts were masked
 * (PRIMASK, FAULTMASK or BASEPRI), and how many instructions it had executed since its reset. */
struct ledger_state {
    uint32_t exception;
    bool masked;
    uint64_t executed;
};

/* An exception that was entered in a window; the first time of `times`. */
struct ledger_entry {
    uint32_t number;
    bool masked; /* it came through: the mask does not hold for it */
    unsigned times;
    uint64_t cycle, executed;
};

/* Different ones; further numbers are not recorded. */
#define LEDGER_ENTRIES_MAX 6

struct ledger_window {
    uint64_t begin, end; /* cycles */
    uint64_t entry;      /* cycle of the first exception entry in it; end where there is none */
    size_t phase;        /* how many PHASE lines had been sent */
    struct ledger_state state; /* when it began */
    uint64_t executed_at_end;
    struct ledger_entry entries[LEDGER_ENTRIES_MAX]; /* by first entry */
    size_t entry_count;
    struct ledger_cost *costs;
    size_t cost_count, cost_capacity;
    bool overdrawn; /* something waited longer than it took */
    int shape;      /* index into the key's shapes, -1 where places were not recorded */
    struct ledger_segments *segments; /* NULL where they were not recorded; ledger_segments.c */
};

/* One of the series that have windows. */
struct ledger_key {
    const char *name;
    bool is_pair;           /* a series of every phase */
    bool by_timer;          /* begins at the timer's signal */
    bool known;             /* the image has its labels */
    uint64_t cycles_a_tick; /* core cycles in one count of its samples */
    uint32_t begin_address, end_address;
    bool open;
    /* The load at a label has begun, and has not read the counter yet. */
    bool opening, closing;
    uint64_t probed; /* when the last such load began */
    /* What the load that opened the window had waited for until it read the counter. */
    uint32_t waits_before[LEDGER_WAITS_TOLD];
    bool opened_in_load;         /* and its span is still to come */
    struct ledger_state state;   /* of the core at that */
    struct ledger_window window; /* the open one */
    struct ledger_window *windows;
    size_t count, capacity;
    struct ledger_places *open_places; /* of the open window; NULL where they are not recorded */
    struct ledger_shape *shapes;
    size_t shape_count, shape_capacity;
    struct segments_recorder *segments; /* NULL where they are not recorded */
};

/* A finished account. */
struct ledger_row {
    char *what;
    uint64_t instructions, cycles; /* of the modal window */
    uint64_t fetch, data;          /* of the cycles: waits for the fetch from flash, for data */
    uint64_t all_cycles;           /* of all windows together */
};

struct ledger_table {
    const char *name, *phase; /* phase NULL where none */
    bool by_timer;
    size_t windows;
    uint64_t total;         /* cycles of the modal window */
    uint64_t all_total;     /* of all windows */
    uint64_t cycles_a_tick; /* core cycles in one count of the samples */
    uint64_t sample;        /* of the modal window, in counts */
    uint64_t waits[LEDGER_WAITS], all_waits[LEDGER_WAITS]; /* cycles: which add up to the totals */
    /* Of windows that begin at the timer: how long the interrupted code went on until the exception
     * entry (an instruction, or a masked section), and what is common from the entry on. */
    uint64_t before_min, before_max;
    struct mode from_entry; /* cycles */
    struct ledger_row *rows;
    size_t row_count;
    const struct ledger_shape *shape; /* of the modal window; NULL where not recorded */
    bool is_missing;                  /* the image has no labels for it: no windows, no rows */
    bool is_switch;                   /* segments were wanted; they are NULL where why is said */
    struct segments_table *segments;
    char why[160]; /* invalid, and why; empty where valid */
};

struct ledger {
    const struct image *image;
    bool entries_only; /* set it behind ledger_init: no spans, so no accounts, at nearly no cost */
    uint32_t timer_exception;             /* of the timer that opens windows; 0 until it was seen */
    char timer_signal[LEDGER_SIGNAL_MAX]; /* "tim2.cc1", of the image's board */
    struct ledger_key keys[LEDGER_KEYS];
    struct ledger_key *open[LEDGER_KEYS]; /* those with an open window */
    size_t open_count;
    size_t reads_awaited; /* keys that are opening or closing */
    size_t phase;
    uint64_t executed; /* instructions up to the event at hand, as the caller of ledger_read sets */
    int last_function; /* index of the symbol that the last address was in */
    struct ledger_table *tables;
    size_t table_count, table_capacity;
};

/* image must outlive the ledger. */
void ledger_init(struct ledger *ledger, const struct image *image);
void ledger_free(struct ledger *ledger);
/* Before the run: no windows of this series. */
void ledger_leave_out(struct ledger *ledger, const char *name);
/* Before the run: records each window's instructions, too. ledger_places.c */
void ledger_want_places(struct ledger *ledger);

/* ---- events, in the order in which they happen ---- */

/* Adds one to those of a window. */
void ledger_add_entry(struct ledger_window *window, const struct ledger_entry *entry);

/* The instruction at a label is about to execute. True while spans are wanted. */
bool ledger_probe(struct ledger *ledger, uint32_t address, uint64_t cycle,
                  const struct ledger_state *state);
/* A counter of time is read, within an instruction. True while spans are wanted. waits: what that
 * has waited for until then, LEDGER_WAITS_TOLD numbers of cycles; NULL: nothing. */
bool ledger_read(struct ledger *ledger, uint64_t cycle, const uint32_t *waits);
/* The timer compared. True while spans are wanted. */
bool ledger_timer(struct ledger *ledger, uint64_t cycle, const struct ledger_state *state);
/* An exception is entered. */
void ledger_exception(struct ledger *ledger, uint32_t number, uint64_t cycle,
                      const struct ledger_state *state);
struct ledger_spent {
    enum ledger_span kind;
    uint32_t address; /* of the instruction, or an exception number */
    uint64_t start, end;
    const uint32_t *waits; /* of the instruction, as in ledger_read */
};
/* True while spans are still wanted. */
bool ledger_span(struct ledger *ledger, const struct ledger_spent *span);

/* Holds the windows against the run's samples and makes the tables. */
void ledger_finish(struct ledger *ledger, const struct run *run);
