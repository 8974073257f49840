/* Lints images and captures.
 * SPDX-License-Identifier: MIT
 */
#include "lint_input.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "compare_input.h"
#include "host/base/interrupt.h"
#include "host/core/simulated/listing_sim.h"
#include "host/lint/inject_sim.h"
#include "host/lint/lint_claims.h"
#include "host/lint/lint_image.h"
#include "host/lint/lint_run.h"
#include "host/lint/watch_sim.h"
#include "judge.h"
#include "progress.h"

struct running {
    const char *path;
    struct progress progress;
};

static void on_progress(void *context, uint64_t simulated_ns)
{
    const struct running *running = context;
    progress_show(&running->progress, "%6.2f s simulated of %.50s", (double)simulated_ns / 1e9,
                  running->path);
}

static void on_log(void *context, const char *line)
{
    const struct running *running = context;
    progress_end(&running->progress);
    fprintf(stderr, "%s: %s\n", running->path, line);
}

/* What the run has to say once it is over. */
static void add_run(struct lint *lint, const struct program *program, const struct session *session,
                    const struct environment *environment, const struct watch_outcome *outcome,
                    const struct lint_image *facts)
{
    const struct run *run = session->count != 0 ? session->runs[session->count - 1] : NULL;
    if (run != NULL && run->config_line != 0)
        lint_run(lint, run, facts);
    if (facts->trace_unknown != NULL && (run == NULL || !run->config[WIRE_CONFIG_TRACE].present))
        lint_add(lint, LINT_UNKNOWN, "trace hooks", NULL,
                 "whether the kernel has some that were not seen: %s; no CONFIG says it",
                 facts->trace_unknown);
    lint_claims(lint, run, environment, outcome->tick_hz);
    if (facts->fpu_use != 0 && outcome->fpu_on)
        lint_add(lint, LINT_FPU_CONTEXT, program_place(program, facts->fpu_use), NULL,
                 "this code uses the FPU, which is on, and PendSV saves no register of it");
    if (outcome->stop[0] != '\0')
        lint_add(lint, LINT_UNKNOWN, "the run", NULL, "what comes behind its stop: %s",
                 outcome->stop);
}

static int run_image(struct lint *lint, const struct code *code, const struct target *target,
                     const struct lint_wish *wish, const struct lint_image *facts)
{
    static struct intake intake;
    struct running running = {.path = target->path};
    struct source_sim_options options = {.machine = target->machine,
                                         .limit_ns = wish->limit_ns,
                                         .lenient = wish->lenient,
                                         .progress = on_progress,
                                         .log = on_log,
                                         .context = &running};
    struct session session = {0};
    struct environment environment = {0};
    struct watch_outcome outcome = {0};
    struct error error;
    intake_init(&intake, &session);
    progress_start(&running.progress);
    bool ok =
        watch_sim(lint, code, target->path, &options, &intake, &environment, &outcome, &error);
    if (ok)
        add_run(lint, code->program, &session, &environment, &outcome, facts);
    options.log = NULL;
    options.limit_ns = outcome.simulated_ns; /* behind its end it creates nothing */
    if (ok && !outcome.interrupted && !wish->no_failures && facts->has_kernel)
        ok = inject_sim(lint, code, target->path, &options, &error);
    progress_end(&running.progress);
    session_free(&session);
    if (!ok)
        return cli_fail(&error);
    return interrupt_signal() != 0 ? cli_say_interrupted(target->path, "nothing was found out")
                                   : EXIT_YES;
}

int lint_image_input(struct lint *lint, struct target *target, const struct lint_wish *wish)
{
    struct error error;
    struct program program;
    struct lint_image facts;
    if (!target_open(target, &wish->target, &error))
        return cli_fail(&error);
    struct listing_sim *listing =
        listing_sim_open(&target->image, target->path, target->machine, &error);
    if (listing == NULL)
        return cli_fail(&error);
    program_open(&program, &target->image);
    struct code code = {.program = &program, .decode = listing_sim_decode, .context = listing};
    lint_image(lint, &code, listing_sim_has_clz(listing), &facts);
    int status = run_image(lint, &code, target, wish, &facts);
    program_close(&program);
    listing_sim_close(listing);
    return status;
}

int lint_capture_input(struct lint *lint, const char *path)
{
    static struct intake intake;
    struct session session = {0};
    intake_init(&intake, &session);
    int code = judge_read(path, &intake);
    const struct run *run = session.count != 0 ? session.runs[session.count - 1] : NULL;
    if (code == EXIT_YES && (run == NULL || run->config_line == 0)) {
        fprintf(
            stderr,
            "tailchain: %s: no CONFIG line of %s in it; give a capture of a run, or the image\n",
            strcmp(path, "-") == 0 ? "standard input" : path, WIRE_PROTOCOL);
        code = EXIT_TROUBLE;
    }
    if (code == EXIT_YES)
        lint_run(lint, run, NULL);
    session_free(&session);
    return code;
}

int lint_pair_input(struct lint *lint, const char *base, const char *new, const char *machine)
{
    struct compare_input inputs[2];
    const char *const what[] = {base, new};
    int code = EXIT_YES;
    size_t opened = 0;
    while (opened < 2 && code == EXIT_YES) {
        code = compare_input_open(&inputs[opened], what[opened], machine);
        opened++;
    }
    if (code == EXIT_YES)
        lint_pair(lint, &inputs[0].identity, &inputs[1].identity);
    while (opened > 0)
        compare_input_close(&inputs[--opened]);
    return code;
}
