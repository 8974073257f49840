/* Fuzz target: what people write behind options: numbers, times, knobs, limits, pairs of names.
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/base/number.h"
#include "host/base/text.h"
#include "host/cli/run_pair.h"

static void check_whole(const char *text)
{
    static const uint64_t max[] = {5, 64, 65535, INT64_MAX, UINT64_MAX};
    uint64_t number, again;
    char shown[24];
    for (size_t i = 0; i < sizeof max / sizeof max[0]; i++) {
        if (!number_whole(text, max[i], &number))
            continue;
        snprintf(shown, sizeof shown, "%" PRIu64, number);
        assert(number <= max[i]);
        assert(number_whole(shown, max[i], &again) && again == number);
    }
}

static void check_texts(const char *text)
{
    static const char *const words[] = {"max-time", "rtos_bench", "nucleo-h5e5zj", ""};
    struct run_pair pair;
    char shown[16];
    (void)text_nearest(text, words, sizeof words / sizeof words[0]);
    assert(strlen(text_printable(text, strlen(text), shown, sizeof shown)) < sizeof shown);
    if (run_pair_parse(&pair, text))
        assert(strlen(pair.base) + strlen(pair.new) + 1 == strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint64_t number;
    double real;
    const char *given;
    /* Of exactly this size, so that ASan sees one byte too many. */
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    check_whole(text);
    check_texts(text);
    if (number_real(text, 1e9, &real))
        assert(real >= 0 && real <= 1e9);
    if (number_seconds(text, &number))
        assert(number != 0 && number <= NUMBER_SECONDS_MAX * UINT64_C(1000000000));
    if (number_named(text, UINT32_MAX, &number, &given))
        assert(number <= UINT32_MAX && text[0] != '\0' && given == text + strlen(text) + 1);
    free(text);
    return 0;
}
