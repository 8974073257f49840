/* What the FPU's registers cost in a switch, part by part: the matrix of fpu_switch.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <string.h>

#include "host/core/ledger/ledger_segments.h"
#include "table.h"
#include "term_parts.h"

#define PREFIX "fpu_switch_"
#define NEITHER "none"

bool term_in_fpu_matrix(const struct ledger_table *table)
{
    return table->segments != NULL && table->segments->why[0] == '\0' &&
           strncmp(table->name, PREFIX, strlen(PREFIX)) == 0;
}

/* The row without the FPU's registers, of the same stacking and request; NULL where there is none.
 */
static const struct ledger_table *without(const struct ledger *ledger,
                                          const struct ledger_table *of)
{
    const char *rest = strchr(of->name + strlen(PREFIX), '_');
    for (size_t i = 0; rest != NULL && i < ledger->table_count; i++) {
        const struct ledger_table *table = &ledger->tables[i];
        if (term_in_fpu_matrix(table) &&
            strncmp(table->name, PREFIX NEITHER, strlen(PREFIX NEITHER)) == 0 &&
            strcmp(table->name + strlen(PREFIX NEITHER), rest) == 0)
            return table;
    }
    return NULL;
}

static uint64_t least(const struct ledger_table *table, enum segment segment)
{
    return table->segments->segments[segment].min;
}

/* More than without, as the smallest windows say. */
static void add_row(struct table *out, const struct ledger *ledger,
                    const struct ledger_table *table)
{
    static const enum segment parts[] = {SEGMENT_EXCEPTION_ENTRY, SEGMENT_INTERRUPTS,
                                         SEGMENT_TAIL_CHAIN,      SEGMENT_SAVE_FLOAT,
                                         SEGMENT_RESTORE_FLOAT,   SEGMENT_EXCEPTION_RETURN};
    const struct ledger_table *plain = without(ledger, table);
    table_row(out);
    table_cell(out, "  %s", table->name + strlen(PREFIX));
    table_cell(out, "%" PRIu64, table->segments->total.min);
    if (plain != NULL)
        table_cell(out, "%" PRId64,
                   (int64_t)(table->segments->total.min - plain->segments->total.min));
    else
        table_cell(out, "%s", "");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        table_cell(out, "%" PRIu64, least(table, parts[i]));
}

static const struct table_title titles[] = {{"  tasks, stacking, by", 22, true},
                                            {"window", 7, false},
                                            {"more", 5, false},
                                            {"entry", 6, false},
                                            {"ISR", 6, false},
                                            {"chain", 6, false},
                                            {"VSTM", 6, false},
                                            {"VLDM", 6, false},
                                            {"return", 6, false}};

void term_add_fpu_matrix(const struct ledger *ledger, struct buf *out)
{
    struct table rows = {0};
    for (size_t i = 0; i < ledger->table_count; i++) {
        const struct ledger_table *table = &ledger->tables[i];
        if (!term_in_fpu_matrix(table))
            continue;
        if (rows.count == 0) {
            buf_printf(out,
                       "\nswitches by what the FPU costs, cycles, the smallest of %zu windows\n",
                       table->segments->windows);
            table_titles(&rows, titles, sizeof titles / sizeof titles[0]);
        }
        add_row(&rows, ledger, table);
    }
    bool any = rows.count != 0;
    table_end(&rows, out);
    if (any)
        buf_add_text(
            out, "  more: than with no task that uses the FPU. VSTM and VLDM of s16-s31 take a\n"
                 "  cycle where they are skipped; a lazy save of s0-s15 is in the first\n"
                 "  instruction that makes it, VSTM or one of the ISR.\n");
}
