/* Runs a timing program on a machine with both engines and compares each case with its cycles.
 * SPDX-License-Identifier: MIT
 *
 * usage: test_timing PROGRAM.ELF MACHINE
 */
#include <inttypes.h>
#include <stdio.h>

#include "host/core/simulated/model_sim.h"

static unsigned judge(const struct model_cases *cases, const char *engine)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const struct model_case *one = &cases->at[i];
        if (one->reached && one->ours == one->cycles)
            continue;
        printf("%s engine, %s: %" PRIu64 " cycles, not %" PRIu32 "%s\n", engine, one->name,
               one->ours, one->cycles, one->reached ? "" : " (not reached)");
        wrong++;
    }
    printf("%s engine: %zu cases, %u wrong\n", engine, cases->count, wrong);
    return cases->count != 0 ? wrong : 1;
}

int main(int argc, char **argv)
{
    struct image image;
    struct error error;
    if (argc != 3) {
        fprintf(stderr, "usage: %s PROGRAM.ELF MACHINE\n", argv[0]);
        return 2;
    }
    if (!image_open(&image, argv[1], &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    unsigned wrong = 0;
    for (int plain = 0; plain < 2; plain++) {
        struct model_cases cases;
        if (!model_run(&image, argv[2], plain != 0, NULL, 0, &cases, &error)) {
            fprintf(stderr, "%s\n", error.text);
            wrong++;
            continue;
        }
        wrong += judge(&cases, plain != 0 ? "plain" : "fast");
    }
    image_close(&image);
    return wrong == 0 ? 0 : 1;
}
