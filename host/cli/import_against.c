/* tailchain import --against.
 * SPDX-License-Identifier: MIT
 */
#include "import_against.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "judge.h"

int import_against_fit(struct import_against *against, const char *path, const char *series,
                       const struct imported *imported)
{
    struct error error, why;
    intake_init(&against->intake, &against->session);
    int code = judge_read(path, &against->intake);
    if (code != EXIT_YES)
        return code;
    struct judgement judgement =
        judge(&against->session, &against->intake, &(struct judge_options){.name = path}, false);
    if (judgement.verdict != VERDICT_VERIFIED) {
        fprintf(stderr, "tailchain: %s: is not verified, so nothing is fitted to it\n", path);
        return judgement.exit_code != EXIT_YES ? judgement.exit_code : EXIT_TROUBLE;
    }
    against->against.file = path;
    against->against.series =
        against_series(judgement.run, series, imported->pairs->samples.count, &why);
    if (against->against.series == NULL) {
        error_set(&error, "%s: %.900s", path, why.text);
        return cli_fail(&error);
    }
    if (against_fit(&against->against, imported->pairs, imported->capture->hz,
                    imported_step_seconds(imported), &error))
        return EXIT_YES;
    if (imported->pairs->samples.failed)
        return cli_fail(&error);
    fprintf(stderr, "tailchain: %s\n", error.text);
    return EXIT_NO;
}

void import_against_free(struct import_against *against)
{
    session_free(&against->session);
}
