/* Why samples of a simulated run are as long as they are.
 * SPDX-License-Identifier: MIT
 */
#include "cause.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "ledger_table.h"

/* Exception numbers of the architecture (ARMv8-M ARM, B3.8). */
enum { SVCALL = 11, PENDSV = 14, SYSTICK = 15 };

const char *const cause_name[CAUSE_KINDS] = {
    [CAUSE_TICK] = "kernel tick", [CAUSE_OTHER] = "other interrupt", [CAUSE_MASKED] = "masked",
    [CAUSE_LATE] = "late entry",  [CAUSE_PATH] = "other path",       [CAUSE_WAIT] = "waits"};

/* The windows of one series, in the order of its samples. */
struct taken {
    const struct ledger_window **windows;
    size_t count;
    uint32_t own; /* the exception that they measure, 0 for none */
    bool by_timer;
    uint64_t cycles_a_tick;
};

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

/* ---- exceptions ---- */

/* How often an exception came into a window; being served when it began counts. */
static unsigned times_in(const struct ledger_window *window, uint32_t number, uint32_t own)
{
    unsigned times = window->state.exception == number;
    for (size_t i = 0; i < window->entry_count; i++)
        if (window->entries[i].number == number)
            times += window->entries[i].times - (number == own);
    return times;
}

/* An exception in the windows of a series. */
struct seen {
    uint32_t number;
    unsigned least; /* in any window */
};
#define SEEN_MAX 32

static size_t note_seen(struct seen *seen, size_t count, uint32_t number)
{
    if (!is_other(number) && number != SYSTICK)
        return count;
    for (size_t i = 0; i < count; i++)
        if (seen[i].number == number)
            return count;
    if (count < SEEN_MAX)
        seen[count++] = (struct seen){number, UINT_MAX};
    return count;
}

static size_t see(const struct taken *taken, struct seen seen[static SEEN_MAX])
{
    size_t count = 0;
    for (size_t w = 0; w < taken->count; w++) {
        const struct ledger_window *window = taken->windows[w];
        count = note_seen(seen, count, window->state.exception);
        for (size_t i = 0; i < window->entry_count; i++)
            count = note_seen(seen, count, window->entries[i].number);
    }
    for (size_t w = 0; w < taken->count; w++)
        for (size_t i = 0; i < count; i++) {
            unsigned times = times_in(taken->windows[w], seen[i].number, taken->own);
            seen[i].least = times < seen[i].least ? times : seen[i].least;
        }
    return count;
}

/* The function that the vector of an exception points to, by the table at the image's beginning. */
static const char *handler_of(const struct image *image, uint32_t number)
{
    uint32_t address;
    if (image->segment_count == 0 || (number + 1) * sizeof address > image->segments[0].file_size)
        return NULL;
    memcpy(&address, image->segments[0].bytes + number * sizeof address, sizeof address);
    int function = image_function_at(image, address & ~1u);
    return function >= 0 ? image->symbols[function].name : NULL;
}

static void add_exceptions(struct cause_series *series, const struct taken *taken,
                           const struct image *image)
{
    struct seen seen[SEEN_MAX];
    size_t count = see(taken, seen);
    for (size_t w = 0; w < taken->count; w++)
        for (size_t i = 0; i < count; i++) {
            uint32_t number = seen[i].number;
            enum cause_kind kind = number == SYSTICK ? CAUSE_TICK : CAUSE_OTHER;
            unsigned times = times_in(taken->windows[w], number, taken->own);
            series->every[kind] |= seen[i].least != 0;
            if (times > seen[i].least)
                add(series, kind,
                    (struct cause_sample){.index = w,
                                          .number = number,
                                          .times = times - seen[i].least,
                                          .is_more = seen[i].least != 0,
                                          .handler = handler_of(image, number)});
        }
}

/* ---- masks ---- */

/* A mask through which it was entered was none for it. */
static void add_masked(struct cause_series *series, const struct taken *taken)
{
    struct cause_list *list = &series->of[CAUSE_MASKED];
    for (size_t w = 0; w < taken->count; w++) {
        const struct ledger_window *window = taken->windows[w];
        const struct ledger_entry *own = own_entry(window, taken->own);
        if (window->state.masked && own != NULL && !own->masked)
            add(series, CAUSE_MASKED,
                (struct cause_sample){.index = w, .cycles = own->cycle - window->begin});
    }
    series->every[CAUSE_MASKED] = list->count == taken->count;
    if (series->every[CAUSE_MASKED])
        list->count = 0;
}

/* ---- what is left ---- */

static bool has_cause(const struct cause_series *series, size_t index)
{
    for (int kind = 0; kind < CAUSE_LATE; kind++)
        for (size_t i = 0; i < series->of[kind].count; i++)
            if (series->of[kind].samples[i].index == index)
                return true;
    return false;
}

/* From the window's begin to its own exception, and the instructions behind that. */
struct course {
    uint64_t until_entry, instructions;
};

static bool course_of(const struct taken *taken, size_t index, struct course *course)
{
    const struct ledger_window *window = taken->windows[index];
    const struct ledger_entry *own = own_entry(window, taken->own);
    if (taken->by_timer && own == NULL)
        return false;
    uint64_t executed = taken->by_timer ? own->executed : window->state.executed;
    *course = (struct course){taken->by_timer ? own->cycle - window->begin : 0,
                              window->executed_at_end - executed};
    return true;
}

static void add_rest_of(struct cause_series *series, const struct taken *taken, size_t index,
                        const struct course *most, uint64_t longer)
{
    struct course course;
    if (!course_of(taken, index, &course))
        return;
    uint64_t late =
        course.until_entry > most->until_entry ? course.until_entry - most->until_entry : 0;
    if (late != 0)
        add(series, CAUSE_LATE, (struct cause_sample){.index = index, .cycles = late});
    int64_t more = (int64_t)(course.instructions - most->instructions);
    if (more != 0)
        add(series, CAUSE_PATH, (struct cause_sample){.index = index, .instructions = more});
    else if (longer > late)
        add(series, CAUSE_WAIT, (struct cause_sample){.index = index, .cycles = longer - late});
}

static void add_rest(struct cause_series *causes, const struct taken *taken,
                     const struct series *series)
{
    struct mode mode = stats_mode(series->raw, series->count);
    struct course most;
    size_t reference = 0;
    while (reference < taken->count &&
           (series->raw[reference] != mode.value || has_cause(causes, reference)))
        reference++;
    if (reference == taken->count || !course_of(taken, reference, &most))
        return;
    for (size_t i = 0; i < taken->count; i++)
        if (series->raw[i] > mode.value && !has_cause(causes, i))
            add_rest_of(causes, taken, i, &most,
                        (series->raw[i] - mode.value) * taken->cycles_a_tick);
}

/* ---- series ---- */

static void add_taken(struct causes *causes, const struct taken *taken, const struct image *image,
                      const struct series *series)
{
    causes->series =
        xgrow(causes->series, &causes->capacity, causes->count + 1, sizeof *causes->series);
    struct cause_series *added = &causes->series[causes->count++];
    *added = (struct cause_series){
        .name = series->name, .phase = series->phase, .windows = series->count};
    add_exceptions(added, taken, image);
    add_masked(added, taken);
    add_rest(added, taken, series);
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
        const struct taken taken = {chosen.windows, chosen.count,
                                    own_exception(ledger, key, &chosen), key->by_timer,
                                    key->cycles_a_tick};
        add_taken(causes, &taken, ledger->image, series);
    }
    free(chosen.windows);
}

void causes_of_stored(struct causes *causes, const struct stored *stored, const struct image *image,
                      const struct run *run)
{
    for (size_t i = 0; i < stored->series_count; i++) {
        const struct stored_series *known = &stored->series[i];
        const struct series *series = run_series(run, known->name, NULL);
        if (series == NULL || series->count != known->count || series->damaged ||
            causes_find(causes, known->name, NULL) != NULL)
            continue;
        struct taken taken = {xcalloc(known->count, sizeof *taken.windows), known->count, 0, false,
                              1};
        for (size_t w = 0; w < known->count; w++)
            taken.windows[w] = &known->windows[w];
        taken.cycles_a_tick =
            series->raw[0] != 0 ? (known->windows[0].end - known->windows[0].begin) / series->raw[0]
                                : 1;
        add_taken(causes, &taken, image, series);
        free(taken.windows);
    }
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

static void exception_text(const struct cause_sample *sample, char text[static CAUSE_TEXT_MAX])
{
    bool tick = sample->number == SYSTICK;
    int length = 0;
    if (!tick)
        length = snprintf(text, CAUSE_TEXT_MAX, "exception %" PRIu32, sample->number);
    if (!tick && sample->handler != NULL)
        length +=
            snprintf(text + length, CAUSE_TEXT_MAX - (size_t)length, " (%.60s)", sample->handler);
    const char *comma = tick ? "" : ", ";
    if (sample->is_more)
        snprintf(text + length, CAUSE_TEXT_MAX - (size_t)length, "%s%u more than in every window",
                 comma, sample->times);
    else if (sample->times > 1)
        snprintf(text + length, CAUSE_TEXT_MAX - (size_t)length, "%s%u times", comma,
                 sample->times);
}

const char *cause_text(enum cause_kind kind, const struct cause_sample *sample,
                       char text[static CAUSE_TEXT_MAX])
{
    char number[TEXT_NUMBER_MAX];
    text[0] = '\0';
    uint64_t instructions =
        sample->instructions < 0 ? -(uint64_t)sample->instructions : (uint64_t)sample->instructions;
    switch (kind) {
    case CAUSE_TICK:
    case CAUSE_OTHER:
        exception_text(sample, text);
        break;
    case CAUSE_MASKED:
        snprintf(text, CAUSE_TEXT_MAX, "entered %s cycles after the compare",
                 text_number(sample->cycles, number));
        break;
    case CAUSE_LATE:
        snprintf(text, CAUSE_TEXT_MAX, "%s cycle%s later than most",
                 text_number(sample->cycles, number), sample->cycles == 1 ? "" : "s");
        break;
    case CAUSE_PATH:
        snprintf(text, CAUSE_TEXT_MAX, "%s instruction%s %s than most",
                 text_number(instructions, number), instructions == 1 ? "" : "s",
                 sample->instructions < 0 ? "fewer" : "more");
        break;
    case CAUSE_WAIT:
        snprintf(text, CAUSE_TEXT_MAX, "%s cycle%s longer for the same instructions",
                 text_number(sample->cycles, number), sample->cycles == 1 ? "" : "s");
        break;
    case CAUSE_KINDS:
        break;
    }
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
