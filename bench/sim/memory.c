/* Loads and stores of words, half-words and bytes over arrays in SRAM.
 * SPDX-License-Identifier: MIT
 */
#include "kernels.h"

#define WORDS 1024u
static uint32_t words[WORDS];
static uint16_t halves[WORDS];
static uint8_t bytes[WORDS];

uint32_t kernel_run(uint32_t rounds)
{
    uint32_t sum = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t i = 1; i < WORDS; i++) {
            words[i] += words[i - 1] + bytes[i];
            halves[i] = (uint16_t)(halves[i - 1] ^ words[i]);
            bytes[i] = (uint8_t)(halves[i] + round);
        }
        sum += words[WORDS - 1];
    }
    return sum;
}
