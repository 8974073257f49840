/* Where a window's cycles went differently in two images.
 * SPDX-License-Identifier: MIT
 */
#include "ledger_diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

/* A function of more instructions than this in one window is shown without them. */
#define MATCHED_MAX 1024u

/* ---- functions ---- */

static const struct ledger_row *find_row(const struct ledger_table *table, const char *what)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (strcmp(table->rows[i].what, what) == 0)
            return &table->rows[i];
    return NULL;
}

static void add_function(struct ledger_diff *diff, const struct ledger_diff_function *function)
{
    if (function->base_cycles == function->new_cycles &&
        function->base_instructions == function->new_instructions &&
        function->base_mean == function->new_mean)
        return;
    diff->functions =
        xgrow(diff->functions, &diff->capacity, diff->count + 1, sizeof *diff->functions);
    diff->functions[diff->count] = *function;
    diff->functions[diff->count++].what = xstrndup(function->what, strlen(function->what));
}

static void add_rows(struct ledger_diff *diff, char *what, const struct ledger_diff_side *base,
                     const struct ledger_diff_side *new)
{
    static const struct ledger_row none = {0};
    const struct ledger_row *b = find_row(base->table, what), *n = find_row(new->table, what);
    b = b != NULL ? b : &none;
    n = n != NULL ? n : &none;
    add_function(diff, &(struct ledger_diff_function){
                           .what = what,
                           .base_instructions = b->instructions,
                           .new_instructions = n->instructions,
                           .base_cycles = b->cycles,
                           .new_cycles = n->cycles,
                           .base_mean = (double)b->all_cycles / (double)base->table->windows,
                           .new_mean = (double)n->all_cycles / (double)new->table->windows});
}

/* Cycles a window that no row has: of functions that the most common window does not call. */
static double mean_elsewhere(const struct ledger_table *table)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < table->row_count; i++)
        rows += table->rows[i].all_cycles;
    return (double)(table->all_total - rows) / (double)table->windows;
}

static double size_of_change(const struct ledger_diff_function *function)
{
    double change = function->new_mean - function->base_mean;
    return change < 0 ? -change : change;
}

static int by_size(const void *a, const void *b)
{
    double x = size_of_change(a), y = size_of_change(b);
    return x < y || x > y ? (x < y) - (x > y)
                          : strcmp(((const struct ledger_diff_function *)a)->what,
                                   ((const struct ledger_diff_function *)b)->what);
}

/* ---- instructions ---- */

/* One function's instructions of one side, by address. */
struct listing {
    struct listed {
        const struct ledger_place *place;
        char text[64]; /* as shown */
        char same[64]; /* as matched: without what moves with the layout */
    } *list;
    size_t count, capacity;
};

/* "bl 0x0800123c" and "ldr r3, [pc, #12]" become "bl @" and "ldr r3, [pc, @]". */
static void strip_layout(const char *text, char *same, size_t size)
{
    bool of_pc = strstr(text, "[pc") != NULL;
    size_t length = 0;
    for (const char *at = text; *at != '\0' && length + 2 < size;) {
        bool address = strncmp(at, "0x", 2) == 0 && strspn(at + 2, "0123456789abcdefABCDEF") >= 5;
        if (address || (of_pc && *at == '#')) {
            same[length++] = '@';
            at += address ? 2 : 1;
            at += strspn(at, "0123456789abcdefABCDEFx-");
        } else {
            same[length++] = *at++;
        }
    }
    same[length] = '\0';
}

static int by_address(const void *a, const void *b)
{
    uint32_t x = ((const struct listed *)a)->place->address;
    uint32_t y = ((const struct listed *)b)->place->address;
    return (x > y) - (x < y);
}

static void list_function(struct listing *listing, const struct ledger_diff_side *side,
                          const char *what)
{
    const struct ledger_shape *shape = side->table->shape;
    for (size_t i = 0; shape != NULL && i < shape->count; i++) {
        const struct ledger_place *place = &shape->places[i];
        int function = image_function_at(side->image, place->address);
        if (function < 0 || strcmp(side->image->symbols[function].name, what) != 0)
            continue;
        listing->list =
            xgrow(listing->list, &listing->capacity, listing->count + 1, sizeof *listing->list);
        struct listed *listed = &listing->list[listing->count++];
        listed->place = place;
        side->disassemble(side->context, place->address, listed->text, sizeof listed->text);
        strip_layout(listed->text, listed->same, sizeof listed->same);
    }
    if (listing->count != 0)
        qsort(listing->list, listing->count, sizeof *listing->list, by_address);
}

static void add_instruction(struct ledger_diff_function *function, const struct listed *base,
                            const struct listed *new)
{
    if (base != NULL && new != NULL && base->place->cycles == new->place->cycles)
        return;
    function->instructions = xgrow(function->instructions, &function->capacity,
                                   function->instruction_count + 1, sizeof *function->instructions);
    struct ledger_diff_instruction *change = &function->instructions[function->instruction_count++];
    *change = (struct ledger_diff_instruction){.in_base = base != NULL, .in_new = new != NULL};
    if (base != NULL) {
        change->base_address = base->place->address;
        change->base_executions = base->place->executions;
        change->base_cycles = base->place->cycles;
    }
    if (new != NULL) {
        change->new_address = new->place->address;
        change->new_executions = new->place->executions;
        change->new_cycles = new->place->cycles;
    }
    snprintf(change->text, sizeof change->text, "%s", new != NULL ? new->text : base->text);
}

/* common[i][j]: how many instructions base from i on and new from j on have in common, in order. */
static uint16_t *common_lengths(const struct listing *base, const struct listing *new)
{
    size_t width = new->count + 1;
    uint16_t *common = xcalloc((base->count + 1) * width, sizeof *common);
    for (size_t i = base->count; i-- > 0;)
        for (size_t j = new->count; j-- > 0;) {
            uint16_t down = common[(i + 1) * width + j], right = common[i * width + j + 1];
            common[i * width + j] = strcmp(base->list[i].same, new->list[j].same) == 0
                                        ? (uint16_t)(common[(i + 1) * width + j + 1] + 1)
                                        : (down > right ? down : right);
        }
    return common;
}

static void match(struct ledger_diff_function *function, const struct listing *base,
                  const struct listing *new)
{
    uint16_t *common = common_lengths(base, new);
    size_t width = new->count + 1, i = 0, j = 0;
    while (i < base->count || j < new->count) {
        if (i < base->count && j < new->count &&strcmp(base->list[i].same, new->list[j].same) == 0)
            add_instruction(function, &base->list[i++], &new->list[j++]);
        else if (j == new->count ||
                 (i < base->count && common[(i + 1) * width + j] >= common[i * width + j + 1]))
            add_instruction(function, &base->list[i++], NULL);
        else
            add_instruction(function, NULL, &new->list[j++]);
    }
    free(common);
}

static void add_instructions(struct ledger_diff_function *function,
                             const struct ledger_diff_side *base,
                             const struct ledger_diff_side *new)
{
    struct listing in_base = {0}, in_new = {0};
    list_function(&in_base, base, function->what);
    list_function(&in_new, new, function->what);
    if (in_base.count <= MATCHED_MAX && in_new.count <= MATCHED_MAX)
        match(function, &in_base, &in_new);
    free(in_base.list);
    free(in_new.list);
}

void ledger_diff_make(struct ledger_diff *diff, const struct ledger_diff_side *base,
                      const struct ledger_diff_side *new)
{
    static char elsewhere[] = LEDGER_DIFF_ELSEWHERE;
    const struct ledger_table *b = base->table, *n = new->table;
    *diff = (struct ledger_diff){.base_total = b->total, .new_total = n->total};
    for (size_t i = 0; i < b->row_count; i++)
        add_rows(diff, b->rows[i].what, base, new);
    for (size_t i = 0; i < n->row_count; i++)
        if (find_row(b, n->rows[i].what) == NULL)
            add_rows(diff, n->rows[i].what, base, new);
    add_function(diff, &(struct ledger_diff_function){.what = elsewhere,
                                                      .base_mean = mean_elsewhere(b),
                                                      .new_mean = mean_elsewhere(n)});
    if (diff->count != 0)
        qsort(diff->functions, diff->count, sizeof *diff->functions, by_size);
    for (size_t i = 0; i < diff->count; i++)
        add_instructions(&diff->functions[i], base, new);
}

void ledger_diff_free(struct ledger_diff *diff)
{
    for (size_t i = 0; i < diff->count; i++) {
        free(diff->functions[i].what);
        free(diff->functions[i].instructions);
    }
    free(diff->functions);
    *diff = (struct ledger_diff){0};
}
