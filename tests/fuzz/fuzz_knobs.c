/* Fuzz target: constants of the timing model that a user has set. Both engines agree under any that
 * is accepted.
 * SPDX-License-Identifier: MIT
 *
 * First byte: the machine, '0' to '4'. Then NAME=CYCLES, a line each, up to an empty line; then
 * code.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz_engines.h"
#include "host/base/number.h"

#define KNOBS_MAX 32

static void set_defaults(struct sim *sim)
{
    struct sim_knob knob;
    struct sim_error error;
    for (size_t k = 0; sim_knob_get(sim, k, &knob); k++)
        if (knob.value != knob.default_value) {
            bool set = sim_knob_set(sim, knob.name, knob.default_value, &error);
            assert(set);
        }
}

static void set_knob(struct sim *fast, struct sim *plain, const uint8_t *line, size_t length)
{
    struct sim_error error;
    uint64_t value;
    const char *given;
    /* Of exactly this size, so that ASan sees one byte too many. */
    char *text = malloc(length + 1);
    memcpy(text, line, length);
    text[length] = '\0';
    if (number_named(text, UINT32_MAX, &value, &given)) {
        bool set = sim_knob_set(fast, text, (uint32_t)value, &error);
        bool set_again = sim_knob_set(plain, text, (uint32_t)value, &error);
        assert(set == set_again);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct sim *fast, *plain;
    if (size < 3)
        return 0;
    make_boards(bytes[0], &fast, &plain);
    set_defaults(fast);
    set_defaults(plain);
    bytes++;
    size--;
    for (unsigned k = 0; k < KNOBS_MAX; k++) {
        const uint8_t *end = memchr(bytes, '\n', size);
        if (end == NULL)
            return 0;
        size_t length = (size_t)(end - bytes);
        if (length != 0)
            set_knob(fast, plain, bytes, length);
        bytes = end + 1;
        size -= length + 1;
        if (length == 0)
            break;
    }
    run_both(fast, plain, bytes, size);
    return 0;
}
