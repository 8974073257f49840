/* Whether every row of the instruction table was executed against an oracle, or is tested
 * elsewhere. SPDX-License-Identifier: MIT
 *
 * usage: test_coverage ARCH MINIMUM FILE...
 * The files are what the comparisons of that architecture wrote with --coverage.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/isa/coverage.h"
#include "tests/isa/encodings.h"
#include "tests/isa/target.h"

enum { LINE_MAX_BYTES = 512 };

struct elsewhere {
    unsigned row;
    const char *architectures, *file, *text, *reason;
};

static const struct elsewhere elsewheres[] = {
#define ELSEWHERE(row, architectures, file, text, reason)                                          \
    {ROW_##row, architectures, file, text, reason},
#include "tests/isa/elsewhere.def"
#undef ELSEWHERE
};

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(words, word); at != NULL; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static const struct elsewhere *find_elsewhere(const char *architecture, unsigned row)
{
    for (size_t k = 0; k < sizeof elsewheres / sizeof elsewheres[0]; k++)
        if (elsewheres[k].row == row && has_word(elsewheres[k].architectures, architecture))
            return &elsewheres[k];
    return NULL;
}

static bool file_has(const char *path, const char *text)
{
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(path, "r");
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strstr(line, text) != NULL;
    if (file != NULL)
        fclose(file);
    return found;
}

/* A row is on the list or has its executions, and not both. Returns what is wrong, or NULL. */
static const char *judge(const struct elsewhere *elsewhere, uint64_t executed, uint64_t minimum)
{
    if (elsewhere == NULL)
        return executed >= minimum ? NULL : "too few, and not in elsewhere.def";
    if (executed >= minimum)
        return "enough: its row in elsewhere.def is stale";
    return file_has(elsewhere->file, elsewhere->text) ? NULL
                                                      : "elsewhere.def names a test without it";
}

int main(int argc, char **argv)
{
    static struct coverage coverage;
    const struct target *target = argc > 3 ? target_named(argv[1]) : NULL;
    if (target == NULL) {
        fprintf(stderr, "usage: %s v6m|v7m|v7em|v8m MINIMUM FILE...\n", argv[0]);
        return 2;
    }
    decode_init();
    for (int i = 3; i < argc; i++)
        if (!coverage_add(&coverage, argv[i])) {
            printf("%s: no counts; the comparison that writes it has not run\n", argv[i]);
            return 1;
        }
    uint64_t minimum = strtoull(argv[2], NULL, 10);
    unsigned rows = 0, listed = 0, wrong = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        uint64_t executed = coverage.executed[row];
        if (!encodings_exist(target->architecture, row))
            continue;
        const struct elsewhere *elsewhere = find_elsewhere(argv[1], row);
        const char *what = judge(elsewhere, executed, minimum);
        if (what != NULL)
            printf("%s: %" PRIu64 " executions: %s\n", encodings_row_name(row), executed, what);
        rows++;
        listed += elsewhere != NULL;
        wrong += what != NULL;
    }
    printf("%s: of %u rows, %u were executed at least %" PRIu64
           " times against an oracle and %u are tested elsewhere; %u wrong\n",
           argv[1], rows, rows - listed - wrong, minimum, listed, wrong);
    return wrong != 0;
}
