/* Floating-point operations by the host's arithmetic against those by integers.
 * SPDX-License-Identifier: MIT
 *
 * usage: test_float [--pairs N] [--seed N]
 * N random operands for each operation, in random modes. What the exact arithmetic gives is
 * compared with another implementation in tests/isa.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/float.h"
#include "tests/isa/random_single.h"

enum { SHOWN_MAX = 10 };

struct operands {
    uint32_t a, b, c;
};

struct operation {
    const char *name;
    uint32_t (*by_host)(const struct operands *x, uint32_t *fpscr);
    uint32_t (*exact)(const struct operands *x, uint32_t *fpscr);
};

#define OPERATION(name, by_host, exact)                                                            \
    static uint32_t name##_by_host(const struct operands *x, uint32_t *fpscr)                      \
    {                                                                                              \
        (void)x;                                                                                   \
        return by_host;                                                                            \
    }                                                                                              \
    static uint32_t name##_exact(const struct operands *x, uint32_t *fpscr)                        \
    {                                                                                              \
        (void)x;                                                                                   \
        return exact;                                                                              \
    }
#define COMPARED(call) (call, 0)
#define INTEGER(is_signed) ((struct float_fixed){0, 32, is_signed})
#define OPERATIONS(ROW)                                                                            \
    ROW(add, float_add(x->a, x->b, fpscr), float_add_exact(x->a, x->b, fpscr))                     \
    ROW(sub, float_sub(x->a, x->b, fpscr), float_sub_exact(x->a, x->b, fpscr))                     \
    ROW(mul, float_mul(x->a, x->b, fpscr), float_mul_exact(x->a, x->b, fpscr))                     \
    ROW(div, float_div(x->a, x->b, fpscr), float_div_exact(x->a, x->b, fpscr))                     \
    ROW(sqrt, float_sqrt(x->a, fpscr), float_sqrt_exact(x->a, fpscr))                              \
    ROW(fma, float_fma(x->c, x->a, x->b, fpscr), float_fma_exact(x->c, x->a, x->b, fpscr))         \
    ROW(compare, COMPARED(float_compare(x->a, x->b, false, fpscr)),                                \
        COMPARED(float_compare_exact(x->a, x->b, false, fpscr)))                                   \
    ROW(compare_signals, COMPARED(float_compare(x->a, x->b, true, fpscr)),                         \
        COMPARED(float_compare_exact(x->a, x->b, true, fpscr)))                                    \
    ROW(to_signed, float_to_integer(x->a, true, fpscr),                                            \
        float_to_fixed_exact(x->a, INTEGER(true), FLOAT_TO_ZERO, fpscr))                           \
    ROW(to_unsigned, float_to_integer(x->a, false, fpscr),                                         \
        float_to_fixed_exact(x->a, INTEGER(false), FLOAT_TO_ZERO, fpscr))                          \
    ROW(from_signed, float_from_integer(x->a, true, fpscr),                                        \
        float_from_fixed_exact(x->a, INTEGER(true), float_rounding_of(*fpscr), fpscr))             \
    ROW(from_unsigned, float_from_integer(x->a, false, fpscr),                                     \
        float_from_fixed_exact(x->a, INTEGER(false), float_rounding_of(*fpscr), fpscr))

OPERATIONS(OPERATION)

static const struct operation operations[] = {
#define OPERATION_ROW(name, by_host, exact) {#name, name##_by_host, name##_exact},
    OPERATIONS(OPERATION_ROW)};

/* Like enough to cancel, or to differ in the last place only. */
static uint32_t near(uint32_t a, uint64_t *random)
{
    uint32_t word = random_word(random);
    return (a ^ (word & 0x80000000u)) + (word & 7u) - 4u;
}

static struct operands random_operands(uint64_t *random)
{
    struct operands x = {random_single(random), random_single(random), random_single(random)};
    if (random_below(random, 4) == 0)
        x.b = near(x.a, random);
    if (random_below(random, 4) == 0) { /* an addend as large as the product */
        uint32_t fpscr = 0;
        x.c = near(float_mul_exact(x.a, x.b, &fpscr), random);
    }
    return x;
}

static bool check(const struct operation *operation, uint64_t pairs, uint64_t seed)
{
    uint64_t random = seed, failures = 0;
    for (uint64_t k = 0; k < pairs; k++) {
        struct operands x = random_operands(&random);
        uint32_t before = random_fpscr(&random), fast = before, exact = before;
        uint32_t by_host = operation->by_host(&x, &fast);
        uint32_t by_integers = operation->exact(&x, &exact);
        if (by_host == by_integers && fast == exact)
            continue;
        if (failures++ < SHOWN_MAX)
            printf("%s %08" PRIX32 " %08" PRIX32 " %08" PRIX32 " fpscr %08" PRIX32
                   ": by the host %08" PRIX32 " %08" PRIX32 ", exactly %08" PRIX32 " %08" PRIX32
                   "\n",
                   operation->name, x.a, x.b, x.c, before, by_host, fast, by_integers, exact);
    }
    if (failures != 0)
        printf("%s: %" PRIu64 " of %" PRIu64 " differ\n", operation->name, failures, pairs);
    return failures == 0;
}

int main(int count, char **arguments)
{
    uint64_t pairs = 200000, seed = 1;
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--pairs") == 0)
            pairs = strtoull(arguments[i + 1], NULL, 10);
        else if (strcmp(arguments[i], "--seed") == 0)
            seed = strtoull(arguments[i + 1], NULL, 10);
    }
    bool passed = true;
    for (size_t k = 0; k < sizeof operations / sizeof operations[0]; k++)
        passed = check(&operations[k], pairs, seed + k) && passed;
    printf("%zu operations, %" PRIu64 " operands each, seed %" PRIu64 ": %s\n",
           sizeof operations / sizeof operations[0], pairs, seed, passed ? "equal" : "different");
    return passed ? 0 : 1;
}
