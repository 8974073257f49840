/* tailchain import: edges of a logic analyser's capture, counted, or paired into samples.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "import_against.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/interrupt.h"
#include "host/base/output.h"
#include "host/base/suggest.h"
#include "host/base/xalloc.h"
#include "host/import/decimal.h"
#include "host/import/imported_run.h"
#include "host/render/import_report.h"

#define FILES_MAX 64u
#define CHANNELS_MAX 256u
/* Without --channel, --edges shows a vector bit by bit up to this width. */
#define EDGES_WIDTH_MAX 64u

enum {
    OPTION_LIST = 0x100,
    OPTION_EDGES,
    OPTION_CHANNEL,
    OPTION_FROM,
    OPTION_TO,
    OPTION_MARK,
    OPTION_MIN_PULSE,
    OPTION_FORMAT,
    OPTION_SAMPLERATE,
    OPTION_TIMESCALE,
    OPTION_WORD,
    OPTION_JSON,
    OPTION_NAME,
    OPTION_AGAINST,
    OPTION_SERIES,
    OPTION_ALLOW_UNPAIRED
};

struct arguments {
    const char *paths[FILES_MAX];
    size_t path_count;
    struct import_options import;
    bool list, edges, allow_unpaired;
    const char *channels[CHANNELS_MAX];
    size_t channel_count;
    const char *from, *to, *marks[PAIRS_MARKS_MAX];
    size_t mark_count;
    const char *min_pulse, *json, *output, *name, *against, *series;
};

static uint64_t rate(struct argp_state *state, const char *text)
{
    uint64_t hz = 0;
    bool small_m;
    if (!decimal_hz(text, strlen(text), &hz, &small_m))
        argp_error(state, "--samplerate takes whole Hz above 0, as in 24M or \"500 kHz\", not '%s'",
                   text);
    return hz;
}

static unsigned word_bits(struct argp_state *state, const char *text)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    uint64_t bits = cli_number(state, "--word", text, 64);
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (bits == widths[i])
            return widths[i];
    argp_error(state, "--word takes 8, 16, 32 or 64, not '%s'", text);
    return 0;
}

static void add(const char **list, size_t *count, size_t max, const char *text,
                struct argp_state *state)
{
    if (*count == max)
        argp_error(state, "'%s' is one too many: up to %zu of a kind", text, max);
    else
        list[(*count)++] = text;
}

static void check(const struct arguments *arguments, struct argp_state *state)
{
    if ((arguments->from == NULL) != (arguments->to == NULL))
        argp_error(state, "--from and --to go together");
    if (arguments->mark_count != 0 && arguments->from == NULL)
        argp_error(state, "--mark marks samples: give --from and --to");
    if ((arguments->against != NULL || arguments->series != NULL) && arguments->from == NULL)
        argp_error(state, "--against and --series are about samples: give --from and --to");
    if ((arguments->output != NULL || arguments->name != NULL) && arguments->from == NULL)
        argp_error(state, "a run has samples: give --from and --to");
    if (arguments->output != NULL && arguments->json != NULL &&
        strcmp(arguments->output, "-") == 0 && strcmp(arguments->json, "-") == 0)
        argp_error(state, "-o and --json cannot both be standard output");
    if (!arguments->list && !arguments->edges && arguments->from == NULL)
        argp_error(state, "what of it? --list, --edges, or --from CHANNEL:rise --to CHANNEL:rise");
}

static error_t parse_import(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_FORMAT:
        arguments->import.format = value;
        return 0;
    case OPTION_SAMPLERATE:
        arguments->import.samplerate_hz = rate(state, value);
        return 0;
    case OPTION_TIMESCALE:
        arguments->import.timescale = value;
        return 0;
    case OPTION_WORD:
        arguments->import.word_bits = word_bits(state, value);
        return 0;
    case ARGP_KEY_ARG:
        add(arguments->paths, &arguments->path_count, FILES_MAX, value, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which capture?");
        return 0;
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_LIST:
        arguments->list = true;
        return 0;
    case OPTION_EDGES:
        arguments->edges = true;
        return 0;
    case OPTION_CHANNEL:
        add(arguments->channels, &arguments->channel_count, CHANNELS_MAX, value, state);
        return 0;
    case OPTION_FROM:
        arguments->from = value;
        return 0;
    case OPTION_TO:
        arguments->to = value;
        return 0;
    case OPTION_MARK:
        add(arguments->marks, &arguments->mark_count, PAIRS_MARKS_MAX, value, state);
        return 0;
    case OPTION_MIN_PULSE:
        arguments->min_pulse = value;
        return 0;
    case 'o':
        arguments->output = value;
        return 0;
    case OPTION_NAME:
        arguments->name = value;
        return 0;
    case OPTION_AGAINST:
        arguments->against = value;
        return 0;
    case OPTION_SERIES:
        arguments->series = value;
        return 0;
    case OPTION_JSON:
        arguments->json = value;
        return 0;
    case OPTION_ALLOW_UNPAIRED:
        arguments->allow_unpaired = true;
        return 0;
    default:
        return parse_import(key, value, state);
    }
}

static const struct argp_option options[] = {
    {"list", OPTION_LIST, NULL, 0, "List the channels", 1},
    {"edges", OPTION_EDGES, NULL, 0, "Count rising and falling edges of every channel", 1},
    {"channel", OPTION_CHANNEL, "NAME", 0,
     "With --edges, only this one; NAME, SCOPE.NAME, NAME[BIT] or #N; may be repeated", 1},
    {"from", OPTION_FROM, "NAME:SLOPE", 0,
     "A sample begins at this channel's edge; SLOPE is rise (default), fall or any", 2},
    {"to", OPTION_TO, "NAME:SLOPE", 0, "... and ends at the next edge of this one", 2},
    {"mark", OPTION_MARK, "NAME[:SLOPE]", 0,
     "Mark the samples with an edge of this channel (default any) within; may be repeated", 2},
    {"min-pulse", OPTION_MIN_PULSE, "TIME", 0,
     "Take out pulses that are shorter, as in \"100 ns\"; all are kept by default", 2},
    {"allow-unpaired", OPTION_ALLOW_UNPAIRED, NULL, 0,
     "Accept edges that are left over, and suspect samples; they are counted", 2},
    {"against", OPTION_AGAINST, "RUN.LOG", 0,
     "Fit the target's own counts of the same events: its clock error and the pins' offset", 2},
    {"series", OPTION_SERIES, "NAME", 0,
     "Which series of RUN.LOG: NAME, or PHASE:NAME; the only one that fits by default", 2},
    {"output", 'o', "FILE", 0, "Write the samples as a run, for verify, report and compare", 3},
    {"name", OPTION_NAME, "NAME", 0, "Name of the measurement in the run; FROM_to_TO by default",
     3},
    {"json", OPTION_JSON, "FILE", 0, "Write all of it as JSON, every sample included", 3},
    {"format", OPTION_FORMAT, "NAME", 0, "Format of the capture, instead of what it looks like", 4},
    {"samplerate", OPTION_SAMPLERATE, "HZ", 0,
     "Samples a second, as in 24M, where the file does not say", 4},
    {"timescale", OPTION_TIMESCALE, "TIME", 0,
     "Time scale, as in \"1 ns\", of a VCD that states none or a wrong one", 4},
    {"word", OPTION_WORD, "BITS", 0, "Width of a word in a Saleae Logic 1 binary", 4},
    {0}};

/* The formats stand in formats.def. */
static char *help_filter(int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    struct buf help = {0};
    buf_add_text(&help, "Formats:\n");
    for (size_t i = 0; import_format_name(i) != NULL; i++)
        buf_printf(&help, "  %-15s %s\n", import_format_name(i), import_format_meaning(i));
    buf_printf(&help, "\n%s", text);
    return help.bytes;
}

static const struct argp argp = {
    options,
    parse,
    "FILE...",
    "Read a logic analyser's capture: list its channels, count their edges, or pair the edges of "
    "two channels into samples. FILE may be - for standard input.\v"
    "Exit status: 0, 1 edges are left over, samples are suspect, or the file ends in its middle "
    "(what is shown holds), 2 trouble.\n\n"
    "Example: from each rising edge of PE2 to the next one of PE3\n"
    "  tailchain import capture.sr --from PE2:rise --to PE3:rise -o run.log\n",
    NULL,
    help_filter,
    NULL};

struct importing {
    const struct arguments *arguments;
    struct import import;
    char *from, *to, *marks[PAIRS_MARKS_MAX]; /* with their slopes */
    struct edges edges;
    struct pairs pairs;
    struct import_against against;
    struct output json, run;
};

/* ---- which channels ---- */

static bool watch_named(struct importing *importing, const char *text, uint32_t *watch,
                        struct error *error)
{
    uint32_t bit;
    struct error why;
    if (!import_find(&importing->import.capture, text, &bit, &why)) {
        error_set(error, "%s: %.900s", importing->import.inputs[0].name, why.text);
        return false;
    }
    *watch = edges_watch(&importing->edges, bit);
    return true;
}

/* "D0:rize", where there is a D0: what the message ought to be about. */
static void blame_slope(const struct importing *importing, const char *text, struct error *error)
{
    const char *names[PAIRS_ANY + 1], *colon = strrchr(text, ':');
    struct error why;
    uint32_t bit;
    if (colon == NULL)
        return;
    char *channel = xstrndup(text, (size_t)(colon - text));
    for (int slope = 0; slope <= PAIRS_ANY; slope++)
        names[slope] = pairs_slope_name((enum pairs_slope)slope);
    if (import_find(&importing->import.capture, channel, &bit, &why)) {
        suggest(&why, "slope", colon + 1, names, PAIRS_ANY + 1, NULL);
        error_set(error, "%s: %.900s", importing->import.inputs[0].name, why.text);
    }
    free(channel);
}

/* *full: the text with the slope that it may lack. */
static bool watch_slope(struct importing *importing, const char *text, enum pairs_slope otherwise,
                        struct pairs_edge *wanted, char **full, struct error *error)
{
    size_t length;
    struct buf buf = {0};
    enum pairs_slope slope = pairs_slope_of(text, &length);
    wanted->slope = text[length] != '\0' ? slope : otherwise;
    *full = xstrndup(text, length);
    bool ok = watch_named(importing, *full, &wanted->watch, error);
    if (!ok)
        blame_slope(importing, *full, error);
    buf_printf(&buf, "%s:%s", *full, pairs_slope_name(wanted->slope));
    free(*full);
    *full = buf.bytes;
    return ok;
}

/* What is marked already is not marked again. */
static bool watch_mark(struct importing *importing, const char *text, struct error *error)
{
    struct pairs *pairs = &importing->pairs;
    size_t mark = pairs->mark_count;
    if (!watch_slope(importing, text, PAIRS_ANY, &pairs->mark[mark], &importing->marks[mark],
                     error))
        return false;
    for (size_t i = 0; i < mark; i++)
        if (strcmp(importing->marks[i], importing->marks[mark]) == 0) {
            free(importing->marks[mark]);
            importing->marks[mark] = NULL;
            return true;
        }
    pairs->mark_count++;
    return true;
}

static bool watch_pairs(struct importing *importing, struct error *error)
{
    const struct arguments *arguments = importing->arguments;
    struct pairs *pairs = &importing->pairs;
    if (arguments->from == NULL)
        return true;
    if (!watch_slope(importing, arguments->from, PAIRS_RISE, &pairs->from, &importing->from,
                     error) ||
        !watch_slope(importing, arguments->to, PAIRS_RISE, &pairs->to, &importing->to, error))
        return false;
    for (size_t i = 0; i < arguments->mark_count; i++)
        if (!watch_mark(importing, arguments->marks[i], error))
            return false;
    importing->edges.listener = pairs_listen;
    importing->edges.context = pairs;
    return true;
}

static bool watch_channels(struct importing *importing, struct error *error)
{
    const struct arguments *arguments = importing->arguments;
    const struct import_capture *capture = &importing->import.capture;
    uint32_t watch;
    if (!watch_pairs(importing, error))
        return false;
    for (size_t i = 0; i < arguments->channel_count; i++)
        if (!watch_named(importing, arguments->channels[i], &watch, error))
            return false;
    if (!arguments->edges || arguments->channel_count != 0)
        return true;
    for (size_t i = 0; i < capture->variable_count; i++)
        for (uint32_t bit = 0;
             capture->variables[i].width <= EDGES_WIDTH_MAX && bit < capture->variables[i].width;
             bit++)
            edges_watch(&importing->edges, capture->variables[i].first_bit + bit);
    return true;
}

static bool set_filter(struct importing *importing, struct error *error)
{
    const char *text = importing->arguments->min_pulse;
    uint64_t hz = importing->import.capture.hz;
    struct decimal seconds;
    int64_t fs;
    bool exact;
    if (text == NULL)
        return true;
    if (!decimal_seconds(text, strlen(text), &seconds) ||
        !decimal_scale(&seconds, 15, &fs, &exact) || fs <= 0) {
        error_set(error,
                  "--min-pulse takes a time above 0 with its unit, as in \"100 ns\", not "
                  "'%.64s'",
                  text);
        return false;
    }
    /* Rounded up: a pulse of exactly this length stays. */
    unsigned __int128 scale = UINT64_C(1000000000000000);
    unsigned __int128 ticks = ((unsigned __int128)fs * hz + scale - 1) / scale;
    importing->edges.min_pulse_ticks = ticks > INT64_MAX ? INT64_MAX : (int64_t)ticks;
    return true;
}

/* ---- what was found ---- */

static int print_findings(const struct importing *importing)
{
    const struct findings *findings = &importing->import.capture.findings;
    const char *name = importing->import.inputs[0].name;
    for (size_t i = 0; i < findings->length; i++) {
        const struct finding *finding = &findings->list[i];
        bool warns = finding->kind == FINDING_WARNING;
        fputs(cli_colour(stderr, warns ? CLI_YELLOW : CLI_RED), stderr);
        if (finding->line != 0)
            fprintf(stderr, "%s:%" PRIu64 ": ", name, finding->line);
        else
            fprintf(stderr, "%s: ", name);
        fprintf(stderr, "%s%s%s\n", warns ? "warning: " : "", cli_colour(stderr, CLI_PLAIN),
                finding->text);
    }
    return findings_worst(findings) == FINDING_WARNING ? EXIT_YES : EXIT_NO;
}

static int judge_pairs(const struct importing *importing)
{
    const struct pairs *pairs = &importing->pairs;
    const char *name = importing->import.inputs[0].name;
    if (importing->arguments->from == NULL)
        return EXIT_YES;
    if (pairs->samples.count == 0)
        fprintf(stderr,
                "tailchain: %s: not one sample: check the channels and slopes with --edges\n",
                name);
    else if (!pairs_are_whole(pairs) && !importing->arguments->allow_unpaired)
        fprintf(stderr,
                "tailchain: %s: %" PRIu64
                " edge(s) are left over, so samples may be wrong: check the channels, filter "
                "glitches with --min-pulse, or accept that with --allow-unpaired\n",
                name, pairs->missing_to.count + pairs->extra_to.count);
    else
        return EXIT_YES;
    return EXIT_NO;
}

/* Where the target took as many samples there is nothing to suspect. */
static int judge_suspects(const struct importing *importing)
{
    const struct rhythm *rhythm = &importing->pairs.rhythm;
    uint64_t suspects = rhythm->suspects;
    if ((rhythm_is_chance(rhythm) && rhythm->split.count == 0) ||
        importing->arguments->allow_unpaired || importing->arguments->against != NULL)
        return EXIT_YES;
    fprintf(stderr,
            "tailchain: %s: %" PRIu64
            " sample(s) are suspect: edges seem to be lost or added in pairs; capture faster, "
            "filter glitches with --min-pulse, give the target's own counts with --against, or "
            "accept that with --allow-unpaired\n",
            importing->import.inputs[0].name, suspects);
    return EXIT_NO;
}

/* A bool (*)() for imported_run; the error stays in the context. */
struct put {
    struct output *output;
    struct error error;
};

static bool put_bytes(void *context, const char *bytes, size_t length)
{
    struct put *put = context;
    return output_write(put->output, bytes, length, &put->error);
}

/* Samples that could not be read again are missing in what was put. */
static bool conclude_put(const struct importing *importing, const struct put *put, bool ok,
                         struct error *error)
{
    if (ok && !importing->pairs.samples.failed)
        return output_commit(put->output, error);
    *error = ok ? importing->pairs.samples.error : put->error;
    return false;
}

static bool write_run(struct importing *importing, const struct imported *imported,
                      struct error *error)
{
    struct put put = {.output = &importing->run};
    struct buf name = {0};
    imported_metric(imported, &name);
    const char *given = importing->arguments->name;
    bool ok = imported_run(imported, given != NULL ? given : name.bytes, put_bytes, &put);
    buf_free(&name);
    return conclude_put(importing, &put, ok, error);
}

static bool write_json(struct importing *importing, const struct imported *imported,
                       struct error *error)
{
    struct put put = {.output = &importing->json};
    bool ok = json_import(imported, put_bytes, &put);
    return conclude_put(importing, &put, ok, error);
}

/* Shows the fit, too. */
static int fit_against(struct importing *importing, struct imported *imported, FILE *stream)
{
    struct buf text = {0};
    int code = import_against_fit(&importing->against, importing->arguments->against,
                                  importing->arguments->series, imported);
    if (code != EXIT_YES)
        return code;
    imported->against = &importing->against.against;
    term_import_against(imported, &text);
    fwrite(text.bytes, 1, text.length, stream);
    buf_free(&text);
    return code;
}

static int conclude(struct importing *importing, struct imported *imported)
{
    struct buf text = {0};
    struct error error;
    int findings = print_findings(importing);
    term_import_head(imported, &text);
    if (importing->arguments->list)
        term_import_list(imported, &text);
    if (importing->arguments->edges)
        term_import_edges(imported, &text);
    if (imported->pairs != NULL)
        term_import_pairs(imported, &text);
    bool to_stdout = output_is_stdout(&importing->json) || output_is_stdout(&importing->run);
    fwrite(text.bytes, 1, text.length, to_stdout ? stderr : stdout);
    buf_free(&text);
    int code = findings != EXIT_YES ? findings : judge_pairs(importing);
    if (code == EXIT_YES)
        code = judge_suspects(importing);
    if (code == EXIT_YES && importing->arguments->against != NULL)
        code = fit_against(importing, imported, to_stdout ? stderr : stdout);
    if (code != EXIT_YES && (importing->run.stream != NULL || importing->json.stream != NULL))
        fprintf(stderr, "tailchain: %s: no output is written\n", imported->name);
    if (code == EXIT_YES && importing->run.stream != NULL &&
        !write_run(importing, imported, &error))
        return cli_fail(&error);
    if (code == EXIT_YES && importing->json.stream != NULL &&
        !write_json(importing, imported, &error))
        return cli_fail(&error);
    return code;
}

static bool is_input(const struct importing *importing, const struct output *output)
{
    for (size_t i = 0; i < importing->arguments->path_count; i++)
        if (output_is_same(output, importing->arguments->paths[i]))
            return true;
    return false;
}

/* Before the work; neither an input nor the other output is replaced. */
static bool open_outputs(struct importing *importing, struct error *error)
{
    const struct arguments *arguments = importing->arguments;
    if ((arguments->output != NULL && !output_open(&importing->run, arguments->output, error)) ||
        (arguments->json != NULL && !output_open(&importing->json, arguments->json, error)))
        return false;
    if (is_input(importing, &importing->run) || is_input(importing, &importing->json))
        error_set(error, "%s: is an input, not an output; choose another file",
                  is_input(importing, &importing->run) ? arguments->output : arguments->json);
    else if (arguments->json != NULL && output_is_same(&importing->run, arguments->json))
        error_set(error, "%s: -o and --json name the same file", arguments->json);
    else
        return true;
    return false;
}

static bool end_pairs(struct importing *importing, struct stats *stats, struct error *error)
{
    struct samples *samples = &importing->pairs.samples;
    pairs_end(&importing->pairs);
    if (!samples->failed && samples->count != 0)
        *stats = samples_stats(samples, importing->import.capture.hz);
    if (samples->failed)
        *error = samples->error;
    return !samples->failed;
}

static int run(struct importing *importing)
{
    const struct arguments *arguments = importing->arguments;
    struct import *import = &importing->import;
    struct error error;
    if (!import_open(import, arguments->paths, arguments->path_count, &arguments->import, &error))
        return interrupt_signal() != 0
                   ? cli_say_interrupted(arguments->paths[0], "nothing was imported")
                   : cli_fail(&error);
    edges_init(&importing->edges, import->capture.bits);
    pairs_init(&importing->pairs, &importing->edges);
    if (!open_outputs(importing, &error))
        return cli_fail(&error);
    struct imported imported = {.name = import->inputs[0].name, .capture = &import->capture};
    if (arguments->edges || arguments->from != NULL) {
        if (!watch_channels(importing, &error) || !set_filter(importing, &error))
            return cli_fail(&error);
        if (!import_run(import, &importing->edges, &error))
            return interrupt_signal() != 0
                       ? cli_say_interrupted(imported.name, "nothing was imported")
                       : cli_fail(&error);
        imported.edges = &importing->edges;
        if (!end_pairs(importing, &imported.stats, &error))
            return cli_fail(&error);
        imported.from = importing->from;
        imported.to = importing->to;
        imported.marks = (const char *const *)importing->marks;
        if (arguments->from != NULL)
            imported.pairs = &importing->pairs;
    }
    return conclude(importing, &imported);
}

int cmd_import(int argc, char **argv)
{
    static struct arguments arguments;
    static struct importing importing = {.arguments = &arguments};
    cli_parse(&argp, argc, argv, &arguments);
    int code = run(&importing);
    output_discard(&importing.run);
    output_discard(&importing.json);
    import_against_free(&importing.against);
    pairs_free(&importing.pairs);
    free(importing.from);
    free(importing.to);
    for (size_t mark = 0; mark < PAIRS_MARKS_MAX; mark++)
        free(importing.marks[mark]);
    edges_free(&importing.edges);
    import_close(&importing.import);
    return code;
}
