/* A single-precision filter: multiply-adds, an addition chain and a division a pass.
 * SPDX-License-Identifier: MIT
 */
#include "kernels.h"

#define TAPS 64u
static float window[TAPS];
static float weight[TAPS];

uint32_t kernel_run(uint32_t rounds)
{
    float sum = 0.0f;
    for (uint32_t i = 0; i < TAPS; i++) {
        window[i] = (float)i * 0.25f;
        weight[i] = 1.0f / (float)(i + 1u);
    }
    for (uint32_t round = 0; round < rounds * 4u; round++) {
        float output = 0.0f;
        for (uint32_t i = 0; i < TAPS; i++)
            output += window[i] * weight[i];
        window[round % TAPS] = output / (1.0f + sum * sum);
        sum = sum * 0.5f + output * 0.001f;
    }
    return (uint32_t)(int32_t)(sum * 1000.0f);
}
