/* tailchain lint: what makes figures wrong, or unfair to compare.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "compare_sim.h"
#include "lint_input.h"
#include "lint_prices.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/base/output.h"
#include "host/render/lint_render.h"

#define DEFAULT_MAX_TIME_NS UINT64_C(60000000000)
#define INPUTS_MAX 2u

enum {
    OPTION_MACHINE = 0x100,
    OPTION_BENCH,
    OPTION_CLOCK,
    OPTION_MAX_TIME,
    OPTION_LENIENT,
    OPTION_NO_FAILURES,
    OPTION_PRICES,
    OPTION_LIST,
    OPTION_JSON,
    OPTION_JUNIT
};

struct arguments {
    const char *inputs[INPUTS_MAX];
    size_t input_count;
    struct lint_wish wish;
    bool list, prices;
    const char *json, *junit;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_MACHINE:
        arguments->wish.target.machine = value;
        return 0;
    case OPTION_BENCH:
        arguments->wish.target.bench = value;
        return 0;
    case OPTION_CLOCK:
        arguments->wish.target.clock = value;
        return 0;
    case OPTION_MAX_TIME:
        arguments->wish.limit_ns = cli_seconds(state, "--max-time", value);
        return 0;
    case OPTION_LENIENT:
        arguments->wish.lenient = true;
        return 0;
    case OPTION_NO_FAILURES:
        arguments->wish.no_failures = true;
        return 0;
    case OPTION_PRICES:
        arguments->prices = true;
        return 0;
    case OPTION_LIST:
        arguments->list = true;
        return 0;
    case OPTION_JSON:
        arguments->json = value;
        return 0;
    case OPTION_JUNIT:
        arguments->junit = value;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->input_count == INPUTS_MAX)
            argp_error(state, "one to look at, or two to compare");
        arguments->inputs[arguments->input_count++] = value;
        return 0;
    case ARGP_KEY_END:
        if (arguments->input_count == 0 && !arguments->list)
            argp_error(state, "which board, image or capture?");
        if (arguments->json != NULL && arguments->junit != NULL &&
            strcmp(arguments->json, arguments->junit) == 0)
            argp_error(state, "--json and --junit are the same output");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"bench", OPTION_BENCH, "NAME", 0, "Which bench of a board; rtos_bench by default", 0},
    {"clock", OPTION_CLOCK, "NAME", 0, "At which of the board's clocks", 0},
    {"machine", OPTION_MACHINE, "NAME", 0, "Machine for an image that names none", 0},
    {"max-time", OPTION_MAX_TIME, "S", 0, "Watch it for S simulated seconds; 60 by default", 0},
    {"lenient", OPTION_LENIENT, NULL, 0,
     "Go on after accesses to registers that are not modelled; each is logged once", 0},
    {"no-failures", OPTION_NO_FAILURES, NULL, 0, "Do not let creations fail", 0},
    {"prices", OPTION_PRICES, NULL, 0,
     "Measure what unfair findings cost: bench option_price on the same board", 0},
    {"list", OPTION_LIST, NULL, 0, "List the rules", 0},
    {"json", OPTION_JSON, "FILE", 0, "Write the findings as JSON; - is standard output", 0},
    {"junit", OPTION_JUNIT, "FILE", 0, "Write them as JUnit XML, a case a rule", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "BOARD|IMAGE.ELF|CAPTURE [SECOND]",
    "Look for what makes figures wrong, and for what makes a comparison unfair.\n"
    "An image is read, run on its simulated board, and run again with each creation of a task or "
    "queue made to fail; of a capture its CONFIG is read. With two, what they do not have in "
    "common.\v"
    "Exit status: 0 nothing but notes, 1 something breaks the figures or is unfair, 2 trouble.\n\n"
    "Example: is my own firmware fit to be measured?\n"
    "  tailchain lint firmware.elf --machine stm32f407 --max-time 2\n",
    NULL,
    NULL,
    NULL};

static bool write_form(const char *path, void (*render)(const struct lint_report *, struct buf *),
                       const struct lint_report *report, struct error *error)
{
    struct output file = {0};
    struct buf out = {0};
    if (path == NULL)
        return true;
    if (!output_open(&file, path, error))
        return false;
    render(report, &out);
    bool ok = output_write(&file, out.bytes, out.length, error) && output_commit(&file, error);
    output_discard(&file);
    buf_free(&out);
    return ok;
}

static void show(void (*render)(const struct lint_report *, struct buf *),
                 const struct lint_report *report, FILE *stream)
{
    struct buf out = {0};
    render(report, &out);
    fwrite(out.bytes, 1, out.length, stream);
    buf_free(&out);
}

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static int conclude(const struct arguments *arguments, const struct lint_report *report)
{
    struct error error;
    if (!write_form(arguments->json, lint_json, report, &error) ||
        !write_form(arguments->junit, lint_junit, report, &error))
        return cli_fail(&error);
    show(lint_term, report,
         is_stdout(arguments->json) || is_stdout(arguments->junit) ? stderr : stdout);
    return lint_count(report->lint, LINT_BREAKS) + lint_count(report->lint, LINT_UNFAIR) != 0
               ? EXIT_NO
               : EXIT_YES;
}

static int lint_inputs(struct arguments *arguments, struct lint *lint, struct target *target)
{
    const char *what = arguments->inputs[0];
    if (arguments->input_count == 2)
        return lint_pair_input(lint, what, arguments->inputs[1], arguments->wish.target.machine);
    /* What is no file is a board that is misspelt. */
    if (strcmp(what, "-") == 0 || (access(what, F_OK) == 0 && !compare_sim_is_image(what)))
        return lint_capture_input(lint, what);
    arguments->wish.target.what = what;
    return lint_image_input(lint, target, &arguments->wish);
}

static int list_rules(void)
{
    struct buf out = {0};
    lint_list(&out);
    fwrite(out.bytes, 1, out.length, stdout);
    buf_free(&out);
    return EXIT_YES;
}

int cmd_lint(int argc, char **argv)
{
    static struct arguments arguments = {.wish.limit_ns = DEFAULT_MAX_TIME_NS};
    static struct target target;
    struct lint lint = {0};
    cli_parse(&argp, argc, argv, &arguments);
    if (arguments.list)
        return list_rules();
    int code = lint_inputs(&arguments, &lint, &target);
    if (code == EXIT_YES)
        code = lint_prices(&lint, target.machine, arguments.prices);
    if (code == EXIT_YES) {
        lint_sort(&lint);
        const char *first = arguments.inputs[0];
        struct lint_report report = {.name = strcmp(first, "-") == 0 ? "standard input" : first,
                                     .other = arguments.inputs[1],
                                     .machine = target.machine,
                                     .lint = &lint};
        code = conclude(&arguments, &report);
    }
    lint_free(&lint);
    target_close(&target);
    return code;
}
