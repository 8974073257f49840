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

#define BUS_READ_ID (-1 - LEDGER_SPANS)

static const char *const span_name[LEDGER_SPANS + 1] = {
    [LEDGER_INSTRUCTION] = "(outside any function)",
    [LEDGER_ENTRY] = "exception entry",
    [LEDGER_TAIL_CHAIN] = "tail-chain",
    [LEDGER_RETURN] = "exception return",
    [LEDGER_SLEEP] = "sleep",
    [LEDGER_SPANS] = "bus read",
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
        uint64_t length = window->end - window->begin, sample = series->raw[i] * key->cycles_a_tick;
        if (sum_of(window) != length)
            snprintf(table->why, sizeof table->why,
                     "the rows of window %zu add up to %" PRIu64 " cycles of %" PRIu64, i,
                     sum_of(window), length);
        else if (key->by_timer ? length > sample : length != sample)
            snprintf(table->why, sizeof table->why,
                     "window %zu took %" PRIu64 " cycles, but its sample says %" PRIu64, i, length,
                     sample);
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

static uint64_t cycles_in_all(const struct ledger_chosen *chosen, const struct series *series,
                              uint64_t cycles_a_tick, int id)
{
    uint64_t cycles = 0;
    for (size_t w = 0; w < chosen->count; w++) {
        const struct ledger_window *window = chosen->windows[w];
        if (id == BUS_READ_ID)
            cycles += series->raw[w] * cycles_a_tick - (window->end - window->begin);
        for (size_t i = 0; i < window->cost_count; i++)
            if (window->costs[i].id == id)
                cycles += window->costs[i].cycles;
    }
    return cycles;
}

static void add_row(struct ledger_table *table, size_t *capacity, char *what,
                    const struct ledger_cost *cost, uint64_t all_cycles)
{
    table->rows = xgrow(table->rows, capacity, table->row_count + 1, sizeof *table->rows);
    table->rows[table->row_count++] =
        (struct ledger_row){what, cost->instructions, cost->cycles, all_cycles};
}

static void fill_rows(const struct ledger *ledger, struct ledger_table *table,
                      const struct ledger_key *key, const struct ledger_chosen *chosen,
                      const struct series *series)
{
    size_t capacity = 0, modal = 0;
    uint64_t mode = stats_mode(series->raw, series->count).value, scale = key->cycles_a_tick;
    table->total = mode * scale;
    while (series->raw[modal] != mode)
        modal++;
    for (size_t i = 0; i < series->count; i++)
        table->all_total += series->raw[i] * scale;
    const struct ledger_window *window = chosen->windows[modal];
    if (window->shape >= 0)
        table->shape = &key->shapes[window->shape];
    for (size_t i = 0; i < window->cost_count; i++) {
        const struct ledger_cost *cost = &window->costs[i];
        add_row(table, &capacity, name_of(ledger, cost->id), cost,
                cycles_in_all(chosen, series, scale, cost->id));
    }
    if (table->by_timer) {
        struct ledger_cost rest = {BUS_READ_ID, 0, table->total - (window->end - window->begin)};
        add_row(table, &capacity, name_of(ledger, BUS_READ_ID), &rest,
                cycles_in_all(chosen, series, scale, BUS_READ_ID));
    }
}

static void fill_entry(struct ledger_table *table, const struct ledger_key *key,
                       const struct ledger_chosen *chosen, const struct series *series)
{
    uint64_t *rest = xcalloc(chosen->count, sizeof *rest);
    table->before_min = UINT64_MAX;
    for (size_t i = 0; i < chosen->count; i++) {
        uint64_t before = chosen->windows[i]->entry - chosen->windows[i]->begin;
        rest[i] = series->raw[i] * key->cycles_a_tick - before;
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
            fill_entry(table, key, &chosen, series);
        if (table->is_switch)
            table->segments = ledger_segments_table(key, chosen.windows, chosen.count);
    }
    free(chosen.windows);
}

void ledger_finish(struct ledger *ledger, const struct run *run)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        const struct ledger_key *key = &ledger->keys[i];
        for (size_t phase = 0; phase < (key->is_pair ? run->phase_count : 1); phase++) {
            const struct series *series =
                run_series(run, key->name, key->is_pair ? run->phases[phase].name : NULL);
            if (series != NULL && series->count != 0 && !series->damaged)
                add_table(ledger, key, series, phase);
        }
    }
}
