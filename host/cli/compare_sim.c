/* Simulates an image that is to be compared.
 * SPDX-License-Identifier: MIT
 */
#include "compare_sim.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "host/core/simulated/source_sim.h"
#include "progress.h"

#define LIMIT_NS UINT64_C(60000000000) /* simulated; as `tailchain run` has it */

bool compare_sim_is_image(const char *what)
{
    static const char magic[] = {0x7F, 'E', 'L', 'F'};
    char start[sizeof magic];
    FILE *file = fopen(what, "r");
    if (file != NULL) {
        bool is_elf = fread(start, 1, sizeof start, file) == sizeof start &&
                      memcmp(start, magic, sizeof magic) == 0;
        fclose(file);
        return is_elf;
    }
    for (size_t i = 0; source_sim_machine(i) != NULL; i++)
        if (strcmp(source_sim_machine(i), what) == 0)
            return access(what, F_OK) != 0;
    return false;
}

struct running {
    const char *path;
    struct progress progress;
};

static void ignore_bytes(void *context, const char *bytes, size_t length)
{
    (void)context;
    (void)bytes;
    (void)length;
}

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

static int say_end(const struct target *target, const struct source_sim_outcome *outcome)
{
    switch (outcome->end) {
    case SOURCE_SIM_ENDED:
        return EXIT_YES;
    case SOURCE_SIM_LIMIT:
        fprintf(stderr,
                "tailchain: %s: no END in %g simulated seconds; look at it with `tailchain run`\n",
                target->path, (double)LIMIT_NS / 1e9);
        return EXIT_TROUBLE;
    case SOURCE_SIM_INTERRUPTED:
        return cli_say_interrupted(target->path, "nothing was compared");
    case SOURCE_SIM_STOPPED:
        break;
    }
    fprintf(stderr, "tailchain: %s: stopped: %s\n", target->path, outcome->stop);
    return EXIT_TROUBLE;
}

int compare_sim_run(const struct target *target, struct ledger *ledger, struct session *session,
                    struct intake *intake, struct environment *environment)
{
    struct running running = {.path = target->path};
    struct source_sim_outcome outcome;
    struct error error;
    struct source_sim_options options = {.machine = target->machine,
                                         .limit_ns = LIMIT_NS,
                                         .ledger = ledger,
                                         .bytes = ignore_bytes,
                                         .progress = on_progress,
                                         .log = on_log,
                                         .context = &running};
    intake_init(intake, session);
    progress_start(&running.progress);
    bool started = source_sim_run(&target->image, target->path, &options, intake, environment,
                                  &outcome, &error);
    progress_end(&running.progress);
    return started ? say_end(target, &outcome) : cli_fail(&error);
}
