/* The product of two matrices, words of the message: what the bench computes and how it is known to
 * be right. SPDX-License-Identifier: MIT
 */
#include "bench/computation/computation.h"
#include "lib/results.h"

/* Both and their product are 12 KiB, which leaves room for the rest in 32 KiB of RAM. */
#define ROWS 32u

static uint32_t copy[2 * ROWS * ROWS] __attribute__((aligned(64)));
static uint32_t product[ROWS * ROWS], expected[ROWS * ROWS];
_Static_assert(sizeof copy <= COMPUTATION_MESSAGE_BYTES, "the message is too short");

/* Computed by hand. */
static const uint32_t one[] = {0x10001u, 0x10001u};
static const uint32_t two[] = {1, 2, 3, 4, 5, 6, 7, 8};
static const uint32_t three[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 1, 0, 1, 0, -1u, 0, 0};
#define MATRICES(values, rows) values, sizeof(values), rows
static const struct computation_vector vectors[] = {
    {MATRICES(one, 1), {0x20001u}}, /* 2^32 is gone */
    {MATRICES(two, 2), {19, 22, 43, 50}},
    {MATRICES(three, 3), {-3u, 2, 1, -6u, 5, 4, -9u, 8, 7}},
};

const struct computation computation = {
    .length = ROWS,
    .copy = copy,
    .input_words = sizeof copy / sizeof copy[0],
    .output = product,
    .expected = expected,
    .output_words = sizeof product / sizeof product[0],
    .vectors = vectors,
    .vector_count = sizeof vectors / sizeof vectors[0],
};

/* Sums of the elements, and of each times its place from 1, which no change of places leaves as it
 * is. */
void computation_print(const uint32_t *output)
{
    uint32_t sum = 0, placed = 0;
    for (uint32_t i = 0; i < ROWS * ROWS; i++) {
        sum += output[i];
        placed += (i + 1) * output[i];
    }
    result_print_value(VALUE_MATRIX_SUM, sum);
    result_print_value(VALUE_MATRIX_PLACED_SUM, placed);
}
