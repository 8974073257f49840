/* tailchain debug: a simulated board under gdb.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "console.h"
#include "target.h"

#include <stdio.h>
#include <string.h>

#include "host/core/simulated/debug_sim.h"

#define DEFAULT_PORT 3333u
#define LOOPBACK "127.0.0.1"

enum {
    OPTION_MACHINE = 0x100,
    OPTION_BENCH,
    OPTION_CLOCK,
    OPTION_PORT,
    OPTION_LISTEN,
    OPTION_LENIENT
};

struct arguments {
    const char *what, *machine, *bench, *clock, *address;
    unsigned port;
    bool lenient;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_MACHINE:
        arguments->machine = value;
        return 0;
    case OPTION_BENCH:
        arguments->bench = value;
        return 0;
    case OPTION_CLOCK:
        arguments->clock = value;
        return 0;
    case OPTION_PORT:
        arguments->port =
            strcmp(value, "0") == 0 ? 0 : (unsigned)cli_number(state, "--port", value, UINT16_MAX);
        return 0;
    case OPTION_LISTEN:
        arguments->address = value;
        return 0;
    case OPTION_LENIENT:
        arguments->lenient = true;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->what != NULL)
            argp_error(state, "one board or image at a time");
        arguments->what = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which board, or which .elf?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"bench", OPTION_BENCH, "NAME", 0, "Which of the board's images; rtos_bench by default", 0},
    {"clock", OPTION_CLOCK, "NAME", 0, "At which of the board's clocks", 0},
    {"machine", OPTION_MACHINE, "NAME", 0, "Machine for an image that names none", 0},
    {"port", OPTION_PORT, "N", 0, "TCP port for gdb; 3333 by default, 0 for any that is free", 0},
    {"listen", OPTION_LISTEN, "ADDRESS", 0,
     "Address to listen on, instead of " LOOPBACK "; whoever reaches it controls the board", 0},
    {"lenient", OPTION_LENIENT, NULL, 0,
     "Go on after accesses to registers that are not modelled; each is logged once", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "BOARD|IMAGE.ELF",
    "Serve gdb with a simulated board that halts at its reset. Serial output and semihosting go to "
    "standard output.\v"
    "Exit status: 0 after gdb's kill, the guest's own after it ended itself through semihosting, 2 "
    "trouble (unusable image, port taken), 130 after Ctrl-C.\n\n"
    "Example: stop where the scheduler starts\n"
    "  tailchain debug nucleo-h5e5zj &\n"
    "  gdb-multiarch build/firmware/nucleo-h5e5zj/rtos_bench.elf \\\n"
    "    -ex 'target remote 127.0.0.1:3333' -ex 'break vTaskStartScheduler' \\\n"
    "    -ex continue\n",
    NULL,
    NULL,
    NULL};

static void on_log(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "tailchain: %s\n", line);
}

struct place {
    const struct target *target;
    const struct listener *listener;
};

static void say_where(void *context)
{
    const struct place *place = context;
    const struct target *target = place->target;
    const struct listener *listener = place->listener;
    if (!listener->loopback)
        fprintf(stderr,
                "tailchain: warning: %s can be reached from other machines, and gdb's "
                "protocol knows no passwords\n",
                listener->name);
    fprintf(stderr,
            "%s is halted at its reset; for gdb:\n  gdb-multiarch %s -ex 'target remote %s'\n",
            target->machine, target->path, listener->name);
}

static int say_interrupted(const struct target *target, const struct debug_sim_outcome *outcome)
{
    char left[80];
    snprintf(left, sizeof left, "the board was given up at %.3f s, and with it gdb's session",
             (double)outcome->simulated_ns / 1e9);
    return cli_say_interrupted(target->path, left);
}

static int serve(const struct arguments *arguments, const struct target *target,
                 const struct listener *listener)
{
    struct source_sim_options board = {.machine = target->machine, .lenient = arguments->lenient};
    struct place place = {target, listener};
    struct debug_sim_options wanted = {.board = &board,
                                       .listener = listener,
                                       .context = &place,
                                       .ready = say_where,
                                       .write = console_write,
                                       .read = console_read,
                                       .log = on_log};
    struct debug_sim_outcome outcome;
    struct error error;
    if (!debug_sim_run(&target->image, target->path, &wanted, &outcome, &error))
        return cli_fail(&error);
    switch (outcome.end) {
    case DEBUG_SIM_INTERRUPTED:
        return say_interrupted(target, &outcome);
    case DEBUG_SIM_EXITED:
        return console_exit_code(outcome.status);
    case DEBUG_SIM_KILLED:
        break;
    }
    return EXIT_YES;
}

int cmd_debug(int argc, char **argv)
{
    struct arguments arguments = {.address = LOOPBACK, .port = DEFAULT_PORT};
    struct target target;
    struct listener listener;
    struct error error;
    cli_parse(&argp, argc, argv, &arguments);
    const struct target_wish wish = {.what = arguments.what,
                                     .machine = arguments.machine,
                                     .bench = arguments.bench,
                                     .clock = arguments.clock};
    if (!target_open(&target, &wish, &error))
        return cli_fail(&error);
    int code;
    if (listener_open(&listener, arguments.address, arguments.port, &error)) {
        code = serve(&arguments, &target, &listener);
        listener_close(&listener);
    } else {
        code = cli_fail(&error);
    }
    target_close(&target);
    return code;
}
