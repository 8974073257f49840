/* tailchain history: keeps runs, lists them, and finds where a measurement changed.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "history_keep.h"
#include "history_names.h"
#include "history_trends.h"
#include "judge.h"
#include "names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number.h"
#include "host/base/output.h"
#include "host/base/suggest.h"
#include "host/base/xalloc.h"
#include "host/core/history/history.h"
#include "host/core/image/image.h"
#include "host/core/verify/image_sent.h"
#include "host/core/source/source.h"
#include "host/render/history_text.h"
#include "host/render/wrap.h"

#define CHUNK 65536
#define WORDS_MAX 64u

enum {
    OPTION_HISTORY = 0x100,
    OPTION_BOARD,
    OPTION_COMMIT,
    OPTION_LABEL,
    OPTION_ORIGIN,
    OPTION_LAST,
    OPTION_STATISTIC,
    OPTION_JSON,
    OPTION_HTML,
    OPTION_BENCH,
    OPTION_IMAGE,
    OPTION_SIMULATED
};

struct arguments {
    const char *history, *action, *words[WORDS_MAX];
    size_t word_count;
    struct history_filter filter; /* of add: what is kept */
    enum stats_item item;
    const char *html;  /* NULL for no page */
    const char *image; /* that the board ran; NULL where not said */
    bool json, simulated;
};

static void add_word(struct arguments *arguments, const char *word, struct argp_state *state)
{
    if (arguments->action == NULL)
        arguments->action = word;
    else if (arguments->word_count == WORDS_MAX)
        argp_error(state, "at most %u at a time", WORDS_MAX);
    else
        arguments->words[arguments->word_count++] = word;
}

static const char *const origins[] = {IDENTITY_SIMULATED, IDENTITY_FROM_BOARD};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_HISTORY:
        arguments->history = value;
        return 0;
    case OPTION_BOARD:
        arguments->filter.board = value;
        return 0;
    case OPTION_COMMIT:
        arguments->filter.commit = value;
        return 0;
    case OPTION_LABEL:
        arguments->filter.label = value;
        return 0;
    case OPTION_ORIGIN:
        arguments->filter.origin = origins[name_choice(state, "origin", value, origins,
                                                       sizeof origins / sizeof origins[0])];
        return 0;
    case OPTION_LAST:
        arguments->filter.last = (size_t)cli_number(state, "--last", value, 1000000);
        return 0;
    case OPTION_STATISTIC:
        arguments->item =
            (enum stats_item)name_choice(state, "statistic", value, stats_item_name, STATS_ITEMS);
        return 0;
    case OPTION_JSON:
        arguments->json = true;
        return 0;
    case OPTION_HTML:
        arguments->html = value;
        return 0;
    case OPTION_IMAGE:
        arguments->image = value;
        return 0;
    case OPTION_BENCH:
        arguments->filter.bench = value;
        return 0;
    case OPTION_SIMULATED:
        arguments->simulated = true;
        return 0;
    case ARGP_KEY_ARG:
        add_word(arguments, value, state);
        return 0;
    case ARGP_KEY_END:
        arguments->history = history_path(arguments->history);
        if (arguments->action == NULL)
            argp_error(state, "what? add, list, show, plot, change or export");
        else if (arguments->history == NULL)
            argp_error(state, "which history? Give --history FILE or set TAILCHAIN_HISTORY");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"history", OPTION_HISTORY, "FILE", 0, "The history; TAILCHAIN_HISTORY by default", 0},
    {"board", OPTION_BOARD, "BOARD", 0, "add: the board that was measured; else only its runs", 0},
    {"commit", OPTION_COMMIT, "COMMIT", 0,
     "add: what was measured, by default the commit at hand; else only runs of it", 0},
    {"label", OPTION_LABEL, "TEXT", 0, "add: a word about it; else only runs that have it", 0},
    {"image", OPTION_IMAGE, "IMAGE.ELF", 0,
     "add: what the board ran: its hash and its note are kept, too", 0},
    {"simulated", OPTION_SIMULATED, NULL, 0, "add: the capture is of a simulated board", 0},
    {"origin", OPTION_ORIGIN, "ORIGIN", 0, "Only runs from the simulator, or from a board", 0},
    {"bench", OPTION_BENCH, "BENCH", 0, "Only runs of this bench", 0},
    {"last", OPTION_LAST, "N", 0, "Only the N newest of those", 0},
    {"statistic", OPTION_STATISTIC, "NAME", 0, "plot, change: min, avg (default), p99 or max", 0},
    {"html", OPTION_HTML, "FILE", 0, "plot, change: one page with plots, no network needed", 0},
    {"json", OPTION_JSON, NULL, 0, "list, plot, change: JSON", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "add RUN.LOG...\nlist\nshow RUN\nplot [MEASUREMENT...]\nchange [MEASUREMENT...]\nexport RUN",
    "Keep runs in one file with all that is known of them, and see how a measurement went.\v"
    "Exit status: 0 done (change: nothing changed), 1 it changed, or what was to be added is not "
    "verified, 2 trouble. Several processes may add at the same time.\n\n"
    "plot and change without a MEASUREMENT take all that the newest run has.\n\n"
    "Example: at which commit did the interrupt latency change?\n"
    "  tailchain history change 'idle irq_entry' --history runs.db\n",
    NULL,
    NULL,
    NULL};

/* ---- add ---- */

/* Feeds a capture and keeps its bytes. */
static int read_all(const char *path, struct intake *intake, struct buf *bytes)
{
    static char chunk[CHUNK];
    struct error error;
    struct source source;
    size_t got;
    if (!source_open(&source, path, NULL, &error))
        return cli_fail(&error);
    enum source_status status;
    while ((status = source_read(&source, chunk, sizeof chunk, -1, &got, &error)) == SOURCE_BYTES) {
        if (!intake_feed(intake, chunk, got) || bytes->length > HISTORY_CAPTURE_MAX)
            break;
        buf_add(bytes, chunk, got);
    }
    source_close(&source);
    intake_end(intake);
    if (status == SOURCE_FAILED)
        return cli_fail(&error);
    return status == SOURCE_INTERRUPTED ? cli_say_interrupted(source.path, "it was not added")
                                        : EXIT_YES;
}

/* The image that sent a run: EXIT_YES, or an exit code after a message. */
static int read_image(const char *path, const struct run *run, struct image *image,
                      struct environment *environment)
{
    struct error error;
    struct buf differences = {0};
    if (!image_open(image, path, &error))
        return cli_fail(&error);
    if (!image_sent(image, run, &differences)) {
        error_set(&error, "%s: did not send this run: %.600s; give the image that the board ran",
                  path, differences.bytes);
        buf_free(&differences);
        return cli_fail(&error);
    }
    *environment = (struct environment){.machine = image->note[NOTE_MACHINE]};
    for (int key = 0; key < NOTE_KEYS; key++)
        environment->note[key] = image->note[key];
    image_hash(image, environment->image_sha256);
    return EXIT_YES;
}

static int keep_one(const struct arguments *arguments, const struct run *run,
                    const struct buf *bytes, const char *path)
{
    struct identity identity = {0};
    struct image image = {0};
    struct environment of_image;
    const struct environment *environment = NULL;
    if (arguments->image != NULL) {
        int trouble = read_image(arguments->image, run, &image, &of_image);
        if (trouble != EXIT_YES) {
            image_close(&image);
            return trouble;
        }
        environment = &of_image;
    }
    identity_fill(&identity, run, environment);
    if (!arguments->simulated)
        identity_set(&identity, IDENTITY_KNOBS, NULL);
    identity_set(&identity, IDENTITY_ORIGIN,
                 arguments->simulated ? IDENTITY_SIMULATED : IDENTITY_FROM_BOARD);
    if (arguments->filter.board != NULL)
        identity_set(&identity, IDENTITY_BOARD, arguments->filter.board);
    int code = history_keep(&(struct history_keep){.path = arguments->history,
                                                   .run = run,
                                                   .identity = &identity,
                                                   .environment = environment,
                                                   .capture = bytes,
                                                   .source = path,
                                                   .commit = arguments->filter.commit,
                                                   .label = arguments->filter.label});
    identity_free(&identity);
    image_close(&image);
    return code;
}

static int add_one(const struct arguments *arguments, const char *path)
{
    static struct intake intake;
    struct session session = {0};
    struct buf bytes = {0};
    intake_init(&intake, &session);
    int code = read_all(path, &intake, &bytes);
    if (code == EXIT_YES) {
        struct judge_options judged_as = {.name = path, .allow_summary = true};
        struct judgement judgement = judge(&session, &intake, &judged_as, false);
        code = judgement.exit_code;
        if (code == EXIT_YES)
            code = keep_one(arguments, judgement.run, &bytes, path);
        else
            fprintf(stderr, "tailchain: %s: is not verified, so it was not added\n", path);
    }
    session_free(&session);
    buf_free(&bytes);
    return code;
}

static int add(const struct arguments *arguments)
{
    int worst = EXIT_YES;
    if (arguments->filter.board != NULL)
        name_hint_board(arguments->filter.board);
    for (size_t i = 0; i < arguments->word_count && worst < EXIT_SIGNAL; i++) {
        int code = add_one(arguments, arguments->words[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}

/* ---- the others: an open history ---- */

static void print(struct buf *out)
{
    if (out->length != 0)
        fwrite(out->bytes, 1, out->length, stdout);
    buf_free(out);
}

static bool list(struct history *history, const struct arguments *arguments, int *code,
                 struct error *error)
{
    struct history_list found = {0};
    struct buf out = {0};
    bool ok = history_find(history, &arguments->filter, &found, error);
    if (ok && arguments->json)
        history_json_list(&found, &out);
    else if (ok)
        history_text_list(&found, &out);
    print(&out);
    history_list_free(&found);
    *code = EXIT_YES;
    return ok;
}

/* The number of a run; 0 where the word is none. */
static int64_t run_number(const char *word)
{
    uint64_t number;
    return number_whole(word, INT64_MAX, &number) ? (int64_t)number : 0;
}

/* Where the values of `show` begin, and how long one may be. */
#define FACT_COLUMN 27
#define FACT_MAX 201

static void add_fact(void *context, const char *key, const char *value)
{
    struct buf *out = context;
    char shown[FACT_MAX];
    snprintf(shown, sizeof shown, "%s", value);
    buf_printf(out, "  %-24s ", key);
    wrap_text(out, FACT_COLUMN, FACT_COLUMN, shown);
}

static bool show(struct history *history, const struct arguments *arguments, int *code,
                 struct error *error)
{
    struct history_filter filter = {.id = run_number(arguments->words[0])};
    struct history_list found = {0};
    struct history_results results = {0};
    struct buf out = {0};
    bool ok = history_find(history, &filter, &found, error);
    if (ok && (filter.id == 0 || found.count == 0)) {
        error_set(error, "%s: has no run '%.40s'; `tailchain history list` shows them",
                  arguments->history, arguments->words[0]);
        ok = false;
    }
    if (ok) {
        const struct history_run *run = &found.runs[0];
        struct buf head = {0};
        buf_printf(&head, "run %" PRId64 " from %s, added %s by tailchain %s", run->id, run->source,
                   run->added, run->tool);
        wrap_text(&out, 0, 2, head.bytes);
        buf_free(&head);
        buf_printf(&out, "  %-24s %s\n  %-24s %s\n", "commit", run->commit, "label", run->label);
        ok = history_facts(history, run->id, add_fact, &out, error) &&
             history_results(history, run->id, &results, error);
    }
    if (ok) {
        buf_add_text(&out, "\n");
        history_text_results(&results, &out);
        print(&out);
    }
    buf_free(&out);
    history_results_free(&results);
    history_list_free(&found);
    *code = EXIT_YES;
    return ok;
}

static bool export(struct history *history, const struct arguments *arguments, int *code,
                   struct error *error)
{
    struct buf capture = {0};
    bool ok = history_capture(history, run_number(arguments->words[0]), &capture, error);
    if (ok)
        print(&capture);
    buf_free(&capture);
    *code = EXIT_YES;
    return ok;
}

/* ---- trends ---- */

static bool write_page(const struct arguments *arguments, const struct history_trend *trends,
                       size_t count, struct error *error)
{
    struct output page = {0};
    struct buf text = {0};
    if (!output_open(&page, arguments->html, error))
        return false;
    history_html(trends, count, arguments->history, &text);
    bool ok = output_write(&page, text.bytes, text.length, error) && output_commit(&page, error);
    output_discard(&page);
    buf_free(&text);
    return ok;
}

static void say_trend(const struct arguments *arguments, const struct history_trend *trend,
                      struct buf *out)
{
    if (arguments->json)
        history_json_trend(trend, out);
    else if (strcmp(arguments->action, "plot") == 0 && arguments->html == NULL)
        history_text_trend(trend, out);
    else
        history_text_change(trend, out);
}

static bool show_trends(struct history *history, const struct arguments *arguments, int *code,
                        struct error *error)
{
    struct trend_wish wish = {arguments->history, &arguments->filter, arguments->item};
    struct trends trends = {0};
    struct buf out = {0};
    if (arguments->json && arguments->word_count != 1) {
        error_set(error, "history %s --json: takes one measurement", arguments->action);
        return false;
    }
    bool ok = arguments->word_count == 0 ? trends_add_all(&trends, history, &wish, error) : true;
    for (size_t i = 0; ok && i < arguments->word_count; i++)
        ok = trends_add(&trends, history, &wish, arguments->words[i], error);
    bool changed = false;
    for (size_t i = 0; ok && i < trends.count; i++) {
        if (i != 0 && !arguments->json)
            buf_add_text(&out, "\n");
        say_trend(arguments, &trends.list[i], &out);
        changed |= trends.list[i].changed;
    }
    if (ok && arguments->html != NULL)
        ok = write_page(arguments, trends.list, trends.count, error);
    if (ok && !(arguments->html != NULL && strcmp(arguments->html, "-") == 0))
        print(&out);
    buf_free(&out);
    *code = ok && changed && strcmp(arguments->action, "change") == 0 ? EXIT_NO : EXIT_YES;
    trends_free(&trends);
    return ok;
}

/* ---- */

typedef bool action_function(struct history *history, const struct arguments *arguments, int *code,
                             struct error *error);

static const struct action {
    const char *name;
    size_t words_min, words_max;
    action_function *run; /* NULL: add, which opens for each */
} actions[] = {
    {"add", 1, WORDS_MAX, NULL},
    {"list", 0, 0, list},
    {"show", 1, 1, show},
    {"plot", 0, WORDS_MAX, show_trends},
    {"change", 0, WORDS_MAX, show_trends},
    {"export", 1, 1, export},
};

#define ACTIONS (sizeof actions / sizeof actions[0])

static int unknown_action(const char *name)
{
    const char *names[ACTIONS];
    struct error error;
    for (size_t i = 0; i < ACTIONS; i++)
        names[i] = actions[i].name;
    suggest(&error, "action of history", name, names, ACTIONS, NULL);
    return cli_fail(&error);
}

static int run_action(const struct action *action, const struct arguments *arguments)
{
    struct error error;
    int code = EXIT_TROUBLE;
    if (arguments->word_count < action->words_min || arguments->word_count > action->words_max) {
        error_set(&error, "history %s: takes %s; see tailchain history --help", action->name,
                  action->words_max == 0 ? "no word" : "what it is about");
        return cli_fail(&error);
    }
    if (action->run == NULL)
        return add(arguments);
    struct history *history = history_open(arguments->history, false, &error);
    if (history == NULL)
        return cli_fail(&error);
    bool ok = history_names_check(history, arguments->history, &arguments->filter, &error) &&
              action->run(history, arguments, &code, &error);
    history_close(history);
    return ok ? code : cli_fail(&error);
}

int cmd_history(int argc, char **argv)
{
    struct arguments arguments = {.item = STATS_AVG};
    cli_parse(&argp, argc, argv, &arguments);
    for (size_t i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, arguments.action) == 0)
            return run_action(&actions[i], &arguments);
    return unknown_action(arguments.action);
}
