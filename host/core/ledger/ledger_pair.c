/* Where two windows of one image differ.
 * SPDX-License-Identifier: MIT
 */
#include "ledger_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* "ldr.w r2, [r1, #4]" is "ldr [r1]", whatever its width; "ldrd r2, r3, [sp]" "ldrd [sp]". */
static void kind_of(const char *text, char *kind, size_t size)
{
    const char *base = strchr(text, '[');
    int mnemonic = (int)strcspn(text, ". ");
    bool is_list = begins(text, "ldm") || begins(text, "stm") || begins(text, "push") ||
                   begins(text, "pop") || begins(text, "vldm") || begins(text, "vstm");
    if (base != NULL && strncmp(base, "[pc", 3) == 0)
        snprintf(kind, size, "%.*s literal", mnemonic, text);
    else if (base != NULL)
        snprintf(kind, size, "%.*s [%.*s]", mnemonic, text, (int)strcspn(base + 1, ",]"), base + 1);
    else if (is_list)
        snprintf(kind, size, "%.*s", mnemonic, text);
    else
        snprintf(kind, size, "no load or store");
}

static struct ledger_pair_row *row_of(struct ledger_pair *pair, const char *what)
{
    for (size_t i = 0; i < pair->count; i++)
        if (strcmp(pair->rows[i].what, what) == 0)
            return &pair->rows[i];
    pair->rows = xgrow(pair->rows, &pair->capacity, pair->count + 1, sizeof *pair->rows);
    struct ledger_pair_row *row = &pair->rows[pair->count++];
    *row = (struct ledger_pair_row){0};
    snprintf(row->what, sizeof row->what, "%s", what);
    return row;
}

static const struct ledger_place *place_at(const struct ledger_table *table, uint32_t address)
{
    for (size_t i = 0; i < table->shape->count; i++)
        if (table->shape->places[i].address == address)
            return &table->shape->places[i];
    return NULL;
}

/* The instruction at a place of one side or of both. */
static void add_place(struct ledger_pair *pair, const struct ledger_diff_side *side,
                      const struct ledger_place *base, const struct ledger_place *new)
{
    char text[96], kind[48];
    uint32_t address = base != NULL ? base->address : new->address;
    side->disassemble(side->context, address, text, sizeof text);
    kind_of(text, kind, sizeof kind);
    struct ledger_pair_row *row = row_of(pair, kind);
    uint64_t before = base != NULL ? base->cycles : 0, after = new != NULL ? new->cycles : 0;
    row->places += before != after;
    row->base_cycles += before;
    row->new_cycles += after;
    row->base_executions += base != NULL ? base->executions : 0;
    row->new_executions += new != NULL ? new->executions : 0;
}

static uint64_t size_of(const struct ledger_pair_row *row)
{
    return row->new_cycles > row->base_cycles ? row->new_cycles - row->base_cycles
                                              : row->base_cycles - row->new_cycles;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = size_of(a), y = size_of(b);
    return x != y ? (x < y) - (x > y)
                  : strcmp(((const struct ledger_pair_row *)a)->what,
                           ((const struct ledger_pair_row *)b)->what);
}

static uint64_t sum_of(const struct ledger_pair *pair, bool of_new)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < pair->count; i++)
        sum += of_new ? pair->rows[i].new_cycles : pair->rows[i].base_cycles;
    return sum;
}

/* What is no instruction: exceptions, and the part of a load in which a window ends. */
static void add_others(struct ledger_pair *pair)
{
    uint64_t base = pair->base->total - sum_of(pair, false);
    uint64_t new = pair->new->total - sum_of(pair, true);
    if (base == 0 && new == 0)
        return;
    struct ledger_pair_row *row = row_of(pair, "no instruction");
    row->base_cycles = base;
    row->new_cycles = new;
}

const struct ledger_table *ledger_table_named(const struct ledger *ledger, const char *name)
{
    const struct ledger_table *found = NULL;
    for (size_t i = 0; i < ledger->table_count; i++) {
        if (strcmp(ledger->tables[i].name, name) != 0)
            continue;
        if (found != NULL)
            return NULL;
        found = &ledger->tables[i];
    }
    return found;
}

void ledger_pair_make(struct ledger_pair *pair, const struct ledger_diff_side *base,
                      const struct ledger_diff_side *new)
{
    const struct ledger_shape *b = base->table->shape, *n = new->table->shape;
    *pair = (struct ledger_pair){.base = base->table, .new = new->table};
    for (size_t i = 0; i < b->count; i++)
        add_place(pair, base, &b->places[i], place_at(new->table, b->places[i].address));
    for (size_t i = 0; i < n->count; i++)
        if (place_at(base->table, n->places[i].address) == NULL)
            add_place(pair, base, NULL, &n->places[i]);
    add_others(pair);
    qsort(pair->rows, pair->count, sizeof *pair->rows, by_size);
    while (pair->count != 0 && size_of(&pair->rows[pair->count - 1]) == 0 &&
           pair->rows[pair->count - 1].places == 0) {
        pair->rest.base_executions += pair->rows[pair->count - 1].base_executions;
        pair->rest.new_executions += pair->rows[pair->count - 1].new_executions;
        pair->rest.base_cycles += pair->rows[pair->count - 1].base_cycles;
        pair->rest.new_cycles += pair->rows[--pair->count].new_cycles;
    }
}

void ledger_pair_free(struct ledger_pair *pair)
{
    free(pair->rows);
    *pair = (struct ledger_pair){0};
}
