/* Reads a sigrok session (.sr): a zip archive of metadata and packed samples.
 * SPDX-License-Identifier: MIT
 *
 * sigrok.org, "File format:Sigrok/v2" and its revision of v1: "version" holds the number,
 * "metadata" is an INI file, samples are the member that capturefile names or, from version 2 on,
 * members capturefile-1, -2, ... in the order of their numbers, whatever the archive's own order
 * is. A sample is unitsize bytes, little-endian; probeN is bit N - 1.
 */
#include <ini.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "decimal.h"
#include "host/base/interrupt.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "import.h"
#include "readers.h"

#define METADATA_MAX ((zip_uint64_t)1 << 20)
#define UNIT_MAX 64u
#define PROBES_MAX (UNIT_MAX * 8u)
#define BUFFER ((size_t)256 << 10)

struct part {
    uint64_t number;
    zip_uint64_t index; /* in the archive */
};

struct sigrok {
    zip_t *zip;
    const char *name;
    struct import *import;
    char *section, *capture_file, *samplerate; /* of the first device that has logic data */
    char *other_section;                       /* another one that has some */
    unsigned unit;
    char *probes[PROBES_MAX];
    bool is_analog; /* there are analog channels */
    struct part *parts;
    size_t part_count, part_capacity;
    char *buffer;
};

/* ---- the archive ---- */

static bool open_zip(struct sigrok *sigrok, const struct input *input, struct error *error)
{
    zip_error_t why;
    int code = 0;
    zip_error_init(&why);
    if (input->path != NULL && input->source.is_file && strcmp(input->path, "-") != 0) {
        sigrok->zip = zip_open(input->path, ZIP_RDONLY, &code);
        zip_error_init_with_code(&why, code);
    } else if (input->path == NULL) {
        zip_source_t *source = zip_source_buffer_create(input->memory, input->memory_size, 0, &why);
        sigrok->zip = source != NULL ? zip_open_from_source(source, ZIP_RDONLY, &why) : NULL;
        if (sigrok->zip == NULL)
            zip_source_free(source);
    } else {
        error_set(error,
                  "%s: a sigrok session is an archive that cannot be read from a pipe; name "
                  "the file",
                  input->name);
        zip_error_fini(&why);
        return false;
    }
    if (sigrok->zip == NULL)
        error_set(error, "%s: a damaged archive: %s; copy or save the session again", input->name,
                  zip_error_strerror(&why));
    zip_error_fini(&why);
    return sigrok->zip != NULL;
}

/* A small member as text; NULL where there is none, with error set where it is damaged. */
static char *read_member(struct sigrok *sigrok, const char *member, size_t *length,
                         struct error *error)
{
    zip_stat_t status;
    error->text[0] = '\0';
    if (zip_stat(sigrok->zip, member, 0, &status) != 0 || (status.valid & ZIP_STAT_SIZE) == 0)
        return NULL;
    zip_file_t *file = status.size <= METADATA_MAX ? zip_fopen(sigrok->zip, member, 0) : NULL;
    char *text = file != NULL ? xcalloc(1, (size_t)status.size + 1) : NULL;
    zip_int64_t got = file != NULL ? zip_fread(file, text, status.size) : -1;
    if (file != NULL)
        zip_fclose(file);
    if (got == (zip_int64_t)status.size) {
        *length = (size_t)got;
        return text;
    }
    free(text);
    error_set(error, "%s: member \"%s\" is damaged; copy or save the session again", sigrok->name,
              member);
    return NULL;
}

/* ---- metadata ---- */

static char *copy(const char *text)
{
    return xstrndup(text, strlen(text));
}

/* "probe3" with this word in front is 3; 0 for what is none. */
static unsigned numbered(const char *key, const char *word)
{
    size_t length = strlen(word);
    char *end;
    if (strncmp(key, word, length) != 0 || key[length] < '1' || key[length] > '9')
        return 0;
    unsigned long number = strtoul(key + length, &end, 10);
    return *end == '\0' && number <= PROBES_MAX ? (unsigned)number : 0;
}

static int on_key(void *context, const char *section, const char *key, const char *value)
{
    struct sigrok *sigrok = context;
    if (strncmp(section, "device", 6) != 0)
        return 1;
    sigrok->is_analog |= numbered(key, "analog") != 0;
    if (strcmp(key, "capturefile") == 0) {
        if (sigrok->capture_file == NULL && sigrok->section != NULL &&
            strcmp(section, sigrok->section) == 0)
            sigrok->capture_file = copy(value);
        else if (sigrok->capture_file != NULL && sigrok->other_section == NULL)
            sigrok->other_section = copy(section);
    }
    if (sigrok->section == NULL || strcmp(section, sigrok->section) != 0)
        return 1;
    unsigned probe = numbered(key, "probe");
    if (strcmp(key, "samplerate") == 0 && sigrok->samplerate == NULL)
        sigrok->samplerate = copy(value);
    else if (strcmp(key, "unitsize") == 0)
        sigrok->unit = numbered(value, "");
    else if (probe != 0 && sigrok->probes[probe - 1] == NULL)
        sigrok->probes[probe - 1] = copy(value);
    return 1;
}

/* Which device has the logic data: its keys may stand before its capturefile. */
static int on_key_first(void *context, const char *section, const char *key, const char *value)
{
    struct sigrok *sigrok = context;
    (void)value;
    if (sigrok->section == NULL && strncmp(section, "device", 6) == 0 &&
        strcmp(key, "capturefile") == 0)
        sigrok->section = copy(section);
    return 1;
}

static bool parse_metadata(struct sigrok *sigrok, char *text, struct error *error)
{
    int line = ini_parse_string(text, on_key_first, sigrok);
    if (line == 0)
        line = ini_parse_string(text, on_key, sigrok);
    if (line != 0)
        error_set(error, "%s: metadata:%d: no \"key=value\"; save the session again", sigrok->name,
                  line);
    return line == 0;
}

static bool read_metadata(struct sigrok *sigrok, struct error *error)
{
    size_t length;
    char *text = read_member(sigrok, "metadata", &length, error);
    if (text == NULL) {
        if (error->text[0] == '\0')
            error_set(error, "%s: an archive without \"metadata\": no sigrok session",
                      sigrok->name);
        return false;
    }
    bool ok = parse_metadata(sigrok, text, error);
    free(text);
    return ok;
}

static bool check_version(struct sigrok *sigrok, struct error *error)
{
    size_t length;
    char shown[32];
    char *text = read_member(sigrok, "version", &length, error);
    if (text == NULL && error->text[0] != '\0')
        return false;
    if (text != NULL && text[0] == '1' && (length == 1 || text[1] < '0'))
        sigrok->import->capture.format = "sigrok session, version 1";
    else if (text != NULL && text[0] == '2' && (length == 1 || text[1] < '0'))
        sigrok->import->capture.format = "sigrok session, version 2";
    else if (text != NULL)
        error_set(error, "%s: a sigrok session of version \"%s\"; there are 1 and 2", sigrok->name,
                  text_printable(text, length, shown, sizeof shown));
    else
        error_set(error, "%s: an archive without \"version\": no sigrok session", sigrok->name);
    free(text);
    return sigrok->import->capture.format != NULL;
}

static bool set_samplerate(struct sigrok *sigrok, struct error *error)
{
    struct import *import = sigrok->import;
    char shown[48];
    uint64_t hz = import->options.samplerate_hz;
    bool small_m = false;
    if (hz == 0 && sigrok->samplerate == NULL) {
        error_set(error, "%s: states no samplerate; give it with --samplerate (as in 1M)",
                  sigrok->name);
        return false;
    }
    if (hz == 0 && !decimal_hz(sigrok->samplerate, strlen(sigrok->samplerate), &hz, &small_m)) {
        error_set(
            error,
            "%s: samplerate \"%s\" is no whole number of Hz above 0; give it with "
            "--samplerate (as in 1M)",
            sigrok->name,
            text_printable(sigrok->samplerate, strlen(sigrok->samplerate), shown, sizeof shown));
        return false;
    }
    if (small_m)
        finding_add(
            &import->capture.findings, FINDING_WARNING, 0,
            "samplerate \"%s\" is taken as MHz: no analyser samples in millihertz",
            text_printable(sigrok->samplerate, strlen(sigrok->samplerate), shown, sizeof shown));
    import->capture.hz = import->capture.samplerate_hz = hz;
    return true;
}

static bool set_channels(struct sigrok *sigrok, struct error *error)
{
    struct import_capture *capture = &sigrok->import->capture;
    if (sigrok->section == NULL) {
        error_set(error, "%s: no logic channels%s", sigrok->name,
                  sigrok->is_analog ? ", only analog ones; capture digital channels" : "");
        return false;
    }
    if (sigrok->unit < 1 || sigrok->unit > UNIT_MAX) {
        error_set(error, "%s: metadata: unitsize is no number from 1 to %u", sigrok->name,
                  UNIT_MAX);
        return false;
    }
    capture->bits = 0;
    for (unsigned probe = 0; probe < sigrok->unit * 8; probe++)
        if (sigrok->probes[probe] != NULL) {
            struct import_variable *variable =
                import_add(capture, sigrok->probes[probe], strlen(sigrok->probes[probe]), 1);
            variable->first_bit = probe;
        }
    capture->bits = sigrok->unit * 8;
    for (unsigned probe = sigrok->unit * 8; probe < PROBES_MAX; probe++)
        if (sigrok->probes[probe] != NULL)
            finding_add(&capture->findings, FINDING_WARNING, 0,
                        "metadata names probe%u, but samples of %u byte(s) end with probe%u: not "
                        "imported",
                        probe + 1, sigrok->unit, sigrok->unit * 8);
    if (capture->variable_count == 0) {
        error_set(error, "%s: no logic channels: metadata names no probe", sigrok->name);
        return false;
    }
    if (sigrok->other_section != NULL)
        finding_add(&capture->findings, FINDING_WARNING, 0,
                    "more than one device has logic data; only [%.40s] is read", sigrok->section);
    return true;
}

/* ---- which members hold the samples ---- */

static int by_number(const void *a, const void *b)
{
    const struct part *left = a, *right = b;
    return (left->number > right->number) - (left->number < right->number);
}

/* "logic-1-12" behind "logic-1" is 12; false for what is no part. */
static bool is_part(const char *member, const char *capture_file, uint64_t *number)
{
    size_t length = strlen(capture_file);
    char *end;
    if (strncmp(member, capture_file, length) != 0 || member[length] != '-' ||
        member[length + 1] < '0' || member[length + 1] > '9')
        return false;
    *number = strtoull(member + length + 1, &end, 10);
    return *end == '\0';
}

static void add_part(struct sigrok *sigrok, uint64_t number, zip_uint64_t index)
{
    sigrok->parts =
        xgrow(sigrok->parts, &sigrok->part_capacity, sigrok->part_count + 1, sizeof *sigrok->parts);
    sigrok->parts[sigrok->part_count++] = (struct part){number, index};
}

static bool find_parts(struct sigrok *sigrok, struct error *error)
{
    zip_int64_t members = zip_get_num_entries(sigrok->zip, 0);
    zip_int64_t whole = zip_name_locate(sigrok->zip, sigrok->capture_file, 0);
    if (whole >= 0) {
        add_part(sigrok, 1, (zip_uint64_t)whole);
        return true;
    }
    for (zip_int64_t i = 0; i < members; i++) {
        const char *member = zip_get_name(sigrok->zip, (zip_uint64_t)i, 0);
        uint64_t number;
        if (member != NULL && is_part(member, sigrok->capture_file, &number))
            add_part(sigrok, number, (zip_uint64_t)i);
    }
    if (sigrok->part_count != 0)
        qsort(sigrok->parts, sigrok->part_count, sizeof *sigrok->parts, by_number);
    for (size_t i = 0; i < sigrok->part_count; i++)
        if (sigrok->parts[i].number != i + 1) {
            error_set(error,
                      "%s: member \"%s-%zu\" is missing, there twice, or not the first: samples "
                      "were lost; save the session again",
                      sigrok->name, sigrok->capture_file, i + 1);
            return false;
        }
    if (sigrok->part_count == 0)
        error_set(error, "%s: no logic channels: metadata names \"%s\", which the archive lacks",
                  sigrok->name, sigrok->capture_file);
    return sigrok->part_count != 0;
}

/* ---- samples ---- */

struct samples {
    struct sigrok *sigrok;
    struct edges *edges;
    int64_t count; /* so far */
    uint8_t last[UNIT_MAX];
};

static void take_sample(struct samples *samples, const uint8_t *sample, bool first)
{
    unsigned unit = samples->sigrok->unit;
    edges_time(samples->edges, samples->count);
    for (unsigned byte = 0; byte < unit; byte++) {
        unsigned changed = first ? 0xFFu : (unsigned)sample[byte] ^ samples->last[byte];
        for (; changed != 0; changed &= changed - 1) {
            unsigned bit = (unsigned)__builtin_ctz(changed);
            edges_set(samples->edges, edges_watch_of(samples->edges, byte * 8 + bit),
                      sample[byte] >> bit & 1 ? EDGES_HIGH : EDGES_LOW);
        }
    }
    memcpy(samples->last, sample, unit);
}

/* Bytes from at on that repeat those unit bytes before them, eight at a time. */
static size_t skip_equal(const uint8_t *bytes, size_t at, size_t length, unsigned unit)
{
    uint64_t here, before;
    while (at + sizeof here <= length) {
        memcpy(&here, bytes + at, sizeof here);
        memcpy(&before, bytes + at - unit, sizeof before);
        if (here != before)
            break;
        at += sizeof here;
    }
    return at;
}

/* Whole samples; returns how many bytes they were. */
static size_t take_samples(struct samples *samples, const uint8_t *bytes, size_t length)
{
    unsigned unit = samples->sigrok->unit;
    size_t at = 0;
    while (at + unit <= length) {
        if (samples->count == 0 || memcmp(samples->last, bytes + at, unit) != 0)
            take_sample(samples, bytes + at, samples->count == 0);
        samples->count++;
        at += unit;
        size_t equal = skip_equal(bytes, at, length, unit);
        samples->count += (int64_t)((equal - at) / unit);
        at += (equal - at) / unit * unit;
    }
    return at;
}

static bool read_part(struct samples *samples, size_t index, size_t *kept, struct error *error)
{
    struct sigrok *sigrok = samples->sigrok;
    zip_file_t *file = zip_fopen_index(sigrok->zip, sigrok->parts[index].index, 0);
    zip_int64_t got = -1;
    while (file != NULL && interrupt_signal() == 0 &&
           (got = zip_fread(file, sigrok->buffer + *kept, BUFFER - *kept)) > 0) {
        size_t length = *kept + (size_t)got;
        size_t used = take_samples(samples, (const uint8_t *)sigrok->buffer, length);
        *kept = length - used;
        memmove(sigrok->buffer, sigrok->buffer + used, *kept);
    }
    if (interrupt_signal() != 0)
        error_set(error, "%s: interrupted", sigrok->name);
    else if (got < 0)
        error_set(error, "%s: member \"%s\" is damaged: %s; copy or save the session again",
                  sigrok->name, zip_get_name(sigrok->zip, sigrok->parts[index].index, 0),
                  file != NULL ? zip_file_strerror(file) : zip_strerror(sigrok->zip));
    if (file != NULL)
        zip_fclose(file);
    return got == 0 && interrupt_signal() == 0;
}

static bool run(struct import *import, struct edges *edges, struct error *error)
{
    struct samples samples = {.sigrok = import->state, .edges = edges};
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < samples.sigrok->part_count; i++)
        ok = read_part(&samples, i, &kept, error);
    if (samples.count != 0)
        edges_time(edges, samples.count - 1);
    import->capture.samples = (uint64_t)samples.count;
    if (ok && kept != 0) {
        import->capture.truncated = true;
        finding_add(&import->capture.findings, FINDING_NO, 0,
                    "the samples end with %zu byte(s) of one that has %u: truncated; what comes "
                    "before holds",
                    kept, samples.sigrok->unit);
    }
    return ok;
}

/* ---- the reader ---- */

static bool knows(const char *bytes, size_t length)
{
    return length >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

static void close_session(struct import *import)
{
    struct sigrok *sigrok = import->state;
    if (sigrok->zip != NULL)
        zip_discard(sigrok->zip);
    for (unsigned probe = 0; probe < PROBES_MAX; probe++)
        free(sigrok->probes[probe]);
    free(sigrok->section);
    free(sigrok->other_section);
    free(sigrok->capture_file);
    free(sigrok->samplerate);
    free(sigrok->parts);
    free(sigrok->buffer);
    free(sigrok);
    import->state = NULL;
}

static bool open(struct import *import, struct error *error)
{
    struct sigrok *sigrok = xcalloc(1, sizeof *sigrok);
    sigrok->name = import->inputs[0].name;
    sigrok->import = import;
    sigrok->buffer = xcalloc(1, BUFFER);
    import->state = sigrok;
    return open_zip(sigrok, &import->inputs[0], error) && check_version(sigrok, error) &&
           read_metadata(sigrok, error) && set_channels(sigrok, error) &&
           set_samplerate(sigrok, error) && find_parts(sigrok, error);
}

const struct import_reader sigrok_reader = {
    .knows = knows, .open = open, .run = run, .close = close_session};
