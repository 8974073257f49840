/* Reads the digital binaries of Saleae Logic 2, one channel a file, several files at once.
 * SPDX-License-Identifier: MIT
 *
 * support.saleae.com, "Binary export format" (version 0) and "Binary and CSV export formats - 2025
 * update" (version 1): "<SALEAE>", version, type; then, in version 1 for each of its chunks, the
 * first level, the times of begin and end in seconds, and those of all transitions. Little-endian;
 * times are doubles.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "import.h"
#include "readers.h"

#define MAGIC "<SALEAE>"
/* Doubles are exact to this as long as a capture is shorter than 1,000 s. */
#define TICKS_PER_SECOND 1e12
#define HZ UINT64_C(1000000000000)
/* Beyond, the distance of two times in ticks would not fit 63 bits. */
#define SECONDS_MAX 4.5e6

/* One file: what comes next in it. */
struct channel {
    struct input *input;
    uint32_t version;
    uint64_t chunks;      /* that have not begun yet */
    uint64_t transitions; /* of the present chunk, still to come */
    bool high;            /* before the next transition */
    bool in_chunk;
    double end_time;
    bool has_next;
    int64_t next; /* ticks of what comes next */
    enum edges_level level;
};

struct saleae_bin {
    struct import *import;
    struct channel *channels;
};

static uint64_t get_u64(const char *bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return value;
}

static uint32_t get_u32(const char *bytes)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)(unsigned char)bytes[i] << 8 * i;
    return value;
}

static double get_double(const char *bytes)
{
    uint64_t bits = get_u64(bytes);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t position(const struct input *input)
{
    return input->offset + input->begin;
}

static bool fail(const struct input *input, struct error *error, const char *what)
{
    error_set(error, "%s: byte %" PRIu64 ": %s", input->name, position(input), what);
    return false;
}

/* size bytes at *bytes, which are used up; NULL where the file has ended. */
static const char *take(struct input *input, size_t size)
{
    if (!input_have(input, size))
        return NULL;
    const char *bytes = input->window + input->begin;
    input->begin += size;
    return bytes;
}

static bool ticks_of(const struct channel *channel, double seconds, int64_t *ticks,
                     struct error *error)
{
    /* Also false for what is no number. */
    if (!(fabs(seconds) < SECONDS_MAX))
        return fail(channel->input, error, "the time before it is none: a damaged file");
    *ticks = (int64_t)llround(seconds * TICKS_PER_SECOND);
    return true;
}

/* The file ends in its middle; what came before holds. */
static void cut(struct saleae_bin *saleae, struct channel *channel)
{
    struct import_capture *capture = &saleae->import->capture;
    capture->truncated = true;
    channel->has_next = false;
    finding_add(&capture->findings, FINDING_NO, 0,
                "%s ends at byte %" PRIu64 ", in the middle of its transitions: truncated; what "
                "comes before holds",
                channel->input->name, position(channel->input));
}

static bool is_cut(const struct channel *channel, struct error *error)
{
    return !input_trouble(channel->input, error);
}

/* The next chunk's own header; its first level comes next. */
static bool begin_chunk(struct saleae_bin *saleae, struct channel *channel, struct error *error)
{
    bool has_rate = channel->version == 1;
    const char *bytes = take(channel->input, has_rate ? 36 : 28);
    if (bytes == NULL) {
        cut(saleae, channel);
        return is_cut(channel, error);
    }
    channel->chunks--;
    channel->high = get_u32(bytes) != 0;
    bytes += 4;
    double rate = has_rate ? get_double(bytes) : 0;
    bytes += has_rate ? 8 : 0;
    if (rate >= 1 && rate < 1e15 && saleae->import->capture.samplerate_hz == 0)
        saleae->import->capture.samplerate_hz = (uint64_t)llround(rate);
    channel->end_time = get_double(bytes + 8);
    channel->transitions = get_u64(bytes + 16);
    channel->in_chunk = true;
    channel->has_next = true;
    channel->level = channel->high ? EDGES_HIGH : EDGES_LOW;
    return ticks_of(channel, get_double(bytes), &channel->next, error);
}

/* Behind the last transition of a chunk: nothing is known until the next one begins, and the time
 * of its end is kept, so that the capture is as long as it was. */
static bool end_chunk(struct saleae_bin *saleae, struct channel *channel, struct error *error)
{
    channel->in_chunk = false;
    channel->has_next = true;
    saleae->import->capture.gaps += channel->chunks != 0;
    channel->level = channel->chunks != 0 ? EDGES_UNKNOWN : channel->high ? EDGES_HIGH : EDGES_LOW;
    int64_t before = channel->next;
    if (!ticks_of(channel, channel->end_time, &channel->next, error))
        return false;
    if (channel->next < before)
        channel->next = before;
    return true;
}

static bool advance(struct saleae_bin *saleae, struct channel *channel, struct error *error)
{
    int64_t before = channel->next;
    if (!channel->in_chunk) {
        channel->has_next = false;
        if (channel->chunks != 0 && !begin_chunk(saleae, channel, error))
            return false;
    } else if (channel->transitions == 0) {
        return end_chunk(saleae, channel, error);
    } else {
        const char *bytes = take(channel->input, 8);
        if (bytes == NULL) {
            cut(saleae, channel);
            return is_cut(channel, error);
        }
        channel->transitions--;
        channel->high = !channel->high;
        channel->level = channel->high ? EDGES_HIGH : EDGES_LOW;
        if (!ticks_of(channel, get_double(bytes), &channel->next, error))
            return false;
    }
    if (channel->has_next && channel->next < before)
        return fail(channel->input, error, "the time before it goes back: a damaged file");
    return true;
}

static bool run(struct import *import, struct edges *edges, struct error *error)
{
    struct saleae_bin *saleae = import->state;
    for (;;) {
        size_t first = import->input_count;
        for (size_t i = 0; i < import->input_count; i++)
            if (saleae->channels[i].has_next &&
                (first == import->input_count ||
                 saleae->channels[i].next < saleae->channels[first].next))
                first = i;
        if (first == import->input_count)
            return true;
        struct channel *channel = &saleae->channels[first];
        edges_time(edges, channel->next);
        edges_set(edges, edges_watch_of(edges, (uint32_t)first), channel->level);
        if (!advance(saleae, channel, error))
            return false;
    }
}

/* ---- the reader ---- */

static bool knows(const char *bytes, size_t length)
{
    return length >= strlen(MAGIC) && memcmp(bytes, MAGIC, strlen(MAGIC)) == 0;
}

/* Channels are called as their files, without folder and ending. */
static void add_channel(struct import_capture *capture, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    import_add(capture, name, dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name), 1);
}

static bool read_header(struct saleae_bin *saleae, struct channel *channel, struct error *error)
{
    struct input *input = channel->input;
    const char *bytes = take(input, 16);
    if (bytes == NULL || !knows(bytes, 16)) {
        if (!input_trouble(input, error))
            error_set(error, "%s: byte 0: no binary of Saleae Logic 2", input->name);
        return false;
    }
    channel->version = get_u32(bytes + 8);
    uint32_t type = get_u32(bytes + 12);
    if (channel->version > 1)
        return fail(input, error, "a version that is none of 0 and 1; export as CSV");
    if (type != 0)
        return fail(input, error, "analog data; export digital channels");
    channel->chunks = 1;
    if (channel->version == 1) {
        bytes = take(input, 8);
        if (bytes == NULL)
            return !input_trouble(input, error) && fail(input, error, "the file ends here");
        channel->chunks = get_u64(bytes);
    }
    return channel->chunks == 0 || begin_chunk(saleae, channel, error);
}

static void close_binaries(struct import *import)
{
    struct saleae_bin *saleae = import->state;
    free(saleae->channels);
    free(saleae);
    import->state = NULL;
}

static bool open(struct import *import, struct error *error)
{
    struct saleae_bin *saleae = xcalloc(1, sizeof *saleae);
    saleae->import = import;
    saleae->channels = xcalloc(import->input_count, sizeof *saleae->channels);
    import->state = saleae;
    import->capture.samplerate_hz = import->options.samplerate_hz;
    for (size_t i = 0; i < import->input_count; i++) {
        saleae->channels[i].input = &import->inputs[i];
        add_channel(&import->capture, import->inputs[i].name);
        if (!read_header(saleae, &saleae->channels[i], error))
            return false;
    }
    import->capture.format = saleae->channels[0].version == 0 ? "Saleae Logic 2 binary, version 0"
                                                              : "Saleae Logic 2 binary, version 1";
    import->capture.hz = HZ;
    return true;
}

const struct import_reader saleae_bin_reader = {
    .knows = knows, .open = open, .run = run, .close = close_binaries, .takes_several = true};
