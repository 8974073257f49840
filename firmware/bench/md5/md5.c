/* MD5 of a message in flash and of its copy in RAM, by every variant of the code.
 * SPDX-License-Identifier: MIT
 *
 *   cycle counter                    cycle counter
 *        |--- one digest, interrupts masked ---|
 */
#include "bench/md5/md5.h"

#include <string.h>

#include "bench/bench.h"
#include "lib/check.h"
#include "lib/timebase.h"

#define WORDS ((MD5_MESSAGE_BYTES + 3u) / 4u)

static uint32_t copy[WORDS] __attribute__((aligned(64)));

struct variant {
    md5_function *digest;
    enum result flash, ram;
};

static const struct variant variants[] = {
#define MD5_VARIANT(isa, ISA, level, LEVEL)                                                        \
    {md5_##isa##_##level, RESULT_##ISA##_##LEVEL##_FLASH, RESULT_##ISA##_##LEVEL##_RAM},
    MD5_VARIANTS
#undef MD5_VARIANT
};

/* RFC 1321, A.5, as words with the low byte first. */
static const struct {
    const char *text;
    uint32_t digest[4];
} vectors[] = {
    {"", {0xD98C1DD4u, 0x04B2008Fu, 0x980980E9u, 0x7E42F8ECu}},
    {"a", {0xB975C10Cu, 0xA8B6F1C0u, 0xE299C331u, 0x61267769u}},
    {"abc", {0x98500190u, 0xB04FD23Cu, 0x7D3F96D6u, 0x727FE128u}},
    {"message digest", {0x7D696BF9u, 0x8D93B77Cu, 0x312F5A52u, 0xD061F1AAu}},
    {"abcdefghijklmnopqrstuvwxyz", {0xD7D3FCC3u, 0x00E49261u, 0x6C49FB7Du, 0x3BE167CAu}},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
     {0x98AB74D1u, 0xF5D977D2u, 0x2C1C61A5u, 0x9F9D419Fu}},
    {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
     {0xA2F4ED57u, 0x55C9E32Bu, 0x2EDA49ACu, 0x7AB60721u}},
};

static void check_vectors(md5_function *digest)
{
    for (uint32_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        uint32_t words[32] = {0}, got[4];
        uint32_t length = strlen(vectors[i].text);
        memcpy(words, vectors[i].text, length);
        digest(words, length, got);
        CHECK(memcmp(got, vectors[i].digest, sizeof got) == 0, "a test vector of RFC 1321 fails");
    }
}

/* The first digest, which all variants must give again. */
static uint32_t expected[4];

static void measure(enum result result, md5_function *digest, const uint32_t *message)
{
    uint32_t n = result_samples(result), got[4];
    for (uint32_t i = 0; i < n; i++) {
        taskENTER_CRITICAL();
        uint32_t begin = timebase_now();
        digest(message, MD5_MESSAGE_BYTES, got);
        uint32_t end = timebase_now();
        taskEXIT_CRITICAL();
        samples[0][i] = end - begin;
        if (expected[0] == 0)
            memcpy(expected, got, sizeof expected);
        CHECK(memcmp(got, expected, sizeof got) == 0, "two digests of the same message differ");
    }
    result_print(result, samples[0], n);
}

void bench_run(void)
{
    memcpy(copy, md5_message, sizeof copy);
    for (uint32_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        check_vectors(variants[i].digest);
        measure(variants[i].flash, variants[i].digest, md5_message);
        measure(variants[i].ram, variants[i].digest, copy);
    }
    for (int word = 0; word < 4; word++)
        result_print_value((enum result_value)(VALUE_MD5_A + word), expected[word]);
}
