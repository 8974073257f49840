/* What differs between two windows: the same cycles by what was waited for, and by kind of
 * instruction. SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>

#include "table.h"
#include "term_parts.h"

static void add_line(struct table *table, const char *what, uint64_t executions, size_t places,
                     uint64_t base, uint64_t new)
{
    table_row(table);
    table_cell(table, "  %s", what);
    if (executions != 0) {
        table_cell(table, "%" PRIu64, executions);
        table_cell(table, "%zu", places);
    } else {
        table_cell(table, "%s", "");
        table_cell(table, "%s", "");
    }
    table_cell(table, "%" PRIu64, base);
    table_cell(table, "%" PRIu64, new);
    table_cell(table, "%+" PRId64, (int64_t)(new - base));
}

static void add_row(struct table *table, const struct ledger_pair_row *row)
{
    uint64_t executions =
        row->base_executions > row->new_executions ? row->base_executions : row->new_executions;
    add_line(table, row->what, executions, row->places, row->base_cycles, row->new_cycles);
}

/* The columns of both parts, so that they stand under each other. */
static void add_titles(struct table *table, const char *what, const char *executed,
                       const char *changed)
{
    const struct table_title titles[] = {{what, 42, true},    {executed, 8, false},
                                         {changed, 7, false}, {"base", 9, false},
                                         {"new", 9, false},   {"new-base", 8, false}};
    table_titles(table, titles, sizeof titles / sizeof titles[0]);
}

static void add_waits(const struct ledger_pair *pair, struct buf *out)
{
    struct table table = {0};
    add_titles(&table, "  where the cycles are", "", "");
    for (int i = 0; i < LEDGER_WAITS; i++)
        if (pair->base->waits[i] != 0 || pair->new->waits[i] != 0)
            add_line(&table, ledger_wait_rows[i].name, 0, 0, pair->base->waits[i],
                     pair->new->waits[i]);
    add_line(&table, "the whole window", 0, 0, pair->base->total, pair->new->total);
    table_end(&table, out);
}

void term_add_pair(const struct ledger_pair *pair, struct buf *out)
{
    struct table table = {0};
    buf_printf(out, "\nbase %s, new %s:\n  the most common window of each\n", pair->base->name,
               pair->new->name);
    add_waits(pair, out);
    add_titles(&table, "  instruction", "executed", "changed");
    for (size_t i = 0; i < pair->count; i++)
        add_row(&table, &pair->rows[i]);
    struct ledger_pair_row rest = pair->rest;
    snprintf(rest.what, sizeof rest.what, "all others");
    if (rest.base_cycles != 0 || rest.new_cycles != 0)
        add_row(&table, &rest);
    add_line(&table, "the whole window", 0, 0, pair->base->total, pair->new->total);
    table_end(&table, out);
}
