/* Prints a synthetic run, or with --seal gives the lines of standard input right checksums.
 * SPDX-License-Identifier: MIT
 *
 * make_capture [--no-crc] [--no-wire] [--summary] [--fails] | make_capture --seal
 */
#include <stdio.h>
#include <string.h>

#include "capture_text.h"

static void read_all(struct buf *text)
{
    char bytes[65536];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, stdin)) > 0)
        buf_add(text, bytes, got);
}

int main(int argc, char **argv)
{
    struct capture_text_options options = {0};
    struct buf in = {0}, out = {0};
    bool seal = false;
    for (int i = 1; i < argc; i++) {
        options.no_crc |= strcmp(argv[i], "--no-crc") == 0;
        options.no_wire |= strcmp(argv[i], "--no-wire") == 0;
        options.summary |= strcmp(argv[i], "--summary") == 0;
        options.fails |= strcmp(argv[i], "--fails") == 0;
        seal |= strcmp(argv[i], "--seal") == 0;
    }
    if (seal) {
        read_all(&in);
        capture_text_seal(&out, in.bytes, in.length);
    } else {
        capture_text_add(&out, &options);
    }
    fwrite(out.bytes, 1, out.length, stdout);
    buf_free(&in);
    buf_free(&out);
    return ferror(stdout) != 0;
}
