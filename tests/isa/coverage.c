/* Counts of executed rows, and their files.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/coverage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/isa/encodings.h"

void coverage_count(struct coverage *coverage, const struct program *program, unsigned reached)
{
    unsigned in_it = 0;
    for (unsigned k = 0; k < reached && k < program->count; k++) {
        const struct program_instruction *instruction = &program->instruction[k];
        if (in_it > 0)
            in_it--;
        else
            coverage->executed[instruction->row]++;
        if (instruction->row == ROW_IT_T1)
            in_it = 4 - (unsigned)__builtin_ctz(instruction->encoding & 0xFu);
    }
}

unsigned coverage_reached(const struct program *program, uint32_t address)
{
    uint32_t at = program->address;
    for (unsigned k = 0; k < program->count; k++) {
        if (at == address)
            return k + 1;
        at += program->instruction[k].wide ? 4 : 2;
    }
    return program->count;
}

bool coverage_write(const struct coverage *coverage, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    for (unsigned row = 0; row < ROWS; row++)
        fprintf(file, "%s %" PRIu64 "\n", encodings_row_name(row), coverage->executed[row]);
    bool written = ferror(file) == 0;
    return fclose(file) == 0 && written;
}

static unsigned row_named(const char *name)
{
    unsigned row = 0;
    while (row < ROWS && strcmp(encodings_row_name(row), name) != 0)
        row++;
    return row;
}

bool coverage_add(struct coverage *coverage, const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    char name[32];
    uint64_t count;
    int fields;
    while ((fields = fscanf(file, "%31s %" SCNu64, name, &count)) == 2) {
        unsigned row = row_named(name);
        if (row == ROWS)
            break;
        coverage->executed[row] += count;
    }
    fclose(file);
    return fields == EOF;
}
