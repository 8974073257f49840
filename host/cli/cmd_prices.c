/* tailchain prices: what each option of kernel, compiler and memory costs on a board.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "prices_measure.h"
#include "progress.h"
#include "target.h"
#include "wire/results.h"

#include <string.h>

#include "host/base/output.h"
#include "host/core/compare/prices.h"
#include "host/render/prices_render.h"

#define WANTED_MAX 64
enum { OPTION_JSON = 0x100, OPTION_CLOCK };

struct arguments {
    const char *board, *clock, *json;
    const char *wanted[WANTED_MAX]; /* options; none: all */
    size_t wanted_count;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_JSON:
        arguments->json = value;
        return 0;
    case OPTION_CLOCK:
        arguments->clock = value;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->board == NULL)
            arguments->board = value;
        else if (arguments->wanted_count < WANTED_MAX)
            arguments->wanted[arguments->wanted_count++] = value;
        else
            argp_error(state, "at most %d options", WANTED_MAX);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "of which board? tailchain machines lists them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"clock", OPTION_CLOCK, "NAME", 0,
     "A clock of the board; without wait states where the code lies costs nothing", 0},
    {"json", OPTION_JSON, "FILE", 0, "Write the table as JSON; - is standard output", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static const struct argp argp = {
    options,
    parse,
    "BOARD [OPTION...]",
    "Simulate the bench option_price with each option of kernel, compiler and memory, one at a "
    "time and at several places of the code, and print what each costs; or with the OPTIONs given "
    "only. `make options` builds the images.\v"
    "Exit status: 0, 1 where a run is not verified, or 2 on trouble.\n\n"
    "Example: what the stack check costs\n"
    "  tailchain prices stm32f407 stack_check_1 stack_check_2\n",
    NULL,
    NULL,
    NULL};

static bool is_wanted(const struct arguments *arguments, size_t option, const char *name)
{
    /* without the base there is nothing to compare with */
    if (arguments->wanted_count == 0 || option == 0)
        return true;
    for (size_t i = 0; i < arguments->wanted_count; i++)
        if (strcmp(arguments->wanted[i], name) == 0)
            return true;
    return false;
}

/* What was asked for by name must be an option of the board. */
static int check_wanted(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->wanted_count; i++) {
        struct target target;
        struct error error;
        const struct target_wish wish = {.what = arguments->board,
                                         .clock = arguments->clock,
                                         .bench = wire_benches[WIRE_BENCH_OPTION_PRICE].name,
                                         .option = arguments->wanted[i]};
        if (!target_open(&target, &wish, &error))
            return cli_fail(&error);
        target_close(&target);
    }
    return EXIT_YES;
}

static int measure_all(const struct arguments *arguments, struct prices *prices)
{
    struct progress progress;
    int code = check_wanted(arguments);
    progress_start(&progress);
    for (size_t option = 0; option < prices->count && code == EXIT_YES; option++) {
        const struct price *price = &prices->list[option];
        if (price->why_not != NULL || !is_wanted(arguments, option, price->option->name))
            continue;
        progress_show(&progress, "option %zu of %zu: %s", option + 1, prices->count,
                      price->option->name);
        code = prices_measure(prices, option);
    }
    progress_end(&progress);
    return code;
}

static int write_forms(const struct arguments *arguments, struct output *json,
                       const struct prices *prices)
{
    struct buf out = {0};
    struct error error;
    bool written = true;
    if (arguments->json != NULL) {
        prices_json(prices, &out);
        written = output_write(json, out.bytes, out.length, &error) && output_commit(json, &error);
    }
    bool to_stdout = arguments->json != NULL && strcmp(arguments->json, "-") == 0;
    out.length = 0;
    prices_term(prices, &out);
    if (written && !to_stdout)
        fwrite(out.bytes, 1, out.length, stdout);
    buf_free(&out);
    return written ? EXIT_YES : cli_fail(&error);
}

int cmd_prices(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct output json = {0};
    struct prices prices;
    struct error error;
    cli_parse(&argp, argc, argv, &arguments);
    if (arguments.json != NULL && !output_open(&json, arguments.json, &error))
        return cli_fail(&error);
    prices_init(&prices, arguments.board, arguments.clock);
    int code = measure_all(&arguments, &prices);
    if (code == EXIT_YES)
        code = write_forms(&arguments, &json, &prices);
    output_discard(&json);
    prices_free(&prices);
    return code;
}
