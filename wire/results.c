/* The tables of results.h.
 * SPDX-License-Identifier: MIT
 */
#include "wire/results.h"

#include <string.h>

enum { REQUIRED, OPTIONAL };

const struct wire_bench_row wire_benches[WIRE_BENCHES] = {
#define WIRE_BENCH(id, name, what) {name, what},
#include "benches.def"
};

static const struct wire_exception exceptions[] = {
#define WIRE_NOT_ON(id, board, why) {WIRE_BENCH_##id, board, why},
#include "benches.def"
    {WIRE_BENCHES, NULL, NULL},
};

const struct wire_series wire_metrics[WIRE_METRICS] = {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning)                                       \
    {WIRE_BENCH_##bench, name, n, WIRE_##unit, need == OPTIONAL, meaning},
#include "results.def"
};

const struct wire_series wire_phases[WIRE_PHASES] = {
#define WIRE_PHASE(bench, id, name, n, need, meaning)                                              \
    {WIRE_BENCH_##bench, name, n, WIRE_TIMER, need == OPTIONAL, meaning},
#include "results.def"
};

const struct wire_series wire_pairs[WIRE_PAIRS] = {
#define WIRE_PAIR(id, name, meaning) {WIRE_BENCHES, name, 0, WIRE_TIMER, false, meaning},
#include "results.def"
};

const struct wire_quantity_row wire_quantities[] = {
#define WIRE_VALUE(bench, id, name, unit, need, meaning)                                           \
    {WIRE_BENCH_##bench, name, unit, need == OPTIONAL, meaning},
#include "results.def"
    {WIRE_BENCHES, NULL, NULL, false, NULL},
};

static const struct wire_work works[] = {
#define WIRE_WORK(bench, amount, unit) {WIRE_BENCH_##bench, amount, unit, unit "/s/MHz"},
#include "results.def"
};

static const struct wire_planted plants[] = {
#define WIRE_PLANTED(id, base, cycles) {WIRE_METRIC_##id, WIRE_METRIC_##base, cycles},
#include "results.def"
};

static const struct wire_remark remarks[] = {
#define WIRE_REMARK(bench, text) {WIRE_BENCH_##bench, text},
#include "results.def"
};

static const struct wire_board boards[] = {
#define WIRE_BOARD(name, timer) {name, timer},
#include "boards.def"
};

static const struct wire_clock clocks[] = {
#define WIRE_CLOCK(board, name, core_hz, timer_hz, what) {board, name, core_hz, timer_hz, what},
#include "boards.def"
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

const struct wire_remark *wire_remark(size_t index)
{
    return index < COUNT(remarks) ? &remarks[index] : NULL;
}

const struct wire_planted *wire_planted(size_t index)
{
    return index < COUNT(plants) ? &plants[index] : NULL;
}

const struct wire_board *wire_board(size_t index)
{
    return index < COUNT(boards) ? &boards[index] : NULL;
}

const struct wire_clock *wire_clock(size_t index)
{
    return index < COUNT(clocks) ? &clocks[index] : NULL;
}

const struct wire_work *wire_work_of(enum wire_bench bench)
{
    for (size_t i = 0; i < COUNT(works); i++)
        if (works[i].bench == bench)
            return &works[i];
    return NULL;
}

enum wire_bench wire_bench_named(const char *name)
{
    int bench = 0;
    while (bench < WIRE_BENCHES && strcmp(wire_benches[bench].name, name) != 0)
        bench++;
    return (enum wire_bench)bench;
}

const struct wire_board *wire_board_named(const char *name)
{
    for (size_t i = 0; i < COUNT(boards); i++)
        if (strcmp(boards[i].name, name) == 0)
            return &boards[i];
    return NULL;
}

const struct wire_clock *wire_clock_named(const char *board, const char *name)
{
    for (size_t i = 0; i < COUNT(clocks); i++)
        if (strcmp(clocks[i].board, board) == 0 &&
            (name == NULL || strcmp(clocks[i].name, name) == 0))
            return &clocks[i];
    return NULL;
}

bool wire_place_is(const char *place, const char *board, const char *clock)
{
    size_t length = strlen(board);
    if (strncmp(place, board, length) != 0)
        return false;
    return place[length] == '\0' ||
           (place[length] == '/' && clock != NULL && strcmp(place + length + 1, clock) == 0);
}

const char *wire_bench_refused(enum wire_bench bench, const char *board, const char *clock)
{
    for (size_t i = 0; exceptions[i].board != NULL; i++)
        if (exceptions[i].bench == bench && wire_place_is(exceptions[i].board, board, clock))
            return exceptions[i].why;
    return NULL;
}
