/* How often the noise gate cries wolf, and how often it sees the wolf, on made-up boards.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "host/core/compare/compare.h"

#define SERIES 12
#define SAMPLES 40
#define TRIALS 200

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static double uniform(uint64_t *seed)
{
    return ((double)(next(seed) >> 11) + 0.5) / 9007199254740992.0;
}

/* Box and Muller. */
static double normal(uint64_t *seed)
{
    double radius = sqrt(-2 * log(uniform(seed)));
    return radius * cos(6.283185307179586 * uniform(seed));
}

/* Run to run an offset for each series, sample to sample three ticks more; the first series is
 * planted ticks slower. sd: of the first series' offset, in ticks; each has `growth` times that of
 * the one before. */
static struct run *make_run(uint64_t *seed, double sd, double growth, double planted)
{
    struct run *run = xcalloc(1, sizeof *run);
    for (int s = 0; s < SERIES; s++) {
        char name[16];
        snprintf(name, sizeof name, "series_%d", s);
        struct series *series = run_add_series(run, name, NULL);
        double offset = normal(seed) * sd + (s == 0 ? planted : 0);
        sd *= growth;
        series->raw = xcalloc(SAMPLES, sizeof *series->raw);
        series->count = SAMPLES;
        for (int i = 0; i < SAMPLES; i++)
            series->raw[i] = (uint64_t)lround(1000 + 100 * s + offset + 3 * normal(seed));
        series->computed = stats_of(series->raw, SAMPLES, 250000000);
        series->has_computed = true;
    }
    return run;
}

static void free_run(const struct run *run)
{
    struct run *mine = (struct run *)(uintptr_t)run;
    run_free(mine);
    free(mine);
}

struct outcome {
    unsigned slower, first_slower; /* trials in which any (the first) series was called slower */
};

static struct outcome try_gate(size_t runs, double sd, double growth, double planted, uint64_t seed)
{
    struct outcome outcome = {0};
    struct compare_options options = {.gate = COMPARE_NOISE};
    for (int trial = 0; trial < TRIALS; trial++) {
        const struct run *base[EFFECT_GROUP_MAX], *new[EFFECT_GROUP_MAX];
        for (size_t i = 0; i < runs; i++) {
            base[i] = make_run(&seed, sd, growth, 0);
            new[i] = make_run(&seed, sd, growth, planted);
        }
        struct comparison comparison;
        compare_runs(&comparison, &(struct compare_side){base, runs},
                     &(struct compare_side){new, runs}, &options);
        outcome.slower += comparison.count[COMPARE_SLOWER] != 0;
        outcome.first_slower += comparison.metrics[0].change == COMPARE_SLOWER;
        compare_free(&comparison);
        for (size_t i = 0; i < runs; i++) {
            free_run(base[i]);
            free_run(new[i]);
        }
    }
    print_message("%zu runs a side, sd %.1f, growing %.1f times, planted %.0f: %u of %d trials "
                  "slower, %u rightly\n",
                  runs, sd, growth, planted, outcome.slower, TRIALS, outcome.first_slower);
    return outcome;
}

/* 12 measurements, two figures of each: a false alarm in at most one comparison of twenty. */
static void without_a_change_it_passes(void **state)
{
    (void)state;
    assert_true(try_gate(3, 2, 1, 0, 1).slower <= TRIALS / 20);
    assert_true(try_gate(5, 2, 1, 0, 2).slower <= TRIALS / 100);
    assert_true(try_gate(5, 0.2, 1, 0, 3).slower <= TRIALS / 100);
    /* Noise that grows to 180 times that of the quietest. */
    assert_true(try_gate(3, 0.2, 1.6, 0, 9).slower <= TRIALS / 20);
    assert_true(try_gate(5, 0.2, 1.6, 0, 10).slower <= TRIALS / 100);
    assert_true(try_gate(10, 2, 1, 0, 4).slower <= TRIALS / 100);
}

static void with_a_change_beyond_noise_it_fails(void **state)
{
    (void)state;
    assert_true(try_gate(5, 0.2, 1, 5, 5).first_slower >= TRIALS * 95 / 100);
    assert_true(try_gate(5, 2, 1, 20, 6).first_slower >= TRIALS * 95 / 100);
    assert_true(try_gate(3, 2, 1, 20, 7).first_slower >= TRIALS * 95 / 100);
}

/* A change of a standard deviation is within noise: no verdict. */
static void within_noise_there_is_no_verdict(void **state)
{
    (void)state;
    assert_true(try_gate(5, 2, 1, 2, 8).first_slower <= TRIALS / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_change_it_passes),
        cmocka_unit_test(with_a_change_beyond_noise_it_fails),
        cmocka_unit_test(within_noise_there_is_no_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
