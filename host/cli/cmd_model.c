/* tailchain model: the constants of the timing model, and how it does against published figures.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/core/simulated/model_sim.h"
#include "host/render/wrap.h"

enum { OPTION_CHECK = 0x100, OPTION_KNOB };

struct arguments {
    const char *machine;
    bool check;
    struct cli_knobs knobs;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_CHECK:
        arguments->check = true;
        return 0;
    case OPTION_KNOB:
        cli_add_knob(&arguments->knobs, state, value);
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->machine != NULL)
            argp_error(state, "one board at a time");
        arguments->machine = value;
        return 0;
    case ARGP_KEY_END:
        if (arguments->machine == NULL && !arguments->check)
            argp_error(state, "which board, or --check?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"check", OPTION_CHECK, NULL, 0,
     "Run the timing programs of every board, or of BOARD: for each published figure ours, theirs "
     "and the error",
     0},
    {"knob", OPTION_KNOB, "NAME=CYCLES", 0, "Change a constant of the timing model", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "[BOARD]",
    "Show the constants of a board's timing model, each with its confidence and source; or check "
    "the model.\v"
    "Confidence, from the best: measured (on silicon), manual, derived (from such figures), "
    "calibrated (fitted on the figure that is named), memory (of a manual), assumed.\n"
    "Exit status: 0, 1 where --check finds a figure missed, 2 trouble.\n\n"
    "Example: what the model of the STM32F407 rests on\n"
    "  tailchain model stm32f407\n",
    NULL,
    NULL,
    NULL};

#define KNOB_INDENT 4

static void show_knob(void *context, const struct model_knob *knob)
{
    (void)context;
    char value[32];
    struct buf text = {0};
    snprintf(value, sizeof value, "%" PRIu32 " %s", knob->value, knob->unit);
    buf_printf(&text, "%-25s %10s  %s", knob->name, value, knob->confidence);
    if (knob->value != knob->default_value)
        buf_printf(&text, "  changed: %" PRIu32 " by default", knob->default_value);
    buf_printf(&text, "\n%*s", KNOB_INDENT, "");
    wrap_text(&text, KNOB_INDENT, KNOB_INDENT, knob->meaning);
    buf_printf(&text, "%*ssource: ", KNOB_INDENT, "");
    wrap_text(&text, KNOB_INDENT + strlen("source: "), KNOB_INDENT + 2, knob->source);
    fputs(text.bytes, stdout);
    buf_free(&text);
}

static int list(const struct arguments *arguments)
{
    struct error error;
    if (!model_knobs(arguments->machine, arguments->knobs.list, arguments->knobs.count, show_knob,
                     NULL, &error))
        return cli_fail(&error);
    return EXIT_YES;
}

/* Where the column of sources begins. */
#define CHECK_SOURCE 54

struct check {
    unsigned figures, missed;
};

static void show_case(const struct model_case *one, struct check *check)
{
    double error_percent = ((double)one->ours - one->cycles) / one->cycles * 100;
    if (one->source[0] == '\0')
        return;
    check->figures++;
    if (one->ours != one->cycles)
        check->missed++;
    struct buf row = {0};
    buf_printf(&row, "  %-27s %5" PRIu64 " %6" PRIu32 " %+7.2f %%  ", one->name, one->ours,
               one->cycles, error_percent);
    wrap_text(&row, row.length, CHECK_SOURCE, one->source);
    fputs(row.bytes, stdout);
    buf_free(&row);
}

static bool check_program(const struct arguments *arguments, const struct model_program *program,
                          struct check *check, struct error *error)
{
    struct image image;
    struct model_cases cases;
    size_t size = (size_t)(program->elf_end - program->elf);
    if (!image_parse(&image, program->name, program->elf, size, error))
        return false;
    bool done = model_run(&image, program->machine, false, arguments->knobs.list,
                          arguments->knobs.count, &cases, error);
    image_close(&image);
    if (!done)
        return false;
    bool published = false;
    for (size_t i = 0; i < cases.count; i++)
        published |= cases.at[i].source[0] != '\0';
    if (published)
        printf("%s, program %s\n", program->machine, program->name);
    for (size_t i = 0; i < cases.count; i++)
        show_case(&cases.at[i], check);
    return true;
}

static int run_check(const struct arguments *arguments)
{
    struct check check = {0};
    struct error error;
    const struct model_program *program;
    printf("  %-27s %5s %6s %9s  published by\n", "cycles of", "ours", "theirs", "error");
    for (size_t i = 0; (program = model_program(i)) != NULL; i++) {
        if (arguments->machine != NULL && strcmp(arguments->machine, program->machine) != 0)
            continue;
        if (!check_program(arguments, program, &check, &error))
            return cli_fail(&error);
    }
    if (check.figures == 0) {
        error_set(&error, "no timing program for it in this build: the cross assembler "
                          "(arm-none-eabi-as) was missing");
        return cli_fail(&error);
    }
    printf("%u of %u published figures of single rules met to the cycle.\n"
           "Whole programs of others, where the model is off by up to 4.7 %%:\n"
           "docs/timing-model.md\n",
           check.figures - check.missed, check.figures);
    return check.missed == 0 ? EXIT_YES : EXIT_NO;
}

int cmd_model(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct error error;
    cli_parse(&argp, argc, argv, &arguments);
    if (arguments.machine != NULL && !name_machine("board", arguments.machine, &error))
        return cli_fail(&error);
    return arguments.check ? run_check(&arguments) : list(&arguments);
}
