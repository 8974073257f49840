/* What the FPU's registers cost in a switch, part by part: the matrix of fpu_switch.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <string.h>

#include "host/core/ledger/ledger_segments.h"
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
static void add_row(const struct ledger *ledger, const struct ledger_table *table, struct buf *out)
{
    const struct ledger_table *plain = without(ledger, table);
    buf_printf(out, "  %-20s %7" PRIu64, table->name + strlen(PREFIX), table->segments->total.min);
    if (plain != NULL)
        buf_printf(out, " %5" PRId64,
                   (int64_t)(table->segments->total.min - plain->segments->total.min));
    else
        buf_printf(out, " %5s", "");
    buf_printf(out,
               " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 "\n",
               least(table, SEGMENT_EXCEPTION_ENTRY), least(table, SEGMENT_INTERRUPTS),
               least(table, SEGMENT_TAIL_CHAIN), least(table, SEGMENT_SAVE_FLOAT),
               least(table, SEGMENT_RESTORE_FLOAT), least(table, SEGMENT_EXCEPTION_RETURN));
}

void term_add_fpu_matrix(const struct ledger *ledger, struct buf *out)
{
    size_t rows = 0;
    for (size_t i = 0; i < ledger->table_count; i++) {
        const struct ledger_table *table = &ledger->tables[i];
        if (!term_in_fpu_matrix(table))
            continue;
        if (rows++ == 0)
            buf_printf(out,
                       "\nswitches by what the FPU costs, cycles, the smallest of %zu windows\n"
                       "  %-20s %7s %5s %6s %6s %6s %6s %6s %6s\n",
                       table->segments->windows, "tasks, stacking, by", "window", "more", "entry",
                       "ISR", "chain", "VSTM", "VLDM", "return");
        add_row(ledger, table, out);
    }
    if (rows != 0)
        buf_add_text(
            out, "  more: than with no task that uses the FPU. VSTM and VLDM of s16-s31 take a\n"
                 "  cycle where they are skipped; a lazy save of s0-s15 is in the first\n"
                 "  instruction that makes it, VSTM or one of the ISR.\n");
}
