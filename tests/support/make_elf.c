/* Prints an ELF file of a kind (elf_file.h).
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "elf_file.h"

int main(int argc, char **argv)
{
    struct buf out = {0};
    if (argc != 2 || !elf_file_add(&out, argv[1])) {
        fputs("make_elf KIND, of those in elf_file.h\n", stderr);
        return 2;
    }
    fwrite(out.bytes, 1, out.length, stdout);
    buf_free(&out);
    return ferror(stdout) != 0;
}
