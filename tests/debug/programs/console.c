/* A guest that uses the C library's streams and ends with a status of its own.
 * SPDX-License-Identifier: MIT
 *
 * picolibc gives both output streams to SYS_WRITEC, so both are the host's standard output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    char line[32];
    clock_t start = clock();

    printf("standard output\n");
    fprintf(stderr, "standard error\n");
    /* SYS_READC, which picolibc uses, knows no end of input. */
    for (int n = 0; n < 2 && fgets(line, sizeof line, stdin); n++)
        printf("read: %s", line);
    printf("time passes: %s\n", clock() > start ? "yes" : "no");
    exit(7);
}
