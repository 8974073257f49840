/* A loop of multiply-adds in registers, as the busy phase of the bench.
 * SPDX-License-Identifier: MIT
 */
#include "kernels.h"

uint32_t kernel_run(uint32_t rounds)
{
    uint32_t a = 1, b = 3;
    for (uint32_t i = 0; i < rounds * 1000u; i++) {
        a = a * b + i;
        b = b * 5u + a;
        __asm volatile("" : "+r"(a), "+r"(b));
    }
    return a ^ b;
}
