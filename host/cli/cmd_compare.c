/* tailchain compare: has it become slower?
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "names.h"
#include "compare_history.h"
#include "compare_input.h"
#include "compare_where.h"
#include "history_keep.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/number.h"
#include "host/base/output.h"
#include "host/render/compare_render.h"

enum {
    OPTION_BASE = 0x100,
    OPTION_EXACT,
    OPTION_PERCENT,
    OPTION_CYCLES,
    OPTION_ALLOW,
    OPTION_FAIL_ON,
    OPTION_MACHINE,
    OPTION_AGAINST,
    OPTION_HISTORY,
    OPTION_BOARD,
    OPTION_COMMIT,
    OPTION_FORMAT,
    OPTION_MARKDOWN,
    OPTION_JUNIT,
    OPTION_JSON
};

struct side_arguments {
    const char *paths[EFFECT_GROUP_MAX];
    size_t count;
};

/* A form of the comparison that goes to a file. */
struct form {
    const char *path;
    const struct compare_renderer *renderer;
    struct output file;
};

#define FORMS_MAX 3u

struct arguments {
    struct side_arguments base, new;
    struct form forms[FORMS_MAX];
    size_t form_count;
    bool base_given; /* with --base, so that all others are NEW */
    const char *machine, *board, *history;
    const char *commit; /* of NEW; NULL for the one at hand */
    bool against_history;
    bool any_change_fails;
    bool allowed[IDENTITY_FIELDS_MAX];
    struct compare_options gate;
    const struct compare_renderer *renderer;
};

static void add_path(struct side_arguments *side, const char *path, struct argp_state *state)
{
    if (side->count == EFFECT_GROUP_MAX)
        argp_error(state, "at most %u runs a side", EFFECT_GROUP_MAX);
    side->paths[side->count++] = path;
}

static double positive(struct argp_state *state, const char *option, const char *text)
{
    double value;
    if (!number_real(text, 1e9, &value))
        argp_error(state, "%s takes a number from 0 to 1e9, not '%s'", option, text);
    return value;
}

static void add_form(struct arguments *arguments, const struct compare_renderer *renderer,
                     const char *path, struct argp_state *state)
{
    for (size_t i = 0; i < arguments->form_count; i++)
        if (arguments->forms[i].renderer == renderer)
            argp_error(state, "--%s twice", renderer->name);
    arguments->forms[arguments->form_count++] = (struct form){path, renderer, {0}};
}

static void allow(struct arguments *arguments, const char *name, struct argp_state *state)
{
    const char *names[IDENTITY_FIELDS_MAX];
    size_t count = (size_t)identity_field_count();
    for (size_t i = 0; i < count; i++)
        names[i] = identity_field_name((int)i);
    arguments->allowed[name_choice(state, "field", name, names, count)] = true;
}

/* FIELD[,FIELD...] */
static void allow_all(struct arguments *arguments, const char *list, struct argp_state *state)
{
    for (const char *at = list;; at++) {
        char name[64];
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        allow(arguments, name, state);
        at += length;
        if (*at == '\0')
            return;
    }
}

static void set_fail_on(struct arguments *arguments, const char *what, struct argp_state *state)
{
    static const char *const names[] = {"slower", "change"};
    arguments->any_change_fails = name_choice(state, "reason to fail", what, names, 2) == 1;
}

static void set_format(struct arguments *arguments, const char *name, struct argp_state *state)
{
    static const struct compare_renderer *const renderers[] = {&compare_term, &compare_markdown,
                                                               &compare_junit, &compare_json};
    const char *names[sizeof renderers / sizeof renderers[0]];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        names[i] = renderers[i]->name;
    arguments->renderer =
        renderers[name_choice(state, "format", name, names, sizeof names / sizeof names[0])];
}

/* Without --base the first of the files is BASE. */
static void check(struct arguments *arguments, struct argp_state *state)
{
    struct side_arguments *base = &arguments->base, *new = &arguments->new;
    arguments->history = history_path(arguments->history);
    if (arguments->against_history && (arguments->base_given || new->count == 0))
        argp_error(state, "--against history takes NEW only");
    if (arguments->against_history && arguments->history == NULL)
        argp_error(state, "which history? Give --history FILE or set TAILCHAIN_HISTORY");
    if (arguments->against_history)
        return;
    if (!arguments->base_given && new->count != 0) {
        add_path(base, new->paths[0], state);
        memmove(new->paths, new->paths + 1, --new->count * sizeof new->paths[0]);
    }
    if (base->count == 0 || new->count == 0)
        argp_error(state, "compare what? Give BASE and NEW");
    else if (arguments->gate.gate == COMPARE_EXACT && (base->count > 1 || new->count > 1))
        argp_error(state, "--exact compares one run with one: simulated runs repeat themselves");
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_BASE:
        arguments->base_given = true;
        add_path(&arguments->base, value, state);
        return 0;
    case OPTION_EXACT:
        arguments->gate.gate = COMPARE_EXACT;
        return 0;
    case OPTION_PERCENT:
        arguments->gate.has_percent = true;
        arguments->gate.percent = positive(state, "--percent", value);
        return 0;
    case OPTION_CYCLES:
        arguments->gate.has_cycles = true;
        arguments->gate.cycles = positive(state, "--cycles", value);
        return 0;
    case OPTION_ALLOW:
        allow_all(arguments, value, state);
        return 0;
    case OPTION_FAIL_ON:
        set_fail_on(arguments, value, state);
        return 0;
    case OPTION_AGAINST:
        name_choice(state, "base", value, (const char *const[]){"history"}, 1);
        arguments->against_history = true;
        return 0;
    case OPTION_HISTORY:
        arguments->history = value;
        return 0;
    case OPTION_BOARD:
        name_hint_board(value);
        arguments->board = value;
        return 0;
    case OPTION_COMMIT:
        arguments->commit = value;
        return 0;
    case OPTION_MACHINE:
        arguments->machine = value;
        return 0;
    case OPTION_FORMAT:
        set_format(arguments, value, state);
        return 0;
    case OPTION_MARKDOWN:
        add_form(arguments, &compare_markdown, value, state);
        return 0;
    case OPTION_JUNIT:
        add_form(arguments, &compare_junit, value, state);
        return 0;
    case OPTION_JSON:
        add_form(arguments, &compare_json, value, state);
        return 0;
    case ARGP_KEY_ARG:
        add_path(&arguments->new, value, state);
        return 0;
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"base", OPTION_BASE, "RUN", 0, "A run of the base; give one for each repetition", 0},
    {"exact", OPTION_EXACT, NULL, 0, "Both were simulated: one cycle is a change", 0},
    {"percent", OPTION_PERCENT, "X", 0, "Smallest change that counts, in percent of the base", 0},
    {"cycles", OPTION_CYCLES, "C", 0, "Smallest change that counts, in ticks", 0},
    {"allow-different", OPTION_ALLOW, "FIELD", 0,
     "Compare although FIELD (board, core, flags, kernel, ...) differs; several with commas", 0},
    {"fail-on", OPTION_FAIL_ON, "WHAT", 0,
     "slower (default): what became slower or is gone; change: any change", 0},
    {"against", OPTION_AGAINST, "history", 0,
     "BASE is the newest kept run of the same board and configuration, of another commit (of "
     "boards "
     "up to five)",
     0},
    {"commit", OPTION_COMMIT, "COMMIT", 0,
     "Of NEW, for --against history; by default the commit at hand", 0},
    {"history", OPTION_HISTORY, "FILE", 0, "The history; TAILCHAIN_HISTORY by default", 0},
    {"board", OPTION_BOARD, "BOARD", 0, "The board that captures come from", 0},
    {"machine", OPTION_MACHINE, "NAME", 0, "Machine that images run on, instead of their own", 0},
    {"format", OPTION_FORMAT, "FORMAT", 0,
     "On standard output: term (default), markdown, junit or json", 0},
    {"markdown", OPTION_MARKDOWN, "FILE", 0, "Write a comment for a pull request", 0},
    {"junit", OPTION_JUNIT, "FILE", 0, "Write JUnit XML for a CI server", 0},
    {"json", OPTION_JSON, "FILE", 0, "Write everything as JSON", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "BASE NEW [NEW...]\n--against history NEW [NEW...]",
    "Say whether NEW is slower than BASE, measurement by measurement. Of a board give several runs "
    "of each side: what they differ by among themselves is noise, and a change within it is no "
    "change.\v"
    "Exit status: 0 nothing became slower, 1 something did or is gone, 2 trouble (not comparable, "
    "not verified, too few runs to decide).\n\n"
    "Example: three runs before and three after\n"
    "  tailchain compare --base a1 --base a2 --base a3 b1 b2 b3\n",
    NULL,
    NULL,
    NULL};

struct side {
    struct compare_input inputs[EFFECT_GROUP_MAX];
    const struct run *runs[EFFECT_GROUP_MAX];
    size_t count;
    char name[160];
};

static void name_side(struct side *side)
{
    if (side->count == 1)
        snprintf(side->name, sizeof side->name, "%.150s", side->inputs[0].name);
    else
        snprintf(side->name, sizeof side->name, "%zu runs, %.100s first", side->count,
                 side->inputs[0].name);
}

/* What the user knows about a capture and the capture does not say. */
static void complete(const struct arguments *arguments, struct identity *identity)
{
    if (arguments->board != NULL && identity->value[IDENTITY_BOARD] == NULL)
        identity_set(identity, IDENTITY_BOARD, arguments->board);
    if (arguments->gate.gate == COMPARE_EXACT && identity->value[IDENTITY_ORIGIN] == NULL)
        identity_set(identity, IDENTITY_ORIGIN, IDENTITY_SIMULATED);
}

static int open_side(struct side *side, const struct side_arguments *paths,
                     const struct arguments *arguments)
{
    while (side->count < paths->count) {
        struct compare_input *input = &side->inputs[side->count];
        int code = compare_input_open(input, paths->paths[side->count], arguments->machine);
        side->runs[side->count++] = input->run;
        if (code != EXIT_YES)
            return code;
        complete(arguments, &input->identity);
    }
    name_side(side);
    return EXIT_YES;
}

static int open_base_of_history(struct side *base, const struct side *new,
                                const struct arguments *arguments)
{
    int code = compare_history_open(arguments->history, &new->inputs[0], arguments->commit,
                                    base->inputs, &base->count);
    for (size_t i = 0; i < base->count; i++)
        base->runs[i] = base->inputs[i].run;
    if (code == EXIT_YES)
        name_side(base);
    return code;
}

static void close_side(struct side *side)
{
    for (size_t i = 0; i < side->count; i++)
        compare_input_close(&side->inputs[i]);
}

/* Names every field in which an input is unlike the first of BASE and must not be. */
static bool is_like(const struct arguments *arguments, const struct compare_input *first,
                    const struct compare_input *input)
{
    bool like = true;
    for (int field = -1;
         (field = identity_difference(&first->identity, &input->identity, field + 1)) >= 0;)
        if (!arguments->allowed[field]) {
            const char *name = identity_field_name(field);
            fprintf(stderr,
                    "tailchain: not comparable: %s is %s in %s and %s in %s; --allow-different %s "
                    "compares all the same\n",
                    name, first->identity.value[field], first->name, input->identity.value[field],
                    input->name, name);
            like = false;
        }
    return like;
}

static bool are_alike(const struct arguments *arguments, const struct side *base,
                      const struct side *new)
{
    bool alike = true;
    for (size_t i = 1; i < base->count; i++)
        alike = is_like(arguments, &base->inputs[0], &base->inputs[i]) && alike;
    for (size_t i = 0; i < new->count; i++)
        alike = is_like(arguments, &base->inputs[0], &new->inputs[i]) && alike;
    return alike;
}

static int exit_code_of(const struct compare_report *report)
{
    const struct comparison *comparison = report->comparison;
    for (int change = 0; change < COMPARE_CHANGES; change++)
        if (comparison->count[change] != 0 &&
            compare_report_fails(report, (enum compare_change)change))
            return EXIT_NO;
    return comparison->count[COMPARE_UNDECIDED] != 0 ? EXIT_TROUBLE : EXIT_YES;
}

static bool is_input(const struct output *file, const struct side_arguments *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        if (output_is_same(file, paths->paths[i]))
            return true;
    return false;
}

/* Before the work: a bad path, or one that is an input, fails at once. */
static bool open_forms(struct arguments *arguments, struct error *error)
{
    for (size_t i = 0; i < arguments->form_count; i++) {
        struct form *form = &arguments->forms[i];
        if (!output_open(&form->file, form->path, error))
            return false;
        if (is_input(&form->file, &arguments->base) || is_input(&form->file, &arguments->new)) {
            error_set(error, "%s: is an input, not an output; choose another file", form->path);
            return false;
        }
        for (size_t k = 0; k < i; k++)
            if (output_is_same(&arguments->forms[k].file, form->path)) {
                error_set(error, "%s: --%s and --%s are the same output", form->path,
                          arguments->forms[k].renderer->name, form->renderer->name);
                return false;
            }
    }
    return true;
}

/* Then the table goes to standard error. */
static bool use_stdout(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->form_count; i++)
        if (output_is_stdout(&arguments->forms[i].file))
            return true;
    return false;
}

static bool write_forms(struct arguments *arguments, const struct compare_report *report,
                        struct error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < arguments->form_count; i++) {
        struct form *form = &arguments->forms[i];
        struct buf out = {0};
        form->renderer->render(report, &out);
        ok = output_write(&form->file, out.bytes, out.length, error) &&
             output_commit(&form->file, error);
        buf_free(&out);
    }
    return ok;
}

static bool is_simulated(const struct side *side)
{
    return side->count == 1 && identity_is_simulated(&side->inputs[0].identity);
}

/* The functions and instructions behind a change, where both sides are images. */
static int find_where(struct compare_where *where, const struct comparison *comparison,
                      const struct side *base, const struct side *new)
{
    bool changed = comparison->count[COMPARE_SLOWER] + comparison->count[COMPARE_FASTER] +
                       comparison->count[COMPARE_MOVED] !=
                   0;
    if (!changed || base->count != 1 || new->count != 1 || !base->inputs[0].is_image ||
        !new->inputs[0].is_image)
        return EXIT_YES;
    return compare_where_find(where, comparison, &base->inputs[0], &new->inputs[0]);
}

static int show(struct arguments *arguments, const struct comparison *comparison,
                const struct side *base, const struct side *new)
{
    struct compare_where where = {0};
    int code = find_where(&where, comparison, base, new);
    if (code == EXIT_YES) {
        struct compare_report report = {.base_name = base->name,
                                        .new_name = new->name,
                                        .base = &base->inputs[0].identity,
                                        .new = &new->inputs[0].identity,
                                        .comparison = comparison,
                                        .any_change_fails = arguments->any_change_fails,
                                        .where = where.diffs};
        struct buf out = {0};
        arguments->renderer->render(&report, &out);
        fwrite(out.bytes, 1, out.length, use_stdout(arguments) ? stderr : stdout);
        buf_free(&out);
        struct error error;
        code = write_forms(arguments, &report, &error) ? exit_code_of(&report) : cli_fail(&error);
    }
    compare_where_free(&where);
    return code;
}

static int compare(struct arguments *arguments, const struct side *base, const struct side *new)
{
    struct comparison comparison;
    struct compare_side base_side = {base->runs, base->count}, new_side = {new->runs, new->count};
    struct compare_options gate = arguments->gate;
    if (!are_alike(arguments, base, new))
        return EXIT_TROUBLE;
    if (is_simulated(base) && is_simulated(new))
        gate.gate = COMPARE_EXACT;
    compare_runs(&comparison, &base_side, &new_side, &gate);
    int code = show(arguments, &comparison, base, new);
    compare_free(&comparison);
    return code;
}

int cmd_compare(int argc, char **argv)
{
    static struct side base, new;
    struct arguments arguments = {.gate.gate = COMPARE_NOISE, .renderer = &compare_term};
    cli_parse(&argp, argc, argv, &arguments);
    struct error error;
    int code = open_forms(&arguments, &error) ? EXIT_YES : cli_fail(&error);
    if (code == EXIT_YES && !arguments.against_history)
        code = open_side(&base, &arguments.base, &arguments);
    if (code == EXIT_YES)
        code = open_side(&new, &arguments.new, &arguments);
    if (code == EXIT_YES && arguments.against_history)
        code = open_base_of_history(&base, &new, &arguments);
    if (code == EXIT_YES)
        code = compare(&arguments, &base, &new);
    for (size_t i = 0; i < arguments.form_count; i++)
        output_discard(&arguments.forms[i].file);
    close_side(&base);
    close_side(&new);
    return code;
}
