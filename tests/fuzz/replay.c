/* Runs a fuzz target over the files that are named, so that seeds are an ordinary test.
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "host/base/buf.h"

static bool read_file(const char *path, struct buf *text)
{
    char bytes[65536];
    size_t got;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        buf_add(text, bytes, got);
    bool ok = ferror(file) == 0;
    fclose(file);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("replay: no seeds\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        struct buf text = {0};
        if (!read_file(argv[i], &text)) {
            perror(argv[i]);
            return 2;
        }
        /* A copy of exactly this size, so that ASan sees one byte too many. */
        uint8_t *exact = malloc(text.length);
        for (size_t b = 0; b < text.length; b++)
            exact[b] = (uint8_t)text.bytes[b];
        LLVMFuzzerTestOneInput(exact, text.length);
        free(exact);
        buf_free(&text);
    }
    printf("%d seeds\n", argc - 1);
    return 0;
}
