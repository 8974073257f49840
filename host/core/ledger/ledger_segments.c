/* Records in which segment of a switch each cycle of a window was spent.
 * SPDX-License-Identifier: MIT
 */
#include "ledger_segments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

/* The number of PendSV (ARMv7-M ARM, B1.5.2). */
#define PENDSV 14u
/* Exceptions that have been entered and not left; more than there are priorities. */
#define NESTING_MAX 260u

/* One window. */
struct ledger_segments {
    uint64_t segments[SEGMENTS];
    uint64_t instructions[SEGMENTS_INSTRUCTIONS_MAX];
    uint32_t switches; /* how often the handler began */
};

struct segments_recorder {
    const struct segments_map *map;
    struct ledger_segments window;
    uint32_t active[NESTING_MAX];
    size_t nesting;
    bool switched; /* the handler has returned */
};

/* A yield from task to task; every series of fpu_switch. */
static bool is_one_switch(int key)
{
    return key == WIRE_METRIC_YIELD_TO_TASK ||
           (key < WIRE_METRICS && wire_metrics[key].bench == WIRE_BENCH_FPU_SWITCH);
}

void ledger_want_segments(struct ledger *ledger, const struct segments_map *map)
{
    for (int i = 0; i < LEDGER_KEYS; i++)
        if (ledger->keys[i].known && is_one_switch(i)) {
            ledger->keys[i].segments = xcalloc(1, sizeof *ledger->keys[i].segments);
            ledger->keys[i].segments->map = map;
        }
}

void ledger_segments_open(struct ledger_key *key)
{
    struct segments_recorder *recorder = key->segments;
    const struct segments_map *map = recorder->map;
    *recorder = (struct segments_recorder){.map = map};
}

static void enter(struct segments_recorder *recorder, uint32_t number)
{
    if (recorder->nesting < NESTING_MAX)
        recorder->active[recorder->nesting++] = number;
}

/* Of an exception return, or of the end of the one that a chain goes on from. */
static void leave(struct segments_recorder *recorder)
{
    if (recorder->nesting == 0)
        return;
    recorder->nesting--;
    if (recorder->active[recorder->nesting] == PENDSV)
        recorder->switched = true;
}

static enum segment segment_of_instruction(struct segments_recorder *recorder, uint32_t address,
                                           uint64_t cycles)
{
    if (recorder->nesting == 0)
        return recorder->switched ? SEGMENT_AFTER : SEGMENT_BEFORE;
    if (recorder->active[recorder->nesting - 1] != PENDSV)
        return SEGMENT_INTERRUPTS;
    int index = segments_map_find(recorder->map, address);
    if (index < 0)
        return SEGMENT_SWITCH_CONTEXT;
    recorder->window.switches += index == 0;
    recorder->window.instructions[index] += cycles;
    return recorder->map->instructions[index].segment;
}

void ledger_segments_add(struct ledger_key *key, enum ledger_span kind, uint32_t address,
                         uint64_t cycles)
{
    struct segments_recorder *recorder = key->segments;
    enum segment segment = SEGMENT_BEFORE;
    switch (kind) {
    case LEDGER_INSTRUCTION:
        segment = segment_of_instruction(recorder, address, cycles);
        break;
    case LEDGER_ENTRY:
        segment = SEGMENT_EXCEPTION_ENTRY;
        enter(recorder, address);
        break;
    case LEDGER_TAIL_CHAIN:
        segment = SEGMENT_TAIL_CHAIN;
        leave(recorder);
        enter(recorder, address);
        break;
    case LEDGER_RETURN:
        segment = SEGMENT_EXCEPTION_RETURN;
        leave(recorder);
        break;
    case LEDGER_SLEEP:
    case LEDGER_SPANS:
        return; /* a switch does not sleep: the sum will say so */
    }
    recorder->window.segments[segment] += cycles;
}

void ledger_segments_close(struct ledger_key *key, struct ledger_window *kept)
{
    kept->segments = xcalloc(1, sizeof *kept->segments);
    *kept->segments = key->segments->window;
}

void ledger_segments_free(struct ledger_key *key)
{
    for (size_t w = 0; w < key->count; w++)
        free(key->windows[w].segments);
    free(key->segments);
}

/* ---- the account ---- */

static void widen(struct segments_range *range, uint64_t cycles, bool is_first)
{
    if (is_first || cycles < range->min)
        range->min = cycles;
    if (is_first || cycles > range->max)
        range->max = cycles;
    range->sum += cycles;
}

static bool add_window(struct segments_table *table, const struct ledger_window *window,
                       size_t index)
{
    const struct ledger_segments *of = window->segments;
    uint64_t sum = 0, handler = 0, length = window->end - window->begin;
    for (int i = 0; i < SEGMENTS; i++) {
        widen(&table->segments[i], of->segments[i], index == 0);
        sum += of->segments[i];
        handler += segment_rows[i].in_handler ? of->segments[i] : 0;
    }
    for (size_t i = 0; i < table->map->count; i++)
        widen(&table->instructions[i], of->instructions[i], index == 0);
    widen(&table->handler, handler, index == 0);
    widen(&table->total, length, index == 0);
    if (of->switches != 1)
        snprintf(table->why, sizeof table->why,
                 "window %zu holds %" PRIu32 " runs of the PendSV handler, not one", index,
                 of->switches);
    else if (sum != length)
        snprintf(table->why, sizeof table->why,
                 "the segments of window %zu add up to %" PRIu64 " cycles of %" PRIu64, index, sum,
                 length);
    return table->why[0] == '\0';
}

struct segments_table *ledger_segments_table(const struct ledger_key *key,
                                             const struct ledger_window *const *windows,
                                             size_t count)
{
    struct segments_table *table = xcalloc(1, sizeof *table);
    table->map = key->segments->map;
    table->windows = count;
    snprintf(table->why, sizeof table->why, "%s", table->map->why);
    for (size_t i = 0; i < count && table->why[0] == '\0'; i++)
        add_window(table, windows[i], i);
    return table;
}

const char *ledger_segments_trouble(const struct ledger *ledger, const char **name)
{
    for (size_t i = 0; i < ledger->table_count; i++) {
        const struct ledger_table *table = &ledger->tables[i];
        *name = table->name;
        if (!table->is_switch)
            continue;
        if (table->why[0] != '\0')
            return table->why;
        if (table->segments->why[0] != '\0')
            return table->segments->why;
    }
    return NULL;
}
