/* The product of two square matrices of 32-bit integers, modulo 2^32.
 * SPDX-License-Identifier: MIT
 *
 * input: the left one by rows, then the right one. length: rows of each. product: by rows.
 */
#include "bench/computation/computation.h"

void COMPUTATION_NAME(const uint32_t *input, uint32_t length, uint32_t *product)
{
    const uint32_t *left = input, *right = input + length * length;
    for (uint32_t row = 0; row < length; row++)
        for (uint32_t column = 0; column < length; column++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k < length; k++)
                sum += left[row * length + k] * right[k * length + column];
            product[row * length + column] = sum;
        }
}
