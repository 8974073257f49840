/* Which functions and instructions changed.
 * SPDX-License-Identifier: MIT
 */
#include "compare_where.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare_sim.h"
#include "host/base/xalloc.h"
#include "host/core/simulated/listing_sim.h"
#include "host/core/verify/verify.h"

/* One image's second run. */
struct account {
    struct session session;
    struct ledger ledger;
    struct listing_sim *listing;
};

/* Windows that last a kernel tick would take longer to account for than all others together, and
 * are one loop. */
#define ACCOUNTED_MAX_TICKS 50000

static bool has_changed(const struct compare_metric *metric)
{
    return (metric->change == COMPARE_SLOWER || metric->change == COMPARE_FASTER ||
            metric->change == COMPARE_MOVED) &&
           metric->rows[STATS_AVG].base <= ACCOUNTED_MAX_TICKS;
}

/* Windows cost simulation time: only of series that changed in some phase. */
static void leave_out_unchanged(struct ledger *ledger, const struct comparison *comparison)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        const char *name = ledger->keys[i].name;
        bool wanted = false;
        for (size_t m = 0; m < comparison->metric_count; m++)
            wanted = wanted || (has_changed(&comparison->metrics[m]) &&
                                strcmp(comparison->metrics[m].name, name) == 0);
        if (!wanted)
            ledger_leave_out(ledger, name);
    }
}

static int take_account(struct account *account, const struct comparison *comparison,
                        const struct compare_input *input)
{
    static struct intake intake;
    struct environment environment;
    struct error error;
    ledger_init(&account->ledger, &input->target.image);
    leave_out_unchanged(&account->ledger, comparison);
    ledger_want_places(&account->ledger);
    int code =
        compare_sim_run(&input->target, &account->ledger, &account->session, &intake, &environment);
    if (code != EXIT_YES)
        return code;
    struct run *run = account->session.runs[account->session.count - 1];
    verify_run(run, false);
    ledger_finish(&account->ledger, run);
    account->listing =
        listing_sim_open(&input->target.image, input->name, input->target.machine, &error);
    return account->listing != NULL ? EXIT_YES : cli_fail(&error);
}

static const struct ledger_table *table_of(const struct account *account,
                                           const struct compare_metric *metric)
{
    for (size_t i = 0; i < account->ledger.table_count; i++) {
        const struct ledger_table *table = &account->ledger.tables[i];
        bool same_phase = metric->phase == NULL || table->phase == NULL
                              ? metric->phase == table->phase
                              : strcmp(metric->phase, table->phase) == 0;
        if (same_phase && strcmp(table->name, metric->name) == 0 && table->why[0] == '\0')
            return table;
    }
    return NULL;
}

static void make_diffs(struct compare_where *where, const struct comparison *comparison,
                       const struct account *of_base, const struct compare_input *base,
                       const struct account *of_new, const struct compare_input *new)
{
    where->count = comparison->metric_count;
    where->diffs = xcalloc(where->count, sizeof *where->diffs);
    for (size_t i = 0; i < comparison->metric_count; i++) {
        const struct compare_metric *metric = &comparison->metrics[i];
        struct ledger_diff_side b = {table_of(of_base, metric), &base->target.image,
                                     listing_sim_text, of_base->listing};
        struct ledger_diff_side n = {table_of(of_new, metric), &new->target.image, listing_sim_text,
                                     of_new->listing};
        if (has_changed(metric) && b.table != NULL && n.table != NULL)
            ledger_diff_make(&where->diffs[i], &b, &n);
    }
}

static void free_account(struct account *account)
{
    ledger_free(&account->ledger);
    session_free(&account->session);
    listing_sim_close(account->listing);
}

int compare_where_find(struct compare_where *where, const struct comparison *comparison,
                       const struct compare_input *base, const struct compare_input *new)
{
    struct account of_base = {0}, of_new = {0};
    int code = take_account(&of_base, comparison, base);
    if (code == EXIT_YES)
        code = take_account(&of_new, comparison, new);
    if (code == EXIT_YES)
        make_diffs(where, comparison, &of_base, base, &of_new, new);
    free_account(&of_base);
    free_account(&of_new);
    return code;
}

void compare_where_free(struct compare_where *where)
{
    for (size_t i = 0; i < where->count; i++)
        ledger_diff_free(&where->diffs[i]);
    free(where->diffs);
    *where = (struct compare_where){0};
}
