/* tailchain run: simulate, capture, verify, print the table.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "history_keep.h"
#include "judge.h"
#include "outputs.h"
#include "progress.h"
#include "run_bounds.h"
#include "run_pair.h"
#include "run_recording.h"
#include "run_plain.h"
#include "run_segments.h"
#include "target.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "host/base/output.h"
#include "host/base/text.h"
#include "host/core/simulated/source_sim.h"

#define DEFAULT_MAX_TIME_NS UINT64_C(60000000000)

enum {
    OPTION_MACHINE = 0x100,
    OPTION_BENCH,
    OPTION_CLOCK,
    OPTION_OPTION,
    OPTION_MAX_TIME,
    OPTION_NO_IDLE_SKIP,
    OPTION_LEDGER,
    OPTION_BOUNDS,
    OPTION_LENIENT,
    OPTION_STEPPER,
    OPTION_KNOB,
    OPTION_CYCLES,
    OPTION_HISTORY,
    OPTION_COMMIT,
    OPTION_LABEL,
    OPTION_VCD,
    OPTION_TRACE,
    OPTION_STOP_ON_FAULT,
    OPTION_DIFFERENCE
};

struct arguments {
    const char *what, *machine, *bench, *clock, *option, *output, *vcd, *trace;
    struct outputs *forms; /* of the report */
    const char *history, *commit, *label;
    struct run_pair pair; /* of --difference */
    bool ledger, bounds, cycles, stop_on_fault;
    struct source_sim_options sim;
    struct cli_knobs knobs;
};

static void check(const struct arguments *arguments, struct argp_state *state)
{
    const char *const outputs[] = {arguments->output, outputs_stdout(arguments->forms),
                                   arguments->vcd, arguments->trace};
    int to_stdout = 0;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        to_stdout += outputs[i] != NULL && strcmp(outputs[i], "-") == 0;
    if (to_stdout > 1)
        argp_error(state, "only one of -o, a form of the report, --vcd and --trace can be standard "
                          "output");
}

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
    case OPTION_OPTION:
        arguments->option = value;
        return 0;
    case 'o':
        arguments->output = value;
        return 0;
    case OPTION_MAX_TIME:
        arguments->sim.limit_ns = cli_seconds(state, "--max-time", value);
        return 0;
    case OPTION_NO_IDLE_SKIP:
        arguments->sim.no_idle_skip = true;
        return 0;
    case OPTION_LEDGER:
        arguments->ledger = true;
        return 0;
    case OPTION_DIFFERENCE:
        if (!run_pair_parse(&arguments->pair, value))
            argp_error(state, "--difference: '%s' is not BASE,NEW, two series of the bench", value);
        arguments->ledger = true;
        return 0;
    case OPTION_BOUNDS:
        arguments->bounds = true;
        return 0;
    case OPTION_VCD:
        arguments->vcd = value;
        return 0;
    case OPTION_TRACE:
        arguments->trace = value;
        return 0;
    case OPTION_HISTORY:
        arguments->history = value;
        return 0;
    case OPTION_COMMIT:
        arguments->commit = value;
        return 0;
    case OPTION_LABEL:
        arguments->label = value;
        return 0;
    case OPTION_CYCLES:
        arguments->cycles = true;
        return 0;
    case OPTION_STOP_ON_FAULT:
        arguments->stop_on_fault = true;
        return 0;
    case OPTION_LENIENT:
        arguments->sim.lenient = true;
        return 0;
    case OPTION_STEPPER:
        arguments->sim.stepper_only = true;
        return 0;
    case OPTION_KNOB:
        cli_add_knob(&arguments->knobs, state, value);
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = arguments->forms;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->what != NULL)
            argp_error(state, "one board or image at a time");
        arguments->what = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which board, or which .elf?");
        return 0;
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write what the board sent, byte for byte; - is standard output", 0},
    {"bench", OPTION_BENCH, "NAME", 0,
     "What to measure; rtos_bench by default, tailchain benches lists them", 0},
    {"clock", OPTION_CLOCK, "NAME", 0,
     "At which of the board's clocks; tailchain machines lists them", 0},
    {"option", OPTION_OPTION, "NAME", 0,
     "With which option of the bench option_price; tailchain benches option_price lists them", 0},
    {"machine", OPTION_MACHINE, "NAME", 0, "Machine for an image that names none", 0},
    {"max-time", OPTION_MAX_TIME, "S", 0, "Give up after S simulated seconds; 60 by default", 0},
    {"ledger", OPTION_LEDGER, NULL, 0,
     "Show instructions and cycles by function inside each measured window", 0},
    {"difference", OPTION_DIFFERENCE, "BASE,NEW", 0,
     "Show where the windows of two series differ, by bus and by kind of instruction", 0},
    {"bounds", OPTION_BOUNDS, NULL, 0,
     "Run twice more, with the timing that nobody has published at its low and high ends", 0},
    {"no-idle-skip", OPTION_NO_IDLE_SKIP, NULL, 0,
     "Execute idle loops and sleep cycle by cycle: the same results, slower", 0},
    {"stepper", OPTION_STEPPER, NULL, 0,
     "Use the plain engine for everything: the same results, slower", 0},
    {"lenient", OPTION_LENIENT, NULL, 0,
     "Go on after accesses to registers that are not modelled; each is logged once", 0},
    {"knob", OPTION_KNOB, "NAME=CYCLES", 0, "Change a constant of the timing model", 0},
    {"vcd", OPTION_VCD, "FILE", 0,
     "Record the board's pins and a bench's windows as a value change dump, 1 ps a step", 0},
    {"trace", OPTION_TRACE, "FILE", 0,
     "Record handlers and tasks as trace events (JSON), which Perfetto shows", 0},
    {"history", OPTION_HISTORY, "FILE", 0,
     "Add the run to this history where it is verified; TAILCHAIN_HISTORY by default", 0},
    {"commit", OPTION_COMMIT, "COMMIT", 0, "Of what is measured, for the history", 0},
    {"label", OPTION_LABEL, "TEXT", 0, "A word about the run, for the history", 0},
    {"cycles", OPTION_CYCLES, NULL, 0, "Print cycles=N on standard error at the end", 0},
    {"stop-on-fault", OPTION_STOP_ON_FAULT, NULL, 0,
     "Stop an image that is no benchmark where a fault's handler begins", 0},
    {0}};

static const struct argp_child children[] = {{&outputs_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    options,
    parse,
    "BOARD|IMAGE.ELF",
    "Run the benchmark on a simulated board: simulate, capture, verify, print the table.\n"
    "An image without Tailchain's note is any program: it runs on --machine, serial output and "
    "semihosting go to standard output.\v"
    "Exit status: 0 verified, 1 not (failed run, guest fault), 2 trouble (unusable image or file, "
    "--max-time reached), 130 after Ctrl-C; of any other program its own, where it ended itself "
    "through semihosting.\n\n"
    "Example: keep the capture and the samples\n"
    "  tailchain run nucleo-h5e5zj -o run.log --json run.json --html run.html\n",
    children,
    NULL,
    NULL};

/* One run under way. */
struct running {
    const struct arguments *arguments;
    struct target target;
    struct output log;
    struct outputs forms;
    const char *history;
    struct buf capture; /* every byte, where history is there */
    struct run_recording vcd, trace;
    struct pins_sim pins;
    struct timeline_sim timeline;
    struct source_sim_options options;
    struct session session, low_session, high_session;
    const struct run *low, *high;
    struct intake intake;
    struct ledger ledger;
    struct pins_windows windows;
    struct segments_map segments;
    struct stored stored;
    struct causes causes;
    struct environment environment;
    struct source_sim_outcome outcome;
    struct progress progress;
    struct timespec start;
    struct error write_error;
    bool write_failed;
};

static double elapsed_seconds(const struct running *running)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - running->start.tv_sec) +
           (double)(now.tv_nsec - running->start.tv_nsec) / 1e9;
}

static void on_bytes(void *context, const char *bytes, size_t length)
{
    struct running *running = context;
    if (running->history != NULL)
        buf_add(&running->capture, bytes, length);
    if (running->log.stream != NULL && !running->write_failed)
        running->write_failed = !output_write(&running->log, bytes, length, &running->write_error);
}

/* How many results the run's bench has. */
static int results_due(const struct run *run)
{
    enum wire_bench bench = run_bench(run);
    int due = 0;
    for (int i = 0; i < WIRE_METRICS; i++)
        due += wire_metrics[i].bench == bench;
    for (int i = 0; i < WIRE_PHASES; i++)
        due += wire_phases[i].bench == bench ? (int)WIRE_PAIRS : 0;
    return due;
}

static void on_progress(void *context, uint64_t simulated_ns)
{
    const struct running *running = context;
    const struct run *run = running->intake.parser.run;
    double simulated = (double)simulated_ns / 1e9;
    const struct series *last =
        run != NULL && run->series_count != 0 ? &run->series[run->series_count - 1] : NULL;
    progress_show(&running->progress, "%6.2f s simulated, %4.1f s here; %zu of %d results%s%s",
                  simulated, elapsed_seconds(running), run != NULL ? run->series_count : 0,
                  run != NULL ? results_due(run) : 0, last != NULL ? ", last " : "",
                  last == NULL ? "" : (last->phase != NULL ? last->phase : last->name));
}

static void on_log(void *context, const char *line)
{
    const struct running *running = context;
    progress_end(&running->progress);
    fprintf(stderr, "%s: %s\n", running->target.path, line);
}

/* Refuses an output that would replace an input or the other output. */
static bool check_outputs(struct running *running, struct error *error)
{
    const struct arguments *arguments = running->arguments;
    const char *path = running->target.path;
    if (output_is_same(&running->log, path))
        error_set(error, "%s: is the image, not an output; choose another file", path);
    else if (arguments->vcd != NULL && (output_is_same(&running->log, arguments->vcd) ||
                                        outputs_name(&running->forms, arguments->vcd)))
        error_set(error, "%s: --vcd and another output name the same file", arguments->vcd);
    else if (arguments->trace != NULL && (output_is_same(&running->log, arguments->trace) ||
                                          output_is_same(&running->vcd.file, arguments->trace) ||
                                          outputs_name(&running->forms, arguments->trace)))
        error_set(error, "%s: --trace and another output name the same file", arguments->trace);
    else if (arguments->output != NULL && outputs_name(&running->forms, arguments->output))
        error_set(error, "%s: -o and a form of the report name the same file", arguments->output);
    else
        return true;
    return false;
}

static bool open_outputs(struct running *running, struct error *error)
{
    const struct arguments *arguments = running->arguments;
    return (arguments->output == NULL || output_open(&running->log, arguments->output, error)) &&
           outputs_open(&running->forms, (const char *const[]){running->target.path}, 1, error) &&
           check_outputs(running, error);
}

static void say_speed(const struct running *running, double host)
{
    const struct environment *e = &running->environment;
    double simulated = (double)e->simulated_ns / 1e9;
    char skipped[TEXT_NUMBER_MAX];
    fprintf(stderr,
            "%.3f s simulated in %.2f s: %.2f simulated seconds a second, %.0f million "
            "instructions a second, %s idle cycles skipped\n",
            simulated, host, simulated / host,
            (double)(e->instructions - e->instructions_skipped) / host / 1e6,
            text_number(e->idle_cycles_skipped, skipped));
}

static int say_stopped(const struct running *running)
{
    const struct source_sim_outcome *outcome = &running->outcome;
    fprintf(stderr, "tailchain: %s: stopped after %.6f s: %s\n%s", running->target.path,
            (double)running->environment.simulated_ns / 1e9, outcome->stop, outcome->registers);
    size_t length = strlen(outcome->registers);
    if (length != 0 && outcome->registers[length - 1] != '\n')
        fputc('\n', stderr);
    return EXIT_NO;
}

static int say_limit(const struct running *running)
{
    const struct session *session = &running->session;
    const char *path = running->target.path, *machine = running->target.machine;
    double seconds = (double)running->arguments->sim.limit_ns / 1e9;
    char bytes[TEXT_NUMBER_MAX];
    if (running->outcome.serial_bytes == 0)
        fprintf(stderr,
                "tailchain: %s: wrote nothing in %g simulated seconds (--max-time); is it built "
                "with RTOS_BENCH, and for the serial port of %s?\n",
                path, seconds, machine);
    else if (session->count == 0)
        fprintf(stderr,
                "tailchain: %s: wrote %s bytes in %g simulated seconds (--max-time), but no "
                "BEGIN,%s; is it built with RTOS_BENCH?\n",
                path, text_number(running->outcome.serial_bytes, bytes), seconds, WIRE_PROTOCOL);
    else {
        const struct run *run = session->runs[session->count - 1];
        fprintf(stderr,
                "tailchain: %s: no END in %g simulated seconds; its last line is %" PRIu64
                ": \"%s\"; wait longer with --max-time, or look where it hangs\n",
                path, seconds, run->last_line, run->last_text != NULL ? run->last_text : "RAW");
    }
    return EXIT_TROUBLE;
}

static int say_interrupted(const struct running *running)
{
    char left[160];
    snprintf(left, sizeof left, "the simulation was broken off at %.3f s, and %s",
             (double)running->environment.simulated_ns / 1e9,
             output_is_stdout(&running->log) ? "standard output has a part of the run only"
                                             : "nothing is kept");
    return cli_say_interrupted(running->target.path, left);
}

static struct report make_report(const struct running *running, const struct judgement *judgement,
                                 const char *name)
{
    return (struct report){.name = name,
                           .run = judgement->run,
                           .verdict = judgement->verdict,
                           .board = running->target.machine,
                           .environment = &running->environment,
                           .ledger = running->arguments->ledger ? &running->ledger : NULL,
                           .causes = running->options.ledger != NULL ? &running->causes : NULL,
                           .low = running->low,
                           .high = running->high};
}

/* Both ends of the bounds; EXIT_YES, or an exit code after a message. */
static int run_bounds(struct running *running)
{
    progress_start(&running->progress);
    int code =
        run_bound(&running->target, &running->options, false, &running->low_session, &running->low);
    if (code == EXIT_YES)
        code = run_bound(&running->target, &running->options, true, &running->high_session,
                         &running->high);
    progress_end(&running->progress);
    return code;
}

/* A verified run into the history, where there is one. */
static int keep(const struct running *running, const struct judgement *judgement)
{
    const struct arguments *arguments = running->arguments;
    if (running->history == NULL || judgement->verdict != VERDICT_VERIFIED)
        return judgement->exit_code;
    struct identity identity = {0};
    identity_fill(&identity, judgement->run, &running->environment);
    int code = history_keep(&(struct history_keep){.path = running->history,
                                                   .run = judgement->run,
                                                   .identity = &identity,
                                                   .environment = &running->environment,
                                                   .capture = &running->capture,
                                                   .source = running->target.path,
                                                   .commit = arguments->commit,
                                                   .label = arguments->label});
    identity_free(&identity);
    return code;
}

/* The run has ended by itself: judge it, write the files, show the table. */
static int conclude(struct running *running)
{
    const struct arguments *arguments = running->arguments;
    bool to_stdout = output_is_stdout(&running->log) || outputs_use_stdout(&running->forms) ||
                     output_is_stdout(&running->vcd.file) || output_is_stdout(&running->trace.file);
    const char *name = arguments->output != NULL && strcmp(arguments->output, "-") != 0
                           ? arguments->output
                           : "serial output";
    struct error error;
    struct judgement judgement =
        judge(&running->session, &running->intake, &(struct judge_options){.name = name}, false);
    if (arguments->bounds && judgement.verdict == VERDICT_VERIFIED) {
        int code = run_bounds(running);
        if (code != EXIT_YES)
            return code;
    }
    if (running->write_failed)
        return cli_fail(&running->write_error);
    /* Without a run there is nothing whole to keep. */
    if (judgement.run == NULL)
        return judgement.exit_code;
    if (running->log.stream != NULL && !output_commit(&running->log, &error))
        return cli_fail(&error);
    if (arguments->ledger)
        ledger_finish(&running->ledger, judgement.run);
    if (running->options.ledger != NULL)
        causes_of_ledger(&running->causes, &running->ledger, judgement.run);
    if (running->options.stored != NULL)
        causes_of_stored(&running->causes, &running->stored, &running->target.image, judgement.run);
    struct report report = make_report(running, &judgement, name);
    if (!outputs_write(&running->forms, &(struct report_set){.reports = &report, .count = 1},
                       &error))
        return cli_fail(&error);
    if (judgement.run->end == RUN_ENDED)
        cli_show(&render_term, &report, to_stdout ? stderr : stdout);
    if (arguments->ledger && !run_segments_valid(&running->ledger, running->target.path))
        return EXIT_NO;
    if (arguments->pair.base[0] != '\0') {
        int code = run_pair_show(&arguments->pair, &running->ledger, &running->target,
                                 to_stdout ? stderr : stdout);
        if (code != EXIT_YES)
            return code;
    }
    return keep(running, &judgement);
}

static int simulate(struct running *running)
{
    struct source_sim_options *wanted = &running->options;
    struct error error;
    *wanted = running->arguments->sim;
    wanted->pins = running->arguments->vcd != NULL ? &running->pins : NULL;
    wanted->timeline = running->arguments->trace != NULL ? &running->timeline : NULL;
    wanted->machine = running->target.machine;
    wanted->knobs = running->arguments->knobs.list;
    wanted->knob_count = running->arguments->knobs.count;
    wanted->bytes = on_bytes;
    wanted->progress = on_progress;
    wanted->log = on_log;
    wanted->context = running;
    ledger_init(&running->ledger, &running->target.image);
    if (wanted->pins != NULL) {
        running->windows.ledger = &running->ledger;
        wanted->windows = &running->windows;
        wanted->pins->windows = &running->windows;
    }
    /* A form of the report names the causes of samples; the table does not. */
    if (running->arguments->ledger || running->forms.count != 0) {
        running->ledger.entries_only = !running->arguments->ledger;
        if (running->arguments->ledger &&
            !run_segments_want(&running->ledger, &running->segments, &running->target, &error))
            return cli_fail(&error);
        if (running->arguments->pair.base[0] != '\0')
            ledger_want_places(&running->ledger);
        wanted->ledger = &running->ledger;
    }
    if (running->forms.count != 0 && stored_init(&running->stored, &running->target.image))
        wanted->stored = &running->stored;
    clock_gettime(CLOCK_MONOTONIC, &running->start);
    progress_start(&running->progress);
    bool started =
        source_sim_run(&running->target.image, running->target.path, wanted, &running->intake,
                       &running->environment, &running->outcome, &error);
    progress_end(&running->progress);
    if (!started)
        return cli_fail(&error);
    double host = elapsed_seconds(running);
    int code = EXIT_TROUBLE;
    switch (running->outcome.end) {
    case SOURCE_SIM_ENDED:
        code = conclude(running);
        break;
    case SOURCE_SIM_LIMIT:
        code = say_limit(running);
        break;
    case SOURCE_SIM_INTERRUPTED:
        return say_interrupted(running);
    case SOURCE_SIM_STOPPED:
        code = say_stopped(running);
        break;
    }
    fflush(stdout);
    say_speed(running, host);
    if (running->arguments->cycles)
        fprintf(stderr, "cycles=%" PRIu64 "\n", running->environment.cycles);
    return code;
}

static int run_other(struct running *running)
{
    const struct arguments *arguments = running->arguments;
    struct run_plain_options wanted = {.board = arguments->sim,
                                       .output = arguments->output,
                                       .cycles = arguments->cycles,
                                       .stop_on_fault = arguments->stop_on_fault};
    struct error error;
    wanted.board.pins = arguments->vcd != NULL ? &running->pins : NULL;
    wanted.board.timeline = arguments->trace != NULL ? &running->timeline : NULL;
    wanted.board.machine = running->target.machine;
    wanted.board.knobs = arguments->knobs.list;
    wanted.board.knob_count = arguments->knobs.count;
    if (arguments->forms->count == 0 && !arguments->ledger && !arguments->bounds)
        return run_plain(&running->target, &wanted);
    error_set(&error,
              "%s: is no benchmark (it has no Tailchain note), so there is nothing for "
              "a form of the report, --ledger or --bounds",
              running->target.path);
    return cli_fail(&error);
}

static bool open_recordings(struct running *running, struct error *error)
{
    const struct arguments *arguments = running->arguments;
    const char *path = running->target.path;
    running->pins = (struct pins_sim){.write = run_recording_write, .context = &running->vcd};
    running->timeline.timeline =
        (struct timeline){.write = run_recording_write, .context = &running->trace};
    return (arguments->vcd == NULL ||
            run_recording_open(&running->vcd, arguments->vcd, path, error)) &&
           (arguments->trace == NULL ||
            run_recording_open(&running->trace, arguments->trace, path, error));
}

static int run(struct running *running)
{
    const struct arguments *arguments = running->arguments;
    struct error error;
    const struct target_wish wish = {.what = arguments->what,
                                     .machine = arguments->machine,
                                     .bench = arguments->bench,
                                     .clock = arguments->clock,
                                     .option = arguments->option};
    if (!target_open(&running->target, &wish, &error))
        return cli_fail(&error);
    if (!open_recordings(running, &error))
        return cli_fail(&error);
    if (!run_is_bench(&running->target.image))
        return run_other(running);
    if (!open_outputs(running, &error))
        return cli_fail(&error);
    return simulate(running);
}

int cmd_run(int argc, char **argv)
{
    static struct arguments arguments = {.sim.limit_ns = DEFAULT_MAX_TIME_NS};
    static struct running running = {.arguments = &arguments};
    arguments.forms = &running.forms;
    cli_parse(&argp, argc, argv, &arguments);
    running.history = history_path(arguments.history);
    intake_init(&running.intake, &running.session);
    int code = run_recording_finish(&running.vcd, run(&running));
    code = run_recording_finish(&running.trace, code);
    output_discard(&running.log);
    outputs_discard(&running.forms);
    buf_free(&running.capture);
    ledger_free(&running.ledger);
    causes_free(&running.causes);
    stored_free(&running.stored);
    session_free(&running.session);
    session_free(&running.low_session);
    session_free(&running.high_session);
    target_close(&running.target);
    return code;
}
