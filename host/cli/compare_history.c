/* The base of a comparison out of a history.
 * SPDX-License-Identifier: MIT
 */
#include "compare_history.h"

#include <inttypes.h>
#include <string.h>

#include "cli.h"
#include "host/core/history/history.h"
#include "history_keep.h"
#include "judge.h"

/* Judged again: what was good when it was added may not be what the file holds now. */
static int read_run(struct history *history, const char *path, const struct history_run *kept,
                    struct compare_input *input, struct error *error)
{
    static struct intake intake;
    struct buf bytes = {0}, name = {0};
    buf_printf(&name, "run %" PRId64 " of %s%s%.12s", kept->id, path,
               kept->commit[0] != '\0' ? ", commit " : "", kept->commit);
    *input = (struct compare_input){.name = name.bytes};
    if (!history_capture(history, kept->id, &bytes, error))
        return cli_fail(error);
    intake_init(&intake, &input->session);
    intake_feed(&intake, bytes.bytes, bytes.length);
    intake_end(&intake);
    buf_free(&bytes);
    struct judge_options judged_as = {.name = input->name, .allow_summary = true};
    struct judgement judgement = judge(&input->session, &intake, &judged_as, false);
    if (judgement.exit_code != EXIT_YES) {
        fprintf(stderr, "tailchain: %s: does not verify any more; the history was changed\n",
                input->name);
        return EXIT_TROUBLE;
    }
    input->run = judgement.run;
    for (int field = 0; field < identity_field_count(); field++)
        identity_set(&input->identity, field, kept->identity.value[field]);
    return EXIT_YES;
}

static int say_none(const char *path, const struct compare_input *new, const char *commit,
                    size_t own)
{
    struct error error;
    if (own != 0)
        error_set(&error,
                  "%s: all runs like %s are of its own commit, %.12s, and no base; add one of an "
                  "earlier commit, or name that of %s with --commit",
                  path, new->name, commit, new->name);
    else
        error_set(&error,
                  "%s: has no run of the same board and configuration as %s; add one, or see with "
                  "`tailchain history list` what there is",
                  path, new->name);
    return cli_fail(&error);
}

/* A run of NEW's own commit may be NEW itself, kept before it was compared: against that nothing
 * ever becomes slower. */
static int open_newest(struct history *history, const char *path, const struct compare_input *new,
                       const char *commit, struct compare_input *inputs, size_t *count)
{
    struct history_filter any = {0};
    struct history_list found = {0};
    struct error error;
    size_t own = 0;
    size_t wanted = identity_is_simulated(&new->identity) ? 1 : COMPARE_HISTORY_RUNS;
    int code = history_find(history, &any, &found, &error) ? EXIT_YES : cli_fail(&error);
    for (size_t i = found.count; code == EXIT_YES && i-- > 0 && *count < wanted;) {
        const struct history_run *kept = &found.runs[i];
        bool like =
            identity_difference(&kept->identity, &new->identity, 0) < 0 &&
            (*count == 0 || identity_difference(&kept->identity, &inputs[0].identity, 0) < 0);
        if (like && commit[0] != '\0' && strncmp(kept->commit, commit, strlen(commit)) == 0)
            own++;
        else if (like)
            code = read_run(history, path, kept, &inputs[(*count)++], &error);
    }
    if (code == EXIT_YES && *count == 0)
        code = say_none(path, new, commit, own);
    history_list_free(&found);
    return code;
}

int compare_history_open(const char *path, const struct compare_input *new, const char *commit,
                         struct compare_input inputs[static COMPARE_HISTORY_RUNS], size_t *count)
{
    struct error error;
    char at_hand[96];
    *count = 0;
    struct history *history = history_open(path, false, &error);
    if (history == NULL)
        return cli_fail(&error);
    int code = open_newest(history, path, new,
                           commit != NULL ? commit : history_commit(at_hand, sizeof at_hand),
                           inputs, count);
    history_close(history);
    return code;
}
