/* Reads and judges a run that is to be compared.
 * SPDX-License-Identifier: MIT
 */
#include "compare_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host/base/xalloc.h"
#include "judge.h"

int compare_input_open(struct compare_input *input, const char *path)
{
    static struct intake intake;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    *input = (struct compare_input){.name = xstrndup(name, strlen(name))};
    intake_init(&intake, &input->session);
    int code = judge_read(path, &intake);
    if (code != EXIT_YES)
        return code;
    struct judge_options options = {.name = input->name, .allow_summary = true};
    struct judgement judgement = judge(&input->session, &intake, &options, false);
    if (judgement.exit_code == EXIT_YES) {
        input->run = judgement.run;
        identity_fill(&input->identity, input->run, NULL);
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
    *input = (struct compare_input){0};
}
