/* Writes a value change dump of so many bytes: 16 channels, one or two changes a time stamp.
 * SPDX-License-Identifier: MIT
 *
 * make_vcd BYTES
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS 16u
#define STEP_NS 20u

static uint64_t written;

static void put_change(unsigned *levels, unsigned channel)
{
    *levels ^= 1u << channel;
    written += (uint64_t)printf("%u%c\n", *levels >> channel & 1u, '!' + (int)channel);
}

int main(int argc, char **argv)
{
    uint64_t size = argc == 2 ? strtoull(argv[1], NULL, 10) : 0, ns = 0, random = 1;
    unsigned levels = 0;
    printf("$timescale 1 ns $end\n$scope module analyser $end\n");
    for (int channel = 0; channel < (int)CHANNELS; channel++)
        printf("$var wire 1 %c D%d $end\n", '!' + channel, channel);
    printf("$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n");
    for (int channel = 0; channel < (int)CHANNELS; channel++)
        printf("0%c\n", '!' + channel);
    printf("$end\n");
    while (written < size) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        ns += STEP_NS * (1 + (random >> 60));
        written += (uint64_t)printf("#%" PRIu64 "\n", ns);
        put_change(&levels, random >> 32 & 15);
        if ((random >> 40 & 1) != 0)
            put_change(&levels, (random >> 32 & 15) ^ 5);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
