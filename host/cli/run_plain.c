/* tailchain run on any bare-metal ELF.
 * SPDX-License-Identifier: MIT
 */
#include "run_plain.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli.h"
#include "console.h"
#include "host/base/output.h"
#include "host/core/simulated/plain_sim.h"

/* One run under way. */
struct plain {
    const struct target *target;
    const struct run_plain_options *options;
    struct output output; /* closed: standard output */
    struct error write_error;
    bool write_failed;
};

bool run_is_bench(const struct image *image)
{
    return image->note[NOTE_WIRE] != NULL;
}

static void on_write(void *context, bool is_error, const char *bytes, size_t size)
{
    struct plain *plain = context;
    if (is_error || plain->output.stream == NULL)
        console_write(NULL, is_error, bytes, size);
    else if (!plain->write_failed)
        plain->write_failed = !output_write(&plain->output, bytes, size, &plain->write_error);
}

static void on_log(void *context, const char *line)
{
    const struct plain *plain = context;
    fprintf(stderr, "%s: %s\n", plain->target->path, line);
}

static bool open_output(struct plain *plain, struct error *error)
{
    const char *path = plain->options->output;
    if (path == NULL)
        return true;
    if (!output_open(&plain->output, path, error))
        return false;
    if (!output_is_same(&plain->output, plain->target->path))
        return true;
    error_set(error, "%s: is the image, not an output; choose another file", path);
    return false;
}

static int say_stopped(const struct plain *plain, const struct plain_sim_outcome *outcome)
{
    fflush(stdout);
    fprintf(stderr, "tailchain: %s: stopped after %.6f s: %s\n%s", plain->target->path,
            (double)outcome->simulated_ns / 1e9, outcome->stop, outcome->details.bytes);
    return EXIT_NO;
}

/* A fault's handler that only spins is how most programs end at a fault. */
static int say_limit(const struct plain *plain, const struct plain_sim_outcome *outcome)
{
    double seconds = (double)plain->options->board.limit_ns / 1e9;
    fflush(stdout);
    if (outcome->in_fault) {
        fprintf(stderr,
                "tailchain: %s: is in the handler of a fault after %g simulated seconds\n%s",
                plain->target->path, seconds, outcome->details.bytes);
        return EXIT_NO;
    }
    fprintf(stderr, "tailchain: %s: has not ended itself in %g simulated seconds (--max-time)\n%s",
            plain->target->path, seconds, outcome->details.bytes);
    return EXIT_TROUBLE;
}

static int say_interrupted(const struct plain *plain, const struct plain_sim_outcome *outcome)
{
    char left[160];
    fflush(stdout);
    snprintf(left, sizeof left, "the simulation was broken off at %.3f s, and %s",
             (double)outcome->simulated_ns / 1e9,
             plain->output.stream == NULL || output_is_stdout(&plain->output)
                 ? "standard output has what the guest wrote until then"
                 : "nothing is kept");
    return cli_say_interrupted(plain->target->path, left);
}

static int say_end(const struct plain *plain, const struct plain_sim_outcome *outcome)
{
    switch (outcome->end) {
    case PLAIN_SIM_EXITED:
        return console_exit_code(outcome->status);
    case PLAIN_SIM_LIMIT:
        return say_limit(plain, outcome);
    case PLAIN_SIM_STOPPED:
        return say_stopped(plain, outcome);
    case PLAIN_SIM_INTERRUPTED:
        break;
    }
    return say_interrupted(plain, outcome);
}

static int simulate(struct plain *plain)
{
    const struct run_plain_options *options = plain->options;
    struct plain_sim_options wanted = {.board = &options->board,
                                       .context = plain,
                                       .write = on_write,
                                       .read = console_read,
                                       .log = on_log,
                                       .stop_on_fault = options->stop_on_fault,
                                       .command_line = plain->target->path};
    struct plain_sim_outcome outcome;
    struct error error;
    if (!plain_sim_run(&plain->target->image, plain->target->path, &wanted, &outcome, &error))
        return cli_fail(&error);
    int code = say_end(plain, &outcome);
    buf_free(&outcome.details);
    if (options->cycles)
        fprintf(stderr, "cycles=%" PRIu64 "\n", outcome.cycles);
    if (plain->write_failed)
        return cli_fail(&plain->write_error);
    if (plain->output.stream != NULL && outcome.end != PLAIN_SIM_INTERRUPTED &&
        !output_commit(&plain->output, &error))
        return cli_fail(&error);
    return code;
}

int run_plain(const struct target *target, const struct run_plain_options *options)
{
    struct plain plain = {.target = target, .options = options};
    struct error error;
    int code = open_output(&plain, &error) ? simulate(&plain) : cli_fail(&error);
    output_discard(&plain.output);
    return code;
}
