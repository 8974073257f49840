/* Lost and added pairs of edges: what pairing finds of them (rhythm.def).
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/import/pairs.h"
#include "tests/unit/cmocka_all.h"

#define EDGES_MAX 1024

struct row {
    const char *name;
    int n;
    int64_t period, window;
    const char *edits, *found;
};

static const struct row rows[] = {
#define RHYTHM(name, n, period, window, edits, found) {name, n, period, window, edits, found},
#include "rhythm.def"
#undef RHYTHM
};

struct pin_edge {
    int64_t ticks;
    uint32_t channel; /* 0: from, 1: to */
};

struct pins {
    struct pin_edge edges[EDGES_MAX];
    size_t count;
};

/* "KIND INDEX@TICKS" of a row's edits for one index; the sum where there are several. */
static int64_t edit(const struct row *row, const char *kind, int index)
{
    int64_t sum = 0;
    for (const char *at = row->edits; (at = strstr(at, kind)) != NULL; at += strlen(kind)) {
        char *end;
        long found = strtol(at + strlen(kind), &end, 10);
        if ((at == row->edits || at[-1] == ' ') && (found == index || index < 0))
            sum += index < 0 ? found : *end == '@' ? strtoll(end + 1, NULL, 10) : 1;
    }
    return sum;
}

static void add(struct pins *pins, const struct row *row, int64_t ticks, uint32_t channel)
{
    int64_t grid = edit(row, "%", -1);
    if (grid != 0)
        ticks = (ticks + grid - 1) / grid * grid;
    size_t at = pins->count++;
    assert_true(pins->count < EDGES_MAX);
    for (; at != 0 && pins->edges[at - 1].ticks > ticks; at--)
        pins->edges[at] = pins->edges[at - 1];
    pins->edges[at] = (struct pin_edge){ticks, channel};
}

static void make(struct pins *pins, const struct row *row)
{
    static const char *const lost[] = {"-F", "-T"}, *const added[] = {"+F", "+T"};
    int64_t from = 1000, jitter = edit(row, "~", -1);
    uint32_t random = 1;
    for (int i = 0; i < row->n; i++) {
        random = random * 1664525u + 1013904223u;
        int64_t later = edit(row, "d", i) + (jitter != 0 ? random >> 8 : 0) % (jitter + 1);
        int64_t at[] = {from, from + row->window + later + edit(row, "w", i)};
        for (uint32_t channel = 0; channel < 2; channel++) {
            if (edit(row, lost[channel], i) == 0)
                add(pins, row, at[channel], channel);
            if (edit(row, added[channel], i) != 0)
                add(pins, row, from + edit(row, added[channel], i), channel);
        }
        from += row->period + later + edit(row, "p", i);
    }
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    return b == 0 ? a : gcd(b, a % b);
}

static void pair(struct pairs *pairs, const struct pins *pins)
{
    struct edges edges = {0};
    pairs_init(pairs, &edges);
    pairs->from = (struct pairs_edge){0, PAIRS_RISE};
    pairs->to = (struct pairs_edge){1, PAIRS_RISE};
    for (size_t i = 0; i < pins->count; i++) {
        struct edge edge = {.watch = pins->edges[i].channel, .rising = true};
        edges.grid = gcd((uint64_t)(pins->edges[i].ticks - pins->edges[0].ticks), edges.grid);
        pairs_listen(pairs, pins->edges[i].ticks, &edge, 1);
    }
    pairs_end(pairs);
}

/* Which sample began at a time. */
static size_t sample_at(const struct pins *pins, int64_t ticks)
{
    size_t samples = 0;
    for (size_t i = 0; i + 1 < pins->count && pins->edges[i].ticks != ticks; i++)
        samples += pins->edges[i].channel == 0 && pins->edges[i + 1].channel == 1;
    return samples;
}

static void say(const struct pins *pins, const char *what, const struct places *places,
                struct buf *text)
{
    if (places->count != 0)
        buf_printf(text, " %s", what);
    for (size_t i = 0; i < places->count && i < PLACES_MAX; i++)
        buf_printf(text, " %zu", sample_at(pins, places->ticks[i]));
}

/* Whether it is as the row says. */
static bool check_row(const struct row *row)
{
    static struct pins pins;
    struct pairs pairs;
    struct buf text = {0};
    pins.count = 0;
    make(&pins, row);
    pair(&pairs, &pins);
    const struct rhythm *rhythm = &pairs.rhythm;
    buf_printf(&text, "%zu", pairs.samples.count);
    if (!pairs_are_whole(&pairs))
        buf_printf(&text, " left %d", (int)(pairs.missing_to.count + pairs.extra_to.count));
    say(&pins, "long", &rhythm->longer, &text);
    say(&pins, "split", &rhythm->split, &text);
    say(&pins, "hole", &rhythm->holes, &text);
    say(&pins, "late", &rhythm->late, &text);
    say(&pins, "pause", &rhythm->pauses, &text);
    if (rhythm->longer.count != 0 && rhythm_is_chance(rhythm))
        buf_add_text(&text, " chance");
    if (rhythm->missing != 0)
        buf_printf(&text, " missing %d", (int)rhythm->missing);
    if (rhythm->not_judged != 0)
        buf_printf(&text, " dark %d", (int)rhythm->not_judged);
    bool same = strcmp(text.bytes, row->found) == 0;
    if (!same)
        print_error("%s: found \"%s\", not \"%s\"\n", row->name, text.bytes, row->found);
    assert_int_equal(rhythm->samples, pairs.samples.count);
    assert_int_equal(rhythm->suspects, rhythm->longer.count + 2 * rhythm->split.count);
    assert_int_equal(pairs.samples.with_flag[SAMPLES_SUSPECT], rhythm->suspects);
    const struct samples_block *samples = samples_next(&pairs.samples);
    for (size_t i = 0; i < rhythm->longer.count && i < PLACES_MAX; i++)
        assert_int_equal(samples->flags[sample_at(&pins, rhythm->longer.ticks[i])],
                         1u << SAMPLES_SUSPECT);
    buf_free(&text);
    pairs_free(&pairs);
    return same;
}

static void test_rows(void **state)
{
    size_t failed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        failed += !check_row(&rows[i]);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
