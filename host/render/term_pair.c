/* What differs between two windows: the same cycles by what was waited for, and by kind of
 * instruction. SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>

#include "term_parts.h"

static void add_line(const char *what, uint64_t executions, size_t places, uint64_t base,
                     uint64_t new, struct buf *out)
{
    buf_printf(out, "  %-40s", what);
    if (executions != 0)
        buf_printf(out, " %8" PRIu64 " %7zu", executions, places);
    else
        buf_printf(out, " %8s %7s", "", "");
    buf_printf(out, " %9" PRIu64 " %9" PRIu64 " %+8" PRId64 "\n", base, new, (int64_t)(new - base));
}

static void add_head(const char *first, const char *second, const char *third, struct buf *out)
{
    buf_printf(out, "  %-40s %8s %7s %9s %9s %8s\n", first, second, third, "base", "new",
               "new-base");
}

static void add_row(const struct ledger_pair_row *row, struct buf *out)
{
    uint64_t executions =
        row->base_executions > row->new_executions ? row->base_executions : row->new_executions;
    add_line(row->what, executions, row->places, row->base_cycles, row->new_cycles, out);
}

void term_add_pair(const struct ledger_pair *pair, struct buf *out)
{
    uint64_t base = pair->base->total, new = pair->new->total;
    buf_printf(out, "\nbase %s, new %s: the most common window of each\n", pair->base->name,
               pair->new->name);
    add_head("where the cycles are", "", "", out);
    for (int i = 0; i < LEDGER_WAITS; i++)
        if (pair->base->waits[i] != 0 || pair->new->waits[i] != 0)
            add_line(ledger_wait_rows[i].name, 0, 0, pair->base->waits[i], pair->new->waits[i],
                     out);
    add_line("the whole window", 0, 0, base, new, out);
    add_head("instruction", "executed", "changed", out);
    for (size_t i = 0; i < pair->count; i++)
        add_row(&pair->rows[i], out);
    struct ledger_pair_row rest = pair->rest;
    snprintf(rest.what, sizeof rest.what, "all others");
    if (rest.base_cycles != 0 || rest.new_cycles != 0)
        add_row(&rest, out);
    add_line("the whole window", 0, 0, base, new, out);
}
