/* Where two series of a bench differ: `tailchain run --difference`.
 * SPDX-License-Identifier: MIT
 */
#include "run_pair.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host/base/suggest.h"
#include "host/base/xalloc.h"
#include "host/core/simulated/listing_sim.h"
#include "host/render/term_parts.h"

bool run_pair_parse(struct run_pair *pair, const char *text)
{
    const char *comma = strchr(text, ',');
    if (comma == NULL || comma == text || comma[1] == '\0' || strchr(comma + 1, ',') != NULL ||
        (size_t)(comma - text) >= sizeof pair->base || strlen(comma + 1) >= sizeof pair->new)
        return false;
    snprintf(pair->base, sizeof pair->base, "%.*s", (int)(comma - text), text);
    snprintf(pair->new, sizeof pair->new, "%s", comma + 1);
    return true;
}

static void no_table(const struct ledger *ledger, const char *name, const char *path,
                     struct error *error)
{
    const char **names = xcalloc(ledger->table_count, sizeof *names);
    struct error why;
    bool in_phases = false;
    for (size_t i = 0; i < ledger->table_count; i++) {
        names[i] = ledger->tables[i].name;
        in_phases |= strcmp(names[i], name) == 0;
    }
    if (in_phases)
        error_set(error, "%s: --difference: %s is measured in every phase; choose another", path,
                  name);
    else if (!suggest(&why, "series", name, names, ledger->table_count, NULL))
        error_set(error, "%s: --difference: %s", path, why.text);
    free(names);
}

/* The table of one side; NULL after a message in error. */
static const struct ledger_table *table_of(const struct ledger *ledger, const char *name,
                                           const char *path, struct error *error)
{
    const struct ledger_table *table = ledger_table_named(ledger, name);
    if (table == NULL)
        no_table(ledger, name, path, error);
    else if (table->why[0] != '\0')
        error_set(error, "%s: --difference: the ledger of %s is invalid: %s", path, name,
                  table->why);
    else if (table->shape == NULL)
        error_set(error, "%s: --difference: a window of %s has too many instructions", path, name);
    else
        return table;
    return NULL;
}

int run_pair_show(const struct run_pair *pair, const struct ledger *ledger,
                  const struct target *target, FILE *stream)
{
    struct error error;
    const struct ledger_table *base = table_of(ledger, pair->base, target->path, &error);
    const struct ledger_table *new =
        base != NULL ? table_of(ledger, pair->new, target->path, &error) : NULL;
    if (new == NULL)
        return cli_fail(&error);
    struct listing_sim *listing =
        listing_sim_open(&target->image, target->path, target->machine, &error);
    if (listing == NULL)
        return cli_fail(&error);
    struct ledger_diff_side sides[2] = {{base, &target->image, listing_sim_text, listing},
                                        {new, &target->image, listing_sim_text, listing}};
    struct ledger_pair made;
    struct buf out = {0};
    ledger_pair_make(&made, &sides[0], &sides[1]);
    term_add_pair(&made, &out);
    fwrite(out.bytes, 1, out.length, stream);
    buf_free(&out);
    ledger_pair_free(&made);
    listing_sim_close(listing);
    return EXIT_YES;
}
