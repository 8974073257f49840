/* Makes accounts of recorded windows: held against the samples, the modal one shown.
 * SPDX-License-Identifier: MIT
 */
#include "ledger_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "ledger_segments.h"

const struct ledger_wait_row ledger_wait_rows[LEDGER_WAITS] = {
#define WAIT(id, name, is_data) {name, is_data},
#include "waits.def"
#undef WAIT
};

static const char *const span_name[LEDGER_SPANS] = {
    [LEDGER_INSTRUCTION] = "(outside any function)",
    [LEDGER_ENTRY] = "exception entry",
    [LEDGER_TAIL_CHAIN] = "tail-chain",
    [LEDGER_RETURN] = "exception return",
    [LEDGER_SLEEP] = "sleep",
};

void ledger_tables_free(struct ledger *ledger)
{
    for (size_t t = 0; t < ledger->table_count; t++) {
        for (size_t i = 0; i < ledger->tables[t].row_count; i++)
            free(ledger->tables[t].rows[i].what);
        free(ledger->tables[t].rows);
        free(ledger->tables[t].segments);
    }
    free(ledger->tables);
    ledger->tables = NULL;
    ledger->table_count = ledger->table_capacity = 0;
}

struct ledger_chosen ledger_choose(const struct ledger_key *key, size_t phase, size_t samples)
{
    struct ledger_chosen chosen = {xcalloc(key->count, sizeof *chosen.windows), 0};
    for (size_t i = 0; i < key->count; i++)
        if (!key->is_pair || key->windows[i].phase == phase)
            chosen.windows[chosen.count++] = &key->windows[i];
    if (chosen.count > samples) {
        size_t warm_up = chosen.count - samples;
        memmove(chosen.windows, chosen.windows + warm_up, samples * sizeof *chosen.windows);
        chosen.count = samples;
    }
    return chosen;
}

static uint64_t sum_of(const struct ledger_window *window)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < window->cost_count; i++)
        sum += window->costs[i].cycles;
    return sum;
}

/* See the head of ledger.h. */
static bool fits(const struct ledger_key *key, uint64_t length, uint64_t sample)
{
    uint64_t scale = key->cycles_a_tick, counted = sample * scale;
    if (key->by_timer)
        return length / scale == sample;
    return length < counted + scale && length + scale > counted;
}

/* Every window against its sample; table->why says the first that does not fit. */
static bool check(struct ledger_table *table, const struct ledger_key *key,
                  const struct ledger_chosen *chosen, const struct series *series)
{
    if (chosen->count != series->count) {
        snprintf(table->why, sizeof table->why, "%zu windows were seen for %zu samples",
                 chosen->count, series->count);
        return false;
    }
    for (size_t i = 0; i < chosen->count; i++) {
        const struct ledger_window *window = chosen->windows[i];
        uint64_t length = window->end - window->begin, sample = series->raw[i];
        if (window->overdrawn)
            snprintf(table->why, sizeof table->why,
                     "an instruction of window %zu waited longer than it took", i);
        else if (sum_of(window) != length)
            snprintf(table->why, sizeof table->why,
                     "the rows of window %zu add up to %" PRIu64 " cycles of %" PRIu64, i,
                     sum_of(window), length);
        else if (!fits(key, length, sample))
            snprintf(table->why, sizeof table->why,
                     "window %zu took %" PRIu64 " cycles, but its sample says %" PRIu64
                     " counts of %" PRIu64,
                     i, length, sample, key->cycles_a_tick);
        else
            continue;
        return false;
    }
    return true;
}

static char *name_of(const struct ledger *ledger, int id)
{
    const char *name = id >= 0 ? ledger->image->symbols[id].name : span_name[-1 - id];
    return xstrndup(name, strlen(name));
}

static uint64_t cycles_in_all(const struct ledger_chosen *chosen, int id)
{
    uint64_t cycles = 0;
    for (size_t w = 0; w < chosen->count; w++) {
        const struct ledger_window *window = chosen->windows[w];
        for (size_t i = 0; i < window->cost_count; i++)
            if (window->costs[i].id == id)
                cycles += window->costs[i].cycles;
    }
    return cycles;
}

static void add_row(const struct ledger *ledger, struct ledger_table *table, size_t *capacity,
                    const struct ledger_cost *cost, uint64_t all_cycles)
{
    struct ledger_row row = {.what = name_of(ledger, cost->id),
                             .instructions = cost->instructions,
                             .cycles = cost->cycles,
                             .fetch = cost->waits[LEDGER_WAIT_FETCH],
                             .all_cycles = all_cycles};
    for (int wait = 0; wait < LEDGER_WAITS; wait++)
        if (ledger_wait_rows[wait].is_data)
            row.data += cost->waits[wait];
    table->rows = xgrow(table->rows, capacity, table->row_count + 1, sizeof *table->rows);
    table->rows[table->row_count++] = row;
}

static void add_waits(uint64_t waits[LEDGER_WAITS], const struct ledger_window *window)
{
    for (size_t i = 0; i < window->cost_count; i++)
        for (int wait = 0; wait < LEDGER_WAITS; wait++)
            waits[wait] += window->costs[i].waits[wait];
}

static void fill_rows(const struct ledger *ledger, struct ledger_table *table,
                      const struct ledger_key *key, const struct ledger_chosen *chosen,
                      const struct series *series)
{
    size_t capacity = 0, modal = 0;
    table->sample = stats_mode(series->raw, series->count).value;
    while (series->raw[modal] != table->sample)
        modal++;
    for (size_t i = 0; i < chosen->count; i++) {
        table->all_total += chosen->windows[i]->end - chosen->windows[i]->begin;
        add_waits(table->all_waits, chosen->windows[i]);
    }
    const struct ledger_window *window = chosen->windows[modal];
    table->total = window->end - window->begin;
    add_waits(table->waits, window);
    if (window->shape >= 0)
        table->shape = &key->shapes[window->shape];
    for (size_t i = 0; i < window->cost_count; i++) {
        const struct ledger_cost *cost = &window->costs[i];
        add_row(ledger, table, &capacity, cost, cycles_in_all(chosen, cost->id));
    }
}

static void fill_entry(struct ledger_table *table, const struct ledger_chosen *chosen)
{
    uint64_t *rest = xcalloc(chosen->count, sizeof *rest);
    table->before_min = UINT64_MAX;
    for (size_t i = 0; i < chosen->count; i++) {
        uint64_t before = chosen->windows[i]->entry - chosen->windows[i]->begin;
        rest[i] = chosen->windows[i]->end - chosen->windows[i]->entry;
        if (before < table->before_min)
            table->before_min = before;
        if (before > table->before_max)
            table->before_max = before;
    }
    table->from_entry = stats_mode(rest, chosen->count);
    free(rest);
}

static void add_table(struct ledger *ledger, const struct ledger_key *key,
                      const struct series *series, size_t phase)
{
    ledger->tables = xgrow(ledger->tables, &ledger->table_capacity, ledger->table_count + 1,
                           sizeof *ledger->tables);
    struct ledger_table *table = &ledger->tables[ledger->table_count++];
    *table = (struct ledger_table){.name = series->name,
                                   .phase = series->phase,
                                   .by_timer = key->by_timer,
                                   .cycles_a_tick = key->cycles_a_tick,
                                   .is_switch = key->segments != NULL};
    if (!key->known) {
        table->is_missing = true;
        snprintf(table->why, sizeof table->why, "the image has no label window_end_%s", key->name);
        return;
    }
    struct ledger_chosen chosen = ledger_choose(key, phase, series->count);
    table->windows = chosen.count;
    if (check(table, key, &chosen, series)) {
        fill_rows(ledger, table, key, &chosen, series);
        if (key->by_timer)
            fill_entry(table, &chosen);
        if (table->is_switch)
            table->segments = ledger_segments_table(key, chosen.windows, chosen.count);
    }
    free(chosen.windows);
}

/* Series of an image that measures all of them at the same labels. */
static void add_tables_in_order(struct ledger *ledger, const struct run *run)
{
    struct ledger_key part = ledger->keys[LEDGER_ANY];
    size_t left = part.count;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series->phase != NULL || series->count == 0 || series->damaged)
            continue;
        part.count = series->count < left ? series->count : left;
        add_table(ledger, &part, series, 0);
        /* There are no windows where the run sends samples that the labels never bracketed. */
        if (part.windows != NULL)
            part.windows += part.count;
        left -= part.count;
    }
}

void ledger_finish(struct ledger *ledger, const struct run *run)
{
    if (ledger->keys[LEDGER_ANY].known) {
        add_tables_in_order(ledger, run);
        return;
    }
    for (int i = 0; i < LEDGER_ANY; i++) {
        const struct ledger_key *key = &ledger->keys[i];
        for (size_t phase = 0; phase < (key->is_pair ? run->phase_count : 1); phase++) {
            const struct series *series =
                run_series(run, key->name, key->is_pair ? run->phases[phase].name : NULL);
            if (series != NULL && series->count != 0 && !series->damaged)
                add_table(ledger, key, series, phase);
        }
    }
}
