/* What the subcommands share: exit codes, messages, argument numbers.
 * SPDX-License-Identifier: MIT
 *
 * Results go to standard output, progress and advice to standard error. Only this folder prints
 * and chooses exit codes.
 */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"
#include "host/core/simulated/source_sim.h"
#include "host/render/render.h"

enum exit_code {
    EXIT_YES = 0,     /* what was asked is so */
    EXIT_NO = 1,      /* it is not: a failed run, a guest fault, a changed value */
    EXIT_TROUBLE = 2, /* it could not be found out: usage, files, devices, time */
    EXIT_SIGNAL = 128 /* plus the signal: 130 after Ctrl-C */
};

struct command {
    const char *name;
    const char *summary; /* one line of `tailchain --help` */
    int (*run)(int argc, char **argv);
    const char *title; /* of the group that it begins, or NULL */
};

int cmd_run(int argc, char **argv);
int cmd_capture(int argc, char **argv);
int cmd_debug(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_lint(int argc, char **argv);
int cmd_model(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_history(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_benches(int argc, char **argv);
int cmd_machines(int argc, char **argv);
int cmd_ports(int argc, char **argv);
int cmd_prices(int argc, char **argv);

/* "tailchain: " and the message on standard error; returns EXIT_TROUBLE. */
int cli_fail(const struct error *error);
/* EXIT_SIGNAL plus the signal that came, behind a message: what was broken off, and what is left of
 * it. */
int cli_say_interrupted(const char *what, const char *left);

enum cli_colour { CLI_PLAIN, CLI_RED, CLI_GREEN, CLI_YELLOW };
/* What switches a stream to a colour; "" where it is no terminal or NO_COLOR is set. */
const char *cli_colour(FILE *stream, enum cli_colour colour);

/* Whether the locale says that text is UTF-8. */
bool cli_unicode(void);

/* Renders onto a stream. */
void cli_show_set(const struct renderer *renderer, const struct report_set *set, FILE *stream);
void cli_show(const struct renderer *renderer, const struct report *report, FILE *stream);

/* Parses a subcommand's arguments; ends the program on a usage error (2) or after --help (0). */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);
/* A positive decimal number of an option; a usage error otherwise. */
uint64_t cli_number(struct argp_state *state, const char *option, const char *text, uint64_t max);

/* The knobs of a command line, in its order. */
#define CLI_KNOBS_MAX 32
struct cli_knobs {
    struct source_sim_knob list[CLI_KNOBS_MAX];
    size_t count;
};
/* One more, NAME=CYCLES of --knob: text is cut at the '=' and kept. Which knobs there are, and what
 * each takes, the simulator knows. */
void cli_add_knob(struct cli_knobs *knobs, struct argp_state *state, char *text);
/* Seconds with up to nine decimals, as nanoseconds; a usage error where it is not positive. */
uint64_t cli_seconds(struct argp_state *state, const char *option, const char *text);
