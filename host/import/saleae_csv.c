/* Reads raw digital data that Saleae Logic 1 or 2 exported as CSV: a time, then a level a channel.
 * SPDX-License-Identifier: MIT
 *
 * Logic 2: "Time [s],Channel 0,...", a row a change, levels 0, 1 and X (nothing captured). Logic 1:
 * "Time[s], Channel 0, ...", comma or tab, a row a change or a sample; times or sample numbers; the
 * header row may be left out (support.saleae.com, "Binary and CSV export formats", "Export data").
 */
#include <csv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "decimal.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "import.h"
#include "readers.h"

#define SHOWN_MAX 80
#define NS_DIGITS 9
#define PS_DIGITS 12
/* So that the distance of two times fits 63 bits. */
#define TICKS_MAX (INT64_MAX / 2)

/* Where the first column counts: in seconds, with a fraction of so many digits, or in samples. */
struct saleae {
    struct input *input;
    struct csv_parser parser;
    bool has_parser;
    struct buf row; /* its fields, each terminated */
    size_t *fields; /* where each begins */
    size_t field_count, field_capacity;
    bool has_row;  /* the last bytes ended one */
    uint64_t line; /* of the row, from 1 */
    bool is_samples;
    int digits;
    bool first_is_data; /* no header: the row at hand is the first one of data */
    bool has_decimal_comma;
    bool has_empty_last; /* behind the last column of the header */
    bool is_comment;     /* the file begins with a ; */
    bool is_rounded;     /* a time had more digits; was warned of */
    bool has_time;
    int64_t time;
};

/* ---- rows ---- */

static void on_field(void *text, size_t length, void *context)
{
    struct saleae *saleae = context;
    saleae->fields = xgrow(saleae->fields, &saleae->field_capacity, saleae->field_count + 1,
                           sizeof *saleae->fields);
    saleae->fields[saleae->field_count++] = saleae->row.length;
    buf_add(&saleae->row, text, length);
    buf_add(&saleae->row, "", 1);
}

static void on_row(int end, void *context)
{
    struct saleae *saleae = context;
    (void)end;
    saleae->has_row = saleae->field_count != 0;
}

static bool fail(const struct saleae *saleae, struct error *error, const char *field,
                 const char *what)
{
    char shown[SHOWN_MAX];
    error_set(error, "%s:%llu: \"%s\" %s", saleae->input->name, (unsigned long long)saleae->line,
              text_printable(field, strlen(field), shown, sizeof shown), what);
    return false;
}

/* The bytes of one line with its end; 0 at the end of the file. A CR ends one, too. */
static size_t next_line(struct input *input)
{
    size_t length = 0;
    for (;;) {
        for (; input->begin + length < input->end; length++) {
            char character = input->window[input->begin + length];
            if (character == '\n' || character == '\r')
                return length + 1;
        }
        if (!input_more(input))
            return length;
    }
}

/* Reads one row; false at the end, or where error says why. A quoted field may hold line ends. */
static bool next_row(struct saleae *saleae, struct error *error)
{
    struct input *input = saleae->input;
    saleae->row.length = 0;
    saleae->field_count = 0;
    saleae->has_row = false;
    while (!saleae->has_row) {
        size_t length = next_line(input);
        if (length == 0 || saleae->row.length > INPUT_WINDOW_MAX ||
            csv_get_buffer_size(&saleae->parser) > INPUT_WINDOW_MAX)
            break;
        if (saleae->field_count == 0)
            saleae->line = input_line(input, input->begin);
        csv_parse(&saleae->parser, input->window + input->begin, length, on_field, on_row, saleae);
        input->begin += length;
    }
    if (!saleae->has_row && input->ended && !input_trouble(input, error))
        csv_fini(&saleae->parser, on_field, on_row, saleae);
    else if (!saleae->has_row && !input->ended)
        error_set(error, "%s:%llu: a row of over %zu bytes: no CSV of a logic analyser",
                  input->name, (unsigned long long)saleae->line, INPUT_WINDOW_MAX);
    return saleae->has_row;
}

static const char *field(const struct saleae *saleae, size_t index)
{
    return saleae->row.bytes + saleae->fields[index];
}

static char *first_field(struct saleae *saleae)
{
    return saleae->row.bytes + saleae->fields[0];
}

/* A separator behind the last column makes one more, which is empty. */
static void drop_empty_last(struct saleae *saleae)
{
    if (saleae->field_count > 2 && field(saleae, saleae->field_count - 1)[0] == '\0')
        saleae->field_count--;
}

/* ---- the header ---- */

/* Tab, semicolon or comma, whichever the first line has outside quotes. */
static unsigned char delimiter_of(struct input *input)
{
    size_t length = next_line(input);
    const char *line = input->window + input->begin;
    if (length != 0 && memchr(line, '\t', length) != NULL)
        return CSV_TAB;
    if (length != 0 && memchr(line, ';', length) != NULL && memchr(line, ',', length) == NULL)
        return ';';
    return CSV_COMMA;
}

static void skip_byte_order_mark(struct input *input)
{
    if (input_have(input, 3) && memcmp(input->window + input->begin, "\xEF\xBB\xBF", 3) == 0)
        input->begin += 3;
}

/* "Time [s]" and "Time[s]" without blanks and case. */
static bool is_word(const char *text, const char *word)
{
    for (; *text != '\0'; text++) {
        if (*text == ' ')
            continue;
        if (*word == '\0' || strncasecmp(text, word, 1) != 0)
            return false;
        word++;
    }
    return *word == '\0';
}

static bool has_column(const struct saleae *saleae, const char *word)
{
    for (size_t i = 0; i < saleae->field_count; i++)
        if (is_word(field(saleae, i), word))
            return true;
    return false;
}

/* What protocol analysers of Logic 1 and 2 call their columns. */
static bool is_analyser_table(const struct saleae *saleae)
{
    static const char *const columns[] = {"start_time",  "packetid",     "analyzername",
                                          "parityerror", "framingerror", "decodedprotocolresult"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (has_column(saleae, columns[i]))
            return true;
    return saleae->field_count >= 2 && is_word(field(saleae, 0), "name") &&
           is_word(field(saleae, 1), "type");
}

static bool set_first_column(struct saleae *saleae, const char *name)
{
    struct decimal value;
    if (is_word(name, "time[s]") || is_word(name, "time")) {
        saleae->digits = NS_DIGITS;
        return true;
    }
    if (is_word(name, "sample") || is_word(name, "samples") || is_word(name, "sample#") ||
        is_word(name, "samplenumber") || is_word(name, "sample_number") ||
        is_word(name, "time[samples]")) {
        saleae->is_samples = true;
        return true;
    }
    if (!decimal_parse(name, strlen(name), &value))
        return false;
    /* No header. A sample number has no fraction; a time always has one. */
    saleae->first_is_data = true;
    saleae->is_samples = strchr(name, '.') == NULL;
    saleae->digits = NS_DIGITS;
    return true;
}

static bool add_channels(struct saleae *saleae, struct import_capture *capture)
{
    char number[32];
    for (size_t i = 1; i < saleae->field_count; i++) {
        const char *name = field(saleae, i);
        if (saleae->first_is_data) {
            snprintf(number, sizeof number, "Channel %zu", i - 1);
            name = number;
        }
        while (*name == ' ')
            name++;
        size_t length = strlen(name);
        while (length != 0 && name[length - 1] == ' ')
            length--;
        if (import_add(capture, name, length, 1) == NULL)
            return false;
    }
    return true;
}

/* What is known of files that are no export of Saleae's. */
static bool fail_header(const struct saleae *saleae, struct error *error)
{
    if (saleae->is_comment) {
        error_set(error,
                  "%s:%llu: begins with a comment, as the CSV of sigrok and PulseView: save the "
                  "capture as a session (.sr), or as VCD",
                  saleae->input->name, (unsigned long long)saleae->line);
        return false;
    }
    return fail(saleae, error, field(saleae, 0),
                "begins no raw digital data of Saleae Logic, whose first column is \"Time [s]\"");
}

static bool read_header(struct saleae *saleae, struct import *import, struct error *error)
{
    if (!next_row(saleae, error)) {
        if (saleae->input->ended && !input_trouble(saleae->input, error))
            error_set(error, "%s: no row: no CSV of a logic analyser", saleae->input->name);
        return false;
    }
    if (is_analyser_table(saleae))
        return fail(saleae, error, field(saleae, 0),
                    "begins the table of a protocol analyser, not raw data: export raw digital "
                    "data (in Logic 2: File, Export Raw Data)");
    if (!set_first_column(saleae, field(saleae, 0)))
        return fail_header(saleae, error);
    if (is_word(field(saleae, 0), "time"))
        finding_add(&import->capture.findings, FINDING_WARNING, saleae->line,
                    "the header states no unit of time: taken as seconds");
    if (saleae->field_count < 2)
        return fail(saleae, error, field(saleae, 0), "has no channel behind it");
    size_t fields = saleae->field_count;
    drop_empty_last(saleae);
    saleae->has_empty_last = saleae->field_count != fields;
    return add_channels(saleae, &import->capture) ||
           fail(saleae, error, field(saleae, 0), "begins more columns than a capture has");
}

/* ---- data ---- */

/* Seconds, or a date; with a decimal comma where commas separate nothing. */
static bool parse_time(const struct saleae *saleae, char *text, struct decimal *value)
{
    for (char *at = text; saleae->has_decimal_comma && *at != '\0'; at++)
        if (*at == ',')
            *at = '.';
    return decimal_parse(text, strlen(text), value) ||
           (!saleae->is_samples && decimal_date(text, strlen(text), value));
}

static int fraction_digits(const struct decimal *value)
{
    return value->exponent < 0 ? -value->exponent : 0;
}

/* The file's own resolution: ns, or ps where its first time needs it. Digits beyond 12 are what is
 * left of a rate that is no decimal. */
static bool choose_scale(struct saleae *saleae, struct import *import, struct error *error)
{
    struct import_capture *capture = &import->capture;
    struct decimal value;
    if (saleae->is_samples) {
        if (import->options.samplerate_hz == 0) {
            error_set(error,
                      "%s: counts samples, not seconds: give their rate with --samplerate "
                      "(as in 24M), or export time stamps",
                      saleae->input->name);
            return false;
        }
        saleae->digits = 0;
        capture->hz = capture->samplerate_hz = import->options.samplerate_hz;
        return true;
    }
    bool is_number = parse_time(saleae, first_field(saleae), &value);
    const char *point = strchr(field(saleae, 0), '.');
    size_t written = point != NULL ? strspn(point + 1, "0123456789") : 0;
    /* A date leaves no room for more than ns. */
    bool is_date = is_number && strchr(field(saleae, 0), ':') != NULL;
    if (!is_date && (written > NS_DIGITS || (is_number && fraction_digits(&value) > NS_DIGITS)))
        saleae->digits = PS_DIGITS;
    capture->hz = saleae->digits == NS_DIGITS ? UINT64_C(1000000000) : UINT64_C(1000000000000);
    capture->samplerate_hz = import->options.samplerate_hz;
    return true;
}

static bool take_time(struct saleae *saleae, struct import *import, struct edges *edges,
                      struct error *error)
{
    const char *text = field(saleae, 0);
    struct decimal value;
    int64_t ticks;
    bool exact;
    if (!parse_time(saleae, first_field(saleae), &value))
        return fail(saleae, error, text,
                    saleae->is_samples ? "is no sample number" : "is no time in seconds");
    if (!decimal_scale(&value, saleae->digits, &ticks, &exact) || ticks > TICKS_MAX ||
        ticks < -TICKS_MAX)
        return fail(saleae, error, text, "is a time beyond 62 bits of ticks");
    if (!exact && saleae->digits == NS_DIGITS && !saleae->is_rounded) {
        saleae->is_rounded = true;
        finding_add(&import->capture.findings, FINDING_WARNING, saleae->line,
                    "times with more than %d decimals are rounded to ns", NS_DIGITS);
    }
    if (saleae->has_time && ticks < saleae->time)
        return fail(saleae, error, text, "goes back in time: the row before it is later");
    saleae->has_time = true;
    saleae->time = ticks;
    edges_time(edges, ticks);
    return true;
}

static bool level_in(const char *text, enum edges_level *level)
{
    while (*text == ' ')
        text++;
    switch (*text) {
    case '0':
        *level = EDGES_LOW;
        break;
    case '1':
        *level = EDGES_HIGH;
        break;
    case 'X':
    case 'x':
        *level = EDGES_UNKNOWN;
        break;
    default:
        return false;
    }
    return text[1 + strspn(text + 1, " ")] == '\0';
}

static bool take_row(struct saleae *saleae, struct import *import, struct edges *edges,
                     struct error *error)
{
    size_t channels = import->capture.variable_count;
    if (saleae->has_empty_last && saleae->field_count == channels + 2)
        drop_empty_last(saleae);
    if (saleae->field_count != channels + 1) {
        char what[96];
        snprintf(what, sizeof what, "begins a row of %zu fields, the header has %zu",
                 saleae->field_count, channels + 1);
        return fail(saleae, error, field(saleae, 0), what);
    }
    if (!take_time(saleae, import, edges, error))
        return false;
    for (size_t i = 1; i <= channels; i++) {
        enum edges_level level;
        if (!level_in(field(saleae, i), &level))
            return fail(saleae, error, field(saleae, i),
                        "is no level (0, 1 or X): export raw digital data, one column a channel");
        edges_set(edges, edges_watch_of(edges, (uint32_t)(i - 1)), level);
    }
    return true;
}

/* A last row without its end may be cut: it counts only where all its fields are there. */
static bool is_cut(const struct saleae *saleae, const struct import *import)
{
    const struct input *input = saleae->input;
    char last = input->begin != 0 ? input->window[input->begin - 1] : '\n';
    if (!input->ended || input->begin != input->end || last == '\n' || last == '\r')
        return false;
    return saleae->field_count < import->capture.variable_count + 1 ||
           field(saleae, saleae->field_count - 1)[0] == '\0';
}

static bool run(struct import *import, struct edges *edges, struct error *error)
{
    struct saleae *saleae = import->state;
    while (saleae->has_row) {
        if (is_cut(saleae, import)) {
            import->capture.truncated = true;
            finding_add(&import->capture.findings, FINDING_NO, saleae->line,
                        "the file ends in the middle of a row: truncated; what comes before it "
                        "holds");
            return true;
        }
        if (!take_row(saleae, import, edges, error))
            return false;
        error->text[0] = '\0';
        if (!next_row(saleae, error) && error->text[0] != '\0')
            return false;
    }
    return true;
}

/* ---- the reader ---- */

/* Text, and nothing else that is known. */
static bool knows(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] < ' ' && strchr("\t\r\n", bytes[i]) == NULL)
            return false;
    return memchr(bytes, '\0', length) == NULL;
}

static void close_csv(struct import *import)
{
    struct saleae *saleae = import->state;
    if (saleae->has_parser)
        csv_free(&saleae->parser);
    buf_free(&saleae->row);
    free(saleae->fields);
    free(saleae);
    import->state = NULL;
}

static bool open(struct import *import, struct error *error)
{
    struct saleae *saleae = xcalloc(1, sizeof *saleae);
    saleae->input = &import->inputs[0];
    import->state = saleae;
    saleae->has_parser = csv_init(&saleae->parser, 0) == 0;
    skip_byte_order_mark(saleae->input);
    saleae->is_comment =
        input_have(saleae->input, 1) && saleae->input->window[saleae->input->begin] == ';';
    unsigned char delimiter = delimiter_of(saleae->input);
    csv_set_delim(&saleae->parser, delimiter);
    saleae->has_decimal_comma = delimiter != CSV_COMMA;
    if (!read_header(saleae, import, error))
        return false;
    import->capture.format = "Saleae CSV";
    error->text[0] = '\0';
    if (!saleae->first_is_data && !next_row(saleae, error)) {
        if (error->text[0] == '\0')
            error_set(error, "%s: has a header and no data; export again", saleae->input->name);
        return false;
    }
    return choose_scale(saleae, import, error);
}

const struct import_reader saleae_csv_reader = {
    .knows = knows, .open = open, .run = run, .close = close_csv};
