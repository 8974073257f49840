/* Reads the binaries of Saleae Logic 1, which have no header: words of channels, a sample or a
 * change. SPDX-License-Identifier: MIT
 *
 * support.saleae.com, "Data export format (binary)" of Logic 1: each sample is a word of 8, 16, 32
 * or 64 bits, bit N channel N, little-endian; or, a change, a 64-bit sample number and the word.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "import.h"
#include "readers.h"

struct logic1 {
    unsigned word, record; /* bytes */
    int64_t sample;
    uint64_t last;
};

static uint64_t get(const char *bytes, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return value;
}

static void take_word(struct edges *edges, int64_t sample, uint64_t word, uint64_t changed)
{
    edges_time(edges, sample);
    for (; changed != 0; changed &= changed - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(changed);
        edges_set(edges, edges_watch_of(edges, bit), word >> bit & 1 ? EDGES_HIGH : EDGES_LOW);
    }
}

static bool take_record(struct logic1 *logic1, const struct input *input, struct edges *edges,
                        bool first, struct error *error)
{
    const char *bytes = input->window + input->begin;
    unsigned stamp = logic1->record - logic1->word;
    int64_t sample = stamp == 0 ? logic1->sample + !first : 0;
    if (stamp != 0) {
        uint64_t number = get(bytes, stamp);
        if (number > INT64_MAX || (!first && (int64_t)number < logic1->sample)) {
            error_set(error,
                      "%s: byte %" PRIu64 ": sample number %" PRIu64 " is none behind %" PRId64
                      ": is --word right?",
                      input->name, input->offset + input->begin, number, logic1->sample);
            return false;
        }
        sample = (int64_t)number;
    }
    uint64_t word = get(bytes + stamp, logic1->word);
    uint64_t changed = first ? UINT64_MAX >> (64 - 8 * logic1->word) : word ^ logic1->last;
    if (changed != 0 || stamp != 0)
        take_word(edges, sample, word, changed);
    logic1->sample = sample;
    logic1->last = word;
    return true;
}

static bool run(struct import *import, struct edges *edges, struct error *error)
{
    struct logic1 *logic1 = import->state;
    struct input *input = &import->inputs[0];
    for (bool first = true; input_have(input, logic1->record); first = false) {
        if (!take_record(logic1, input, edges, first, error))
            return false;
        input->begin += logic1->record;
    }
    edges_time(edges, logic1->sample);
    if (input_trouble(input, error))
        return false;
    if (input->begin != input->end) {
        import->capture.truncated = true;
        finding_add(&import->capture.findings, FINDING_NO, 0,
                    "the file ends in the middle of a record of %u bytes: truncated, or not "
                    "--word %u",
                    logic1->record, logic1->word * 8);
    }
    return true;
}

static void close_binary(struct import *import)
{
    free(import->state);
    import->state = NULL;
}

static bool open(struct import *import, unsigned stamp, struct error *error)
{
    const struct import_options *options = &import->options;
    char name[16];
    if (options->samplerate_hz == 0 || options->word_bits == 0) {
        error_set(error,
                  "%s: a Saleae Logic 1 binary states neither rate nor width: give "
                  "--samplerate (as in 24M) and --word (8, 16, 32 or 64)",
                  import->inputs[0].name);
        return false;
    }
    struct logic1 *logic1 = xcalloc(1, sizeof *logic1);
    logic1->word = options->word_bits / 8;
    logic1->record = logic1->word + stamp;
    import->state = logic1;
    import->capture.format =
        stamp != 0 ? "Saleae Logic 1 binary, changes" : "Saleae Logic 1 binary, samples";
    import->capture.hz = import->capture.samplerate_hz = options->samplerate_hz;
    for (unsigned channel = 0; channel < options->word_bits; channel++) {
        int length = snprintf(name, sizeof name, "Channel %u", channel);
        import_add(&import->capture, name, (size_t)length, 1);
    }
    return true;
}

static bool open_samples(struct import *import, struct error *error)
{
    return open(import, 0, error);
}

static bool open_changes(struct import *import, struct error *error)
{
    return open(import, sizeof(uint64_t), error);
}

const struct import_reader logic1_samples_reader = {
    .open = open_samples, .run = run, .close = close_binary};
const struct import_reader logic1_changes_reader = {
    .open = open_changes, .run = run, .close = close_binary};
