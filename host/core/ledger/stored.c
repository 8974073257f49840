/* Finds the windows of samples by the stores of the samples.
 * SPDX-License-Identifier: MIT
 */
#include "stored.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

/* Between the end of a window and the store of its sample an interrupt may read a counter. */
#define LAST_READINGS 4u
/* A counter's value may be of a cycle that lies behind an event which is told of later. */
#define DISORDER_CYCLES 64u

static uint64_t note_number(const struct image *image, enum note_key key)
{
    return image->note[key] != NULL ? strtoull(image->note[key], NULL, 10) : 0;
}

bool stored_init(struct stored *stored, const struct image *image)
{
    *stored = (struct stored){.cycles_a_tick = 1};
    for (size_t i = 0; i < image->symbol_count; i++)
        if (strcmp(image->symbols[i].name, STORED_SYMBOL) == 0) {
            stored->address = image->symbols[i].address;
            stored->bytes = image->symbols[i].size;
        }
    if (stored->bytes == 0 || stored->bytes % (STORED_COLUMNS * sizeof(uint32_t)) != 0 ||
        stored->bytes > (1u << 20))
        return false;
    uint64_t core = note_number(image, NOTE_CORE_HZ), timer = note_number(image, NOTE_TIMER_HZ);
    if (timer != 0 && core > timer)
        stored->cycles_a_tick = core / timer;
    stored->slots = xcalloc(stored->bytes / sizeof(uint32_t), sizeof *stored->slots);
    stored->values = xcalloc(stored->bytes / sizeof(uint32_t), sizeof *stored->values);
    return true;
}

void stored_free(struct stored *stored)
{
    for (size_t i = 0; i < stored->series_count; i++)
        free(stored->series[i].windows);
    free(stored->series);
    free(stored->slots);
    free(stored->values);
    *stored = (struct stored){0};
}

void stored_reading(struct stored *stored, uint64_t cycle, const struct ledger_state *state)
{
    stored->readings[stored->reading_count++ % STORED_READINGS] =
        (struct stored_reading){cycle, *state, false};
}

void stored_exception(struct stored *stored, uint32_t number, uint64_t cycle,
                      const struct ledger_state *state)
{
    stored->entries[stored->entry_count++ % STORED_ENTRIES] =
        (struct ledger_entry){number, state->masked, 1, cycle, state->executed};
}

/* The reading number back before the newest; NULL where it is not remembered. */
static struct stored_reading *reading_back(struct stored *stored, uint64_t back)
{
    if (back >= stored->reading_count || back >= STORED_READINGS)
        return NULL;
    return &stored->readings[(stored->reading_count - 1 - back) % STORED_READINGS];
}

/* The reading of that cycle, among those behind number `from`. */
static const struct stored_reading *reading_at(struct stored *stored, uint64_t from, uint64_t cycle)
{
    const struct stored_reading *reading;
    for (uint64_t back = from; (reading = reading_back(stored, back)) != NULL; back++)
        if (reading->cycle == cycle)
            return reading;
        else if (reading->cycle + DISORDER_CYCLES < cycle)
            break;
    return NULL;
}

/* False where more was entered than is remembered. */
static bool add_entries(const struct stored *stored, struct ledger_window *window)
{
    uint64_t first =
        stored->entry_count > STORED_ENTRIES ? stored->entry_count - STORED_ENTRIES : 0;
    if (first != 0 && stored->entries[first % STORED_ENTRIES].cycle >= window->begin)
        return false;
    for (uint64_t i = first; i < stored->entry_count; i++) {
        const struct ledger_entry *entry = &stored->entries[i % STORED_ENTRIES];
        if (entry->cycle >= window->begin && entry->cycle < window->end)
            ledger_add_entry(window, entry);
    }
    return true;
}

static bool fits(struct stored *stored, uint64_t back, uint64_t cycles,
                 struct ledger_window *window)
{
    struct stored_reading *end = reading_back(stored, back);
    if (end == NULL || end->is_taken || end->cycle < cycles)
        return false;
    const struct stored_reading *begin = reading_at(stored, back + 1, end->cycle - cycles);
    if (begin == NULL)
        return false;
    *window = (struct ledger_window){.begin = begin->cycle,
                                     .end = end->cycle,
                                     .state = begin->state,
                                     .executed_at_end = end->state.executed,
                                     .shape = -1};
    end->is_taken = add_entries(stored, window);
    return end->is_taken;
}

void stored_value(struct stored *stored, uint32_t address, uint32_t value)
{
    if (address < stored->address || address - stored->address >= stored->bytes ||
        address % sizeof(uint32_t) != 0)
        return;
    size_t slot = (address - stored->address) / sizeof(uint32_t);
    stored->slots[slot] = (struct ledger_window){0};
    stored->values[slot] = value;
    for (uint64_t back = 0; back < LAST_READINGS; back++)
        if (fits(stored, back, value, &stored->slots[slot]) ||
            (stored->cycles_a_tick != 1 &&
             fits(stored, back, value * stored->cycles_a_tick, &stored->slots[slot])))
            return;
    stored->slots[slot] = (struct ledger_window){0};
}

/* ---- series ---- */

/* The column whose first word is the series' first sample, STORED_COLUMNS for none. */
static size_t column_of(const struct stored *stored, size_t column_words, uint64_t first)
{
    size_t c = 0;
    while (c < STORED_COLUMNS &&
           (stored->slots[c * column_words].end == 0 || stored->values[c * column_words] != first))
        c++;
    return c;
}

static void begin_series(struct stored *stored, const struct series *series)
{
    stored->series = xgrow(stored->series, &stored->series_capacity, stored->series_count + 1,
                           sizeof *stored->series);
    stored->series[stored->series_count++] = (struct stored_series){
        .name = series->name,
        .column =
            column_of(stored, stored->bytes / sizeof(uint32_t) / STORED_COLUMNS, series->raw[0]),
    };
}

/* Takes the window of each sample that was sent: behind the last one firmware may sort its store.
 */
static void take(struct stored *stored, const struct series *series)
{
    size_t column = stored->bytes / sizeof(uint32_t) / STORED_COLUMNS;
    struct stored_series *known = &stored->series[stored->series_count - 1];
    for (; known->column < STORED_COLUMNS && known->count < series->count; known->count++) {
        size_t slot = known->column * column + known->count;
        if (known->count == column || stored->slots[slot].end == 0 ||
            stored->values[slot] != series->raw[known->count]) {
            known->column = STORED_COLUMNS;
            known->count = 0;
            return;
        }
        known->windows =
            xgrow(known->windows, &known->capacity, known->count + 1, sizeof *known->windows);
        known->windows[known->count] = stored->slots[slot];
        stored->slots[slot].end = 0; /* no sample of the next series */
    }
}

void stored_sent(struct stored *stored, const struct run *run)
{
    const struct series *series =
        run->series_count != 0 ? &run->series[run->series_count - 1] : NULL;
    if (series == NULL || series->phase != NULL || series->count == 0 || series->result_line != 0)
        return;
    if (run->series_count != stored->looked_at)
        begin_series(stored, series);
    stored->looked_at = run->series_count;
    take(stored, series);
}
