/* Seeded random numbers of the instruction tests: the same on every machine.
 * SPDX-License-Identifier: MIT
 *
 * SplitMix64 (Steele, Lea, Flood 2014): every seed is good, and a case can have a seed of its own.
 */
#pragma once

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline uint32_t random_word(uint64_t *state)
{
    return (uint32_t)(random_next(state) >> 32);
}

/* 0 to limit - 1. */
static inline uint32_t random_below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)(((random_next(state) >> 32) * limit) >> 32);
}
