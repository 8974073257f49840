/* What happened inside the windows of a simulated run.
 * SPDX-License-Identifier: MIT
 */
#include "cause.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "ledger_table.h"

/* Exception numbers of the architecture (ARMv8-M ARM, B3.8). */
enum { SVCALL = 11, PENDSV = 14, SYSTICK = 15 };

const char *const cause_name[CAUSE_KINDS] = {
    [CAUSE_TICK] = "kernel tick", [CAUSE_OTHER] = "other interrupt", [CAUSE_MASKED] = "masked"};

static void add(struct cause_series *series, enum cause_kind kind, struct cause_sample sample)
{
    struct cause_list *list = &series->of[kind];
    list->samples = xgrow(list->samples, &list->capacity, list->count + 1, sizeof *list->samples);
    list->samples[list->count++] = sample;
}

static bool is_other(uint32_t number)
{
    return number != 0 && number != SVCALL && number != PENDSV && number != SYSTICK;
}

static bool has_entry(const struct ledger_window *window, uint32_t number)
{
    for (size_t i = 0; i < window->entry_count; i++)
        if (window->entries[i].number == number)
            return true;
    return false;
}

/* The exception of the timer that opened these windows: the one in which a window was seen to end,
 * or, where none ends in a handler, the first of a device that is entered in all of them; 0 for
 * none. */
static uint32_t own_exception(const struct ledger *ledger, const struct ledger_key *key,
                              const struct ledger_chosen *chosen)
{
    if (!key->by_timer || ledger->timer_exception != 0)
        return key->by_timer ? ledger->timer_exception : 0;
    uint32_t own = 0;
    for (size_t i = 0; own == 0 && i < chosen->windows[0]->entry_count; i++)
        if (is_other(chosen->windows[0]->entries[i].number))
            own = chosen->windows[0]->entries[i].number;
    for (size_t w = 0; w < chosen->count; w++)
        if (!has_entry(chosen->windows[w], own))
            return 0;
    return own;
}

/* The first entry of the window's own exception. */
static const struct ledger_entry *own_entry(const struct ledger_window *window, uint32_t own)
{
    for (size_t i = 0; own != 0 && i < window->entry_count; i++)
        if (window->entries[i].number == own)
            return &window->entries[i];
    return NULL;
}

static void add_window(struct cause_series *series, const struct ledger_window *window,
                       uint32_t own_number, size_t index)
{
    const struct ledger_entry *own = own_entry(window, own_number);
    bool tick = window->state.exception == SYSTICK;
    uint32_t other = is_other(window->state.exception) ? window->state.exception : 0;
    for (size_t i = 0; i < window->entry_count; i++) {
        const struct ledger_entry *entry = &window->entries[i];
        tick = tick || entry->number == SYSTICK;
        if (other == 0 && entry != own && is_other(entry->number))
            other = entry->number;
    }
    if (tick)
        add(series, CAUSE_TICK, (struct cause_sample){.index = index});
    if (other != 0)
        add(series, CAUSE_OTHER, (struct cause_sample){.index = index, .number = other});
    /* A mask through which it was entered was none for it. */
    if (window->state.masked && own != NULL && !own->masked)
        add(series, CAUSE_MASKED,
            (struct cause_sample){.index = index, .cycles = own->cycle - window->begin});
}

/* Whether these windows are those of the samples: as many, and as long. */
static bool fits(const struct ledger_chosen *chosen, const struct ledger_key *key,
                 const struct series *series)
{
    if (chosen->count != series->count)
        return false;
    for (size_t i = 0; i < chosen->count; i++) {
        uint64_t length = chosen->windows[i]->end - chosen->windows[i]->begin;
        uint64_t sample = series->raw[i] * key->cycles_a_tick;
        if (key->by_timer ? length > sample : length != sample)
            return false;
    }
    return true;
}

static void add_series(struct causes *causes, const struct ledger *ledger,
                       const struct ledger_key *key, size_t phase, const struct series *series)
{
    struct ledger_chosen chosen = ledger_choose(key, phase, series->count);
    if (fits(&chosen, key, series)) {
        causes->series =
            xgrow(causes->series, &causes->capacity, causes->count + 1, sizeof *causes->series);
        struct cause_series *added = &causes->series[causes->count++];
        *added = (struct cause_series){
            .name = series->name, .phase = series->phase, .windows = series->count};
        uint32_t own = own_exception(ledger, key, &chosen);
        for (size_t i = 0; i < chosen.count; i++)
            add_window(added, chosen.windows[i], own, i);
    }
    free(chosen.windows);
}

void causes_of_ledger(struct causes *causes, const struct ledger *ledger, const struct run *run)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        const struct ledger_key *key = &ledger->keys[i];
        for (size_t phase = 0; phase < (key->is_pair ? run->phase_count : 1); phase++) {
            const struct series *series =
                run_series(run, key->name, key->is_pair ? run->phases[phase].name : NULL);
            if (key->known && series != NULL && series->count != 0 && !series->damaged)
                add_series(causes, ledger, key, phase, series);
        }
    }
}

bool cause_is_in_every(const struct cause_series *series, enum cause_kind kind)
{
    return series->of[kind].count == series->windows;
}

const char *cause_text(enum cause_kind kind, const struct cause_sample *sample,
                       char text[static CAUSE_TEXT_MAX])
{
    char cycles[TEXT_NUMBER_MAX];
    text[0] = '\0';
    if (kind == CAUSE_OTHER)
        snprintf(text, CAUSE_TEXT_MAX, "exception %" PRIu32, sample->number);
    else if (kind == CAUSE_MASKED)
        snprintf(text, CAUSE_TEXT_MAX, "entered %s cycles after the compare",
                 text_number(sample->cycles, cycles));
    return text;
}

static bool same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

const struct cause_series *causes_find(const struct causes *causes, const char *name,
                                       const char *phase)
{
    for (size_t i = 0; causes != NULL && i < causes->count; i++)
        if (same(causes->series[i].name, name) && same(causes->series[i].phase, phase))
            return &causes->series[i];
    return NULL;
}

void causes_free(struct causes *causes)
{
    for (size_t i = 0; i < causes->count; i++)
        for (int kind = 0; kind < CAUSE_KINDS; kind++)
            free(causes->series[i].of[kind].samples);
    free(causes->series);
    *causes = (struct causes){0};
}
