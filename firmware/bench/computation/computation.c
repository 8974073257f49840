/* Runs a bench of computation: by every variant of the code, from flash and from a copy in RAM.
 * SPDX-License-Identifier: MIT
 *
 *   cycle counter, zeroed                 cycle counter
 *        |--- one computation, interrupts masked ---|
 */
#include "bench/computation/computation.h"

#include <stdbool.h>
#include <string.h>

#include "bench/bench.h"
#include "lib/check.h"
#include "lib/timebase.h"

struct variant {
    computation_function *compute;
    enum result flash, ram;
};

static const struct variant variants[] = {
#define COMPUTATION_VARIANT(name, ID) {name, RESULT_##ID##_FLASH, RESULT_##ID##_RAM},
#include "computation_variants.def"
#undef COMPUTATION_VARIANT
};

static void check_vectors(computation_function *compute)
{
    for (uint32_t i = 0; i < computation.vector_count; i++) {
        const struct computation_vector *vector = &computation.vectors[i];
        uint32_t input[COMPUTATION_VECTOR_BYTES / 4] = {0}, got[COMPUTATION_VECTOR_WORDS] = {0};
        memcpy(input, vector->input, vector->bytes);
        compute(input, vector->length, got);
        CHECK(memcmp(got, vector->output, sizeof got) == 0, "a test vector fails");
    }
}

/* The first output is what all variants must give again. */
static void check_output(void)
{
    static bool is_first = true;
    uint32_t bytes = computation.output_words * sizeof *computation.output;
    if (is_first)
        memcpy(computation.expected, computation.output, bytes);
    is_first = false;
    CHECK(memcmp(computation.output, computation.expected, bytes) == 0,
          "two outputs of the same input differ");
    memset(computation.output, 0, bytes);
}

/* One pair of labels for all series: the windows are theirs in the order in which they are sent. */
TIMEBASE_ONE_COPY static void measure(enum result result, computation_function *compute,
                                      const uint32_t *input)
{
    uint32_t n = result_samples(result);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t begin, end;
        taskENTER_CRITICAL();
        timebase_zero();
        TIMEBASE_STAMP(window_begin_any_series, begin);
        compute(input, computation.length, computation.output);
        TIMEBASE_STAMP(window_end_any_series, end);
        taskEXIT_CRITICAL();
        samples[0][i] = end - begin;
        check_output();
    }
    result_print(result, samples[0], n);
}

void bench_run(void)
{
    memcpy(computation.copy, computation_message,
           computation.input_words * sizeof *computation.copy);
    for (uint32_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        check_vectors(variants[i].compute);
        measure(variants[i].flash, variants[i].compute, computation_message);
        measure(variants[i].ram, variants[i].compute, computation.copy);
    }
    computation_print(computation.expected);
}
