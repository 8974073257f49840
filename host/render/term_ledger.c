/* The ledger as tables: what ran inside a window, and what it cost.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "table.h"
#include "term_parts.h"
#include "wrap.h"

/* Nothing for 0. */
static void add_number(struct table *out, uint64_t value)
{
    if (value != 0)
        table_cell(out, "%" PRIu64, value);
    else
        table_cell(out, "%s", "");
}

static void add_share(struct table *out, uint64_t cycles, uint64_t total)
{
    uint64_t tenths = total != 0 ? (cycles * 1000 + total / 2) / total : 0;
    table_cell(out, "%" PRIu64 ".%" PRIu64 " %%", tenths / 10, tenths % 10);
}

static void add_row(const struct ledger_row *row, const struct ledger_table *table,
                    struct table *out)
{
    table_row(out);
    table_cell(out, "  %s", row->what);
    add_number(out, row->instructions);
    table_cell(out, "%" PRIu64, row->cycles);
    add_share(out, row->cycles, table->total);
    add_number(out, row->fetch);
    add_number(out, row->data);
}

/* A total of "fetch" or "data". */
static uint64_t sum_of(const struct ledger_table *table, bool of_data)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < table->row_count; i++)
        sum += of_data ? table->rows[i].data : table->rows[i].fetch;
    return sum;
}

/* The same cycles once more, by what they were spent on, bus by bus. */
static void add_waits(const struct ledger_table *table, struct buf *out)
{
    static const struct table_title titles[] = {{"  where the cycles are", 46, true},
                                                {"cycles", 8, false},
                                                {"share", 8, false},
                                                {"mean", 10, false}};
    struct table waits = {0};
    table_titles(&waits, titles, 4);
    for (int i = 0; i < LEDGER_WAITS; i++) {
        if (table->all_waits[i] == 0)
            continue;
        uint64_t tenths = (table->all_waits[i] * 10 + table->windows / 2) / table->windows;
        table_row(&waits);
        table_cell(&waits, "  %s", ledger_wait_rows[i].name);
        table_cell(&waits, "%" PRIu64, table->waits[i]);
        add_share(&waits, table->waits[i], table->total);
        table_cell(&waits, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
    }
    table_end(&waits, out);
}

/* Of samples in counts of a slower clock. */
static void add_counts(const struct ledger_table *table, struct buf *out)
{
    if (table->cycles_a_tick != 1)
        buf_printf(out,
                   "  sampled as %" PRIu64 " counts of %" PRIu64
                   " cycles: what is less than a count is lost\n",
                   table->sample, table->cycles_a_tick);
}

/* Why irq_entry spreads: the instruction, or the masked section, that had to end first. */
static void add_entry(const struct ledger_table *table, struct buf *out)
{
    buf_printf(out,
               "  until exception entry %" PRIu64 " to %" PRIu64 " cycles; from it on %" PRIu64,
               table->before_min, table->before_max, table->from_entry.value);
    if (table->from_entry.differ != 0)
        buf_printf(out, ", but for %zu windows\n", table->from_entry.differ);
    else
        buf_add_text(out, " in every window\n");
}

static void add_functions(const struct ledger_table *table, struct buf *out)
{
    static const struct table_title titles[] = {{"  function", 38, true}, {"instr.", 7, false},
                                                {"cycles", 8, false},     {"share", 8, false},
                                                {"fetch", 6, false},      {"data", 6, false}};
    uint64_t sum = 0, instructions = 0;
    struct table rows = {0};
    table_titles(&rows, titles, 6);
    for (size_t i = 0; i < table->row_count; i++) {
        add_row(&table->rows[i], table, &rows);
        sum += table->rows[i].cycles;
        instructions += table->rows[i].instructions;
    }
    table_row(&rows);
    table_cell(&rows, "  the whole window, as sampled");
    table_cell(&rows, "%" PRIu64, instructions);
    table_cell(&rows, "%" PRIu64, sum);
    table_cell(&rows, "100.0 %%");
    add_number(&rows, sum_of(table, false));
    add_number(&rows, sum_of(table, true));
    table_end(&rows, out);
}

static void add_table(const struct ledger_table *table, struct buf *out)
{
    buf_printf(out, "\n%s%s%s", table->phase != NULL ? table->phase : "",
               table->phase != NULL ? " " : "", table->name);
    if (table->why[0] != '\0') {
        buf_printf(out, ": ledger INVALID\n  %s\n", table->why);
        return;
    }
    buf_printf(out, ": the most common of %zu windows\n", table->windows);
    add_functions(table, out);
    add_waits(table, out);
    add_counts(table, out);
    if (table->by_timer)
        add_entry(table, out);
}

/* All series whose windows nothing marks, in one paragraph. */
static void add_missing(const struct ledger *ledger, struct buf *out)
{
    struct buf names = {0};
    size_t count = 0;
    for (size_t i = 0; i < ledger->table_count; i++)
        if (ledger->tables[i].is_missing) {
            const struct ledger_table *table = &ledger->tables[i];
            buf_printf(&names, "%s%s%s%s", count++ != 0 ? ", " : "",
                       table->phase != NULL ? table->phase : "", table->phase != NULL ? " " : "",
                       table->name);
        }
    if (count != 0) {
        buf_add_text(out, "\n");
        wrap_item(out,
                  "No ledger of %zu of %zu series, whose windows no label of the image marks: %s.",
                  count, ledger->table_count, names.bytes);
    }
    buf_free(&names);
}

void term_add_ledger(const struct ledger *ledger, struct buf *out)
{
    for (size_t i = 0; i < ledger->table_count; i++)
        if (!ledger->tables[i].is_missing)
            add_table(&ledger->tables[i], out);
    add_missing(ledger, out);
    for (size_t i = 0; i < ledger->table_count; i++)
        if (ledger->tables[i].segments != NULL && !term_in_fpu_matrix(&ledger->tables[i]))
            term_add_segments(&ledger->tables[i], out);
    term_add_fpu_matrix(ledger, out);
}
