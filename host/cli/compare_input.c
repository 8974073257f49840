/* Reads or simulates, and judges, a run that is to be compared.
 * SPDX-License-Identifier: MIT
 */
#include "compare_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare_sim.h"
#include "host/base/xalloc.h"
#include "judge.h"

static int simulate(struct compare_input *input, const char *what, const char *machine,
                    struct intake *intake)
{
    struct error error;
    struct target_wish wish = {.what = what, .machine = machine};
    if (!target_open(&input->target, &wish, &error))
        return cli_fail(&error);
    input->is_image = true;
    if (input->target.image.note[NOTE_WIRE] != NULL)
        return compare_sim_run(&input->target, NULL, &input->session, intake, &input->environment);
    error_set(&error, "%s: is no benchmark (it has no Tailchain note); nothing can be compared",
              input->target.path);
    return cli_fail(&error);
}

int compare_input_open(struct compare_input *input, const char *what, const char *machine)
{
    static struct intake intake;
    const char *name = strcmp(what, "-") == 0 ? "standard input" : what;
    *input = (struct compare_input){.name = xstrndup(name, strlen(name))};
    intake_init(&intake, &input->session);
    int code = compare_sim_is_image(what) ? simulate(input, what, machine, &intake)
                                          : judge_read(what, &intake);
    if (code != EXIT_YES)
        return code;
    struct judge_options options = {.name = input->name, .allow_summary = true};
    struct judgement judgement = judge(&input->session, &intake, &options, false);
    if (judgement.exit_code == EXIT_YES) {
        input->run = judgement.run;
        identity_fill(&input->identity, input->run, input->is_image ? &input->environment : NULL);
        return EXIT_YES;
    }
    fprintf(stderr, "tailchain: %s: is not verified, so it is not compared\n", input->name);
    return EXIT_TROUBLE;
}

void compare_input_close(struct compare_input *input)
{
    free(input->name);
    session_free(&input->session);
    identity_free(&input->identity);
    target_close(&input->target);
    *input = (struct compare_input){0};
}
