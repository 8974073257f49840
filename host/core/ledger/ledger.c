/* Records where the cycles of each measured window went.
 * SPDX-License-Identifier: MIT
 */
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "ledger_places.h"
#include "ledger_segments.h"
#include "ledger_table.h"

/* Longer than any window (a slice is a kernel tick): its end was missed. */
#define WINDOW_MAX_CYCLES 4000000u

static bool find_label(const struct image *image, const char *which, const char *name,
                       uint32_t *address)
{
    char label[96];
    snprintf(label, sizeof label, "window_%s_%s", which, name);
    return image_find(image, label, address);
}

static uint64_t note_number(const struct image *image, enum note_key key)
{
    return image->note[key] != NULL ? strtoull(image->note[key], NULL, 10) : 0;
}

/* A window that no label opens begins at the timer where the timer counts it, else where the one
 * before ended. */
static void init_key(struct ledger *ledger, struct ledger_key *key, const struct wire_series *row,
                     bool is_pair)
{
    uint64_t core = note_number(ledger->image, NOTE_CORE_HZ);
    uint64_t timer = note_number(ledger->image, NOTE_TIMER_HZ);
    bool slower = row->unit == WIRE_TIMER && timer != 0 && core > timer;
    *key = (struct ledger_key){
        .name = row->name, .is_pair = is_pair, .cycles_a_tick = slower ? core / timer : 1};
    key->known = find_label(ledger->image, "end", row->name, &key->end_address);
    bool labelled = !is_pair && find_label(ledger->image, "begin", row->name, &key->begin_address);
    key->by_timer = !labelled && row->unit == WIRE_TIMER;
    if (!labelled)
        key->begin_address = key->end_address;
}

void ledger_init(struct ledger *ledger, const struct image *image)
{
    *ledger = (struct ledger){.image = image, .last_function = -1};
    const char *machine = image->note[NOTE_MACHINE];
    const struct wire_board *board = machine != NULL ? wire_board_named(machine) : NULL;
    if (board != NULL)
        snprintf(ledger->timer_signal, sizeof ledger->timer_signal, "%s.cc1", board->timer);
    for (int i = 0; i < WIRE_METRICS; i++)
        init_key(ledger, &ledger->keys[i], &wire_metrics[i], false);
    for (int i = 0; i < WIRE_PAIRS; i++)
        init_key(ledger, &ledger->keys[WIRE_METRICS + i], &wire_pairs[i], true);
    static const struct wire_series any = {.name = "any_series", .unit = WIRE_CYCLES};
    init_key(ledger, &ledger->keys[LEDGER_ANY], &any, false);
}

void ledger_free(struct ledger *ledger)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        struct ledger_key *key = &ledger->keys[i];
        ledger_segments_free(key);
        for (size_t w = 0; w < key->count; w++)
            free(key->windows[w].costs);
        free(key->windows);
        free(key->window.costs);
        ledger_places_free(key);
    }
    ledger_tables_free(ledger);
    *ledger = (struct ledger){0};
}

void ledger_leave_out(struct ledger *ledger, const char *name)
{
    for (int i = 0; i < LEDGER_KEYS; i++)
        if (strcmp(ledger->keys[i].name, name) == 0)
            ledger->keys[i].known = false;
}

static void open_window(struct ledger *ledger, struct ledger_key *key, uint64_t cycle,
                        const struct ledger_state *state)
{
    if (!key->open)
        ledger->open[ledger->open_count++] = key;
    key->open = true;
    key->window.begin = cycle;
    key->window.entry = UINT64_MAX;
    key->window.cost_count = 0;
    key->window.overdrawn = false;
    key->opened_in_load = false;
    if (key->open_places != NULL)
        ledger_places_open(key);
    if (key->segments != NULL)
        ledger_segments_open(key);
    key->window.state = *state;
    key->window.entry_count = 0;
}

static void drop_window(struct ledger *ledger, struct ledger_key *key)
{
    size_t i = 0;
    while (ledger->open[i] != key)
        i++;
    ledger->open[i] = ledger->open[--ledger->open_count];
    key->open = false;
}

static void close_window(struct ledger *ledger, struct ledger_key *key, uint64_t cycle)
{
    drop_window(ledger, key);
    key->windows = xgrow(key->windows, &key->capacity, key->count + 1, sizeof *key->windows);
    struct ledger_window *kept = &key->windows[key->count++];
    *kept = key->window;
    kept->end = cycle;
    kept->entry = key->window.entry < cycle ? key->window.entry : cycle;
    kept->phase = ledger->phase;
    kept->executed_at_end = ledger->executed;
    kept->shape = -1;
    kept->costs = xcalloc(kept->cost_count, sizeof *kept->costs);
    for (size_t i = 0; i < kept->cost_count; i++)
        kept->costs[i] = key->window.costs[i];
    if (key->open_places != NULL)
        kept->shape = ledger_places_close(key);
    if (key->segments != NULL)
        ledger_segments_close(key, kept);
}

static struct ledger_cost *cost_of(struct ledger_window *window, int id)
{
    /* From the back: most spans go where the one before went. */
    for (size_t i = window->cost_count; i-- > 0;)
        if (window->costs[i].id == id)
            return &window->costs[i];
    window->costs =
        xgrow(window->costs, &window->cost_capacity, window->cost_count + 1, sizeof *window->costs);
    struct ledger_cost *cost = &window->costs[window->cost_count++];
    *cost = (struct ledger_cost){.id = id};
    return cost;
}

static int function_of(struct ledger *ledger, uint32_t address)
{
    if (ledger->last_function >= 0) {
        const struct image_symbol *last = &ledger->image->symbols[ledger->last_function];
        if (address - last->address < last->size)
            return ledger->last_function;
    }
    ledger->last_function = image_function_at(ledger->image, address);
    return ledger->last_function;
}

/* A part of a window; waits: as ledger_cost has them. */
struct part {
    enum ledger_span kind;
    uint32_t address;
    uint64_t cycles;
    uint32_t waits[LEDGER_WAITS];
};

static void add_part(struct ledger *ledger, struct ledger_key *key, const struct part *part,
                     bool is_whole)
{
    int id = -1 - (int)part->kind;
    if (part->kind == LEDGER_INSTRUCTION) {
        int function = function_of(ledger, part->address);
        id = function >= 0 ? function : id;
        if (key->open_places != NULL)
            ledger_places_add(key, part->address, part->cycles);
    }
    struct ledger_cost *cost = cost_of(&key->window, id);
    cost->instructions += is_whole; /* an instruction that counts as one */
    cost->cycles += part->cycles;
    for (int wait = 0; wait < LEDGER_WAITS; wait++)
        cost->waits[wait] += part->waits[wait];
    if (key->segments != NULL)
        ledger_segments_add(key, part->kind, part->address, part->cycles);
}

/* Takes what the instruction of a part waited for, less what it had before the window, and leaves
 * the rest to its execution. */
static void split_instruction(struct ledger_key *key, struct part *part, const uint32_t *waits,
                              const uint32_t *before)
{
    uint64_t waited = 0;
    for (int i = 0; waits != NULL && i < LEDGER_WAITS_TOLD; i++) {
        uint32_t cycles = waits[i] - (before != NULL ? before[i] : 0);
        part->waits[LEDGER_WAIT_PIPELINE + i] = cycles;
        waited += cycles;
    }
    key->window.overdrawn |= waited > part->cycles;
    part->waits[LEDGER_WAIT_EXECUTE] = (uint32_t)(part->cycles - waited);
}

/* The load that reads the counter at the end of a window, until it does: its span is still to come.
 */
static void add_last(struct ledger *ledger, struct ledger_key *key, uint64_t cycles,
                     const uint32_t *waits)
{
    struct part part = {LEDGER_INSTRUCTION, key->end_address, cycles, {0}};
    split_instruction(key, &part, waits, NULL);
    add_part(ledger, key, &part, false);
}

static void add_span(struct ledger *ledger, struct ledger_key *key, const struct ledger_spent *span)
{
    uint64_t from = span->start > key->window.begin ? span->start : key->window.begin;
    struct part part = {span->kind, span->address, span->end - from, {0}};
    if (span->kind == LEDGER_SLEEP)
        part.waits[LEDGER_WAIT_SLEEP] = (uint32_t)part.cycles;
    else if (span->kind != LEDGER_INSTRUCTION)
        part.waits[LEDGER_WAIT_EXCEPTION] = (uint32_t)part.cycles;
    else if (key->opened_in_load)
        split_instruction(key, &part, span->waits, key->waits_before);
    else if (from != span->start)
        part.waits[LEDGER_WAIT_BEFORE] = (uint32_t)part.cycles;
    else
        split_instruction(key, &part, span->waits, NULL);
    key->opened_in_load = false;
    add_part(ledger, key, &part, span->kind == LEDGER_INSTRUCTION);
}

static bool awaits_read(const struct ledger_key *key)
{
    return key->opening || key->closing;
}

/* The load at a label begins. It may be given up for an exception and begin again. */
static void probe_key(struct ledger *ledger, struct ledger_key *key, uint32_t address,
                      uint64_t cycle, const struct ledger_state *state)
{
    bool awaited = awaits_read(key);
    /* One load may end a window and begin the next: a slice ends where another starts. */
    if (key->open && !key->opening && address == key->end_address)
        key->closing = true;
    if (key->by_timer && key->closing && state->exception != 0)
        ledger->timer_exception = state->exception;
    if (!key->by_timer && address == key->begin_address) {
        if (!key->open)
            open_window(ledger, key, cycle, state); /* so that spans come */
        key->opening = true;
    }
    key->probed = cycle;
    key->state = *state;
    ledger->reads_awaited += awaits_read(key) && !awaited;
}

bool ledger_probe(struct ledger *ledger, uint32_t address, uint64_t cycle,
                  const struct ledger_state *state)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        struct ledger_key *key = &ledger->keys[i];
        if (key->known && (address == key->begin_address || address == key->end_address))
            probe_key(ledger, key, address, cycle, state);
    }
    return ledger->open_count != 0 && !ledger->entries_only;
}

bool ledger_read(struct ledger *ledger, uint64_t cycle, const uint32_t *waits)
{
    for (int i = 0; ledger->reads_awaited != 0 && i < LEDGER_KEYS; i++) {
        struct ledger_key *key = &ledger->keys[i];
        if (!awaits_read(key))
            continue;
        if (key->closing && key->open) {
            if (cycle != key->probed && !ledger->entries_only)
                add_last(ledger, key, cycle - key->probed, waits);
            close_window(ledger, key, cycle);
        }
        key->state.executed = ledger->executed;
        if (key->opening) {
            open_window(ledger, key, cycle, &key->state);
            key->opened_in_load = true;
            memset(key->waits_before, 0, sizeof key->waits_before);
            if (waits != NULL)
                memcpy(key->waits_before, waits, sizeof key->waits_before);
        }
        key->opening = key->closing = false;
        ledger->reads_awaited--;
    }
    return ledger->open_count != 0 && !ledger->entries_only;
}

bool ledger_timer(struct ledger *ledger, uint64_t cycle, const struct ledger_state *state)
{
    for (int i = 0; i < LEDGER_KEYS; i++)
        if (ledger->keys[i].known && ledger->keys[i].by_timer)
            open_window(ledger, &ledger->keys[i], cycle, state);
    return ledger->open_count != 0 && !ledger->entries_only;
}

void ledger_add_entry(struct ledger_window *window, const struct ledger_entry *entry)
{
    for (size_t i = 0; i < window->entry_count; i++)
        if (window->entries[i].number == entry->number) {
            window->entries[i].times += entry->times;
            return;
        }
    if (window->entry_count < LEDGER_ENTRIES_MAX)
        window->entries[window->entry_count++] = *entry;
}

void ledger_exception(struct ledger *ledger, uint32_t number, uint64_t cycle,
                      const struct ledger_state *state)
{
    const struct ledger_entry entry = {number, state->masked, 1, cycle, state->executed};
    for (size_t i = 0; i < ledger->open_count; i++)
        if (cycle >= ledger->open[i]->window.begin)
            ledger_add_entry(&ledger->open[i]->window, &entry);
}

bool ledger_span(struct ledger *ledger, const struct ledger_spent *span)
{
    /* From behind: a window that is dropped is replaced by the last. */
    for (size_t i = ledger->open_count; i-- > 0;) {
        struct ledger_key *key = ledger->open[i];
        if (span->end <= key->window.begin)
            continue;
        if (span->end - key->window.begin > WINDOW_MAX_CYCLES) {
            drop_window(ledger, key);
            continue;
        }
        if (span->kind == LEDGER_ENTRY && key->window.entry == UINT64_MAX)
            key->window.entry = span->start > key->window.begin ? span->start : key->window.begin;
        add_span(ledger, key, span);
    }
    return ledger->open_count != 0;
}
