/* The command table.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/interrupt.h"
#include "host/base/suggest.h"
#include "host/cli/cli.h"

/* In the order in which they are needed; a title begins a group. */
static const struct command commands[] = {
    {"run", "simulate a board, capture its run, verify it, print the table", cmd_run,
     "Measure, on a board made of C or on a real one"},
    {"capture", "the same from a real board's serial port, a pty, a pipe or a file", cmd_capture,
     NULL},
    {"ports", "list the serial devices that a board may be on", cmd_ports, NULL},
    {"import", "count or pair the edges in a logic analyser's capture", cmd_import, NULL},
    {"verify", "recompute everything in a captured run from its raw samples", cmd_verify,
     "Trust and read the numbers"},
    {"report", "show captured runs: tables, a page with plots, CSV, JSON", cmd_report, NULL},
    {"compare", "say whether a run has become slower than another", cmd_compare, "Decide"},
    {"prices", "say what each option of kernel, compiler and memory costs", cmd_prices, NULL},
    {"lint", "look for what makes figures wrong or a comparison unfair", cmd_lint, NULL},
    {"history", "keep runs in one file, and find where a measurement changed", cmd_history, NULL},
    {"debug", "serve gdb with a simulated board", cmd_debug, "Look inside"},
    {"model", "show the timing model's constants and sources, or check it", cmd_model, NULL},
    {"benches", "list what can be measured, and on which boards", cmd_benches,
     "Find out what there is"},
    {"machines", "list the simulated machines and the clocks of their firmware", cmd_machines,
     NULL},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

const char *argp_program_version = "tailchain " TAILCHAIN_VERSION;

static void print_help(FILE *stream)
{
    fputs("Usage: tailchain COMMAND [ARGUMENT...]\n"
          "What an RTOS costs on a Cortex-M, to the cycle: every raw sample kept, every\n"
          "statistic recomputed; on a real board, or on a board made of C.\n\n",
          stream);
    for (size_t i = 0; i < COMMANDS; i++) {
        if (commands[i].title != NULL)
            fprintf(stream, "%s%s\n", i != 0 ? "\n" : "", commands[i].title);
        fprintf(stream, "  %-9s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\n  tailchain COMMAND --help says more; --version names this version.\n\n"
          "Example: the whole benchmark on a simulated board, the capture kept\n"
          "  tailchain run nucleo-h5e5zj -o run.log\n"
          "The same of a board on its virtual serial port, and what differs\n"
          "  tailchain capture --port /dev/ttyACM0 -o board.log\n"
          "  tailchain report run.log board.log\n",
          stream);
}

/* Where both go to one pipe or file, as in a CI server's log, what is said on standard error must
 * not stand within a line of standard output. */
static void keep_lines_whole(void)
{
    struct stat out, err;
    if (fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 &&
        out.st_dev == err.st_dev && out.st_ino == err.st_ino)
        setvbuf(stdout, NULL, _IOLBF, 0);
}

/* A full disk or a closed pipe must not look like success. */
static void close_stdout(void)
{
    /* After Ctrl-C a write may have been broken off, which was said. */
    if ((fflush(stdout) != 0 || ferror(stdout) != 0) && interrupt_signal() == 0) {
        fputs("tailchain: cannot write standard output; its reader is gone or the disk is full\n",
              stderr);
        _exit(EXIT_TROUBLE);
    }
}

static int unknown_command(const char *name)
{
    const char *names[COMMANDS];
    struct error error;
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    suggest(&error, "command", name, names, COMMANDS, "tailchain --help lists them");
    return cli_fail(&error);
}

/* argp names the program by argv[0]; a subcommand is called by both words. */
static int run_command(const struct command *command, int argc, char **argv)
{
    char name[32];
    snprintf(name, sizeof name, "tailchain %s", command->name);
    argv[0] = name;
    return command->run(argc, argv);
}

int main(int argc, char **argv)
{
    argp_err_exit_status = EXIT_TROUBLE;
    atexit(close_stdout);
    keep_lines_whole();
    interrupt_install();
    if (argc < 2) {
        print_help(stderr);
        return EXIT_TROUBLE;
    }
    bool asks = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0 || (asks && argc < 3)) {
        print_help(stdout);
        return EXIT_YES;
    }
    /* "help COMMAND" is "COMMAND --help". */
    char *of_command[] = {argv[0], asks ? argv[2] : NULL, "--help", NULL};
    if (asks) {
        argc = 3;
        argv = of_command;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        puts(argp_program_version);
        return EXIT_YES;
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return run_command(&commands[i], argc - 1, argv + 1);
    return unknown_command(argv[1]);
}
