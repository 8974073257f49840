/* The fast engine against the plain one: the same image on two boards, compared at many moments.
 * SPDX-License-Identifier: MIT
 *
 * usage: test_lockstep IMAGE.ELF MACHINE FROM_US STEP_NS TO_US COMPILE_AFTER
 * Time is cut at STEP_NS; at each cut everything that decides what happens next must be equal. The
 * steps should be odd, so that the cuts fall into every part of a loop. A block is compiled at its
 * COMPILE_AFTERth entry.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/image/image.h"
#include "sim/core/engine.h"
#include "sim/state.h"
#include "tests/sim/lockstep.h"

static struct sim *make(const struct image *image, const char *machine, bool stepper_only)
{
    struct sim_config config = {.machine = machine, .stepper_only = stepper_only};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    for (size_t i = 0; sim != NULL && i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        if (!sim_load(sim, segment->load_address, segment->bytes, segment->file_size, &error)) {
            sim_destroy(sim);
            sim = NULL;
        }
    }
    if (sim == NULL) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    sim_reset(sim);
    return sim;
}

static int compare(struct sim *plain, struct sim *fast, uint64_t from, uint64_t step, uint64_t to)
{
    unsigned cuts = 0;
    for (uint64_t ns = from; ns < to; ns += step, cuts++) {
        struct sim_stop one = sim_run(plain, ns);
        struct sim_stop other = sim_run(fast, ns);
        const char *what =
            one.reason != other.reason ? "stop reason" : lockstep_difference(plain, fast);
        if (what != NULL) {
            printf("at %" PRIu64 " ns (cut %u): %s differs; plain: pc %08" PRIX32 " cycle %" PRIu64
                   " instruction %" PRIu64 ", fast: pc %08" PRIX32 " cycle %" PRIu64
                   " instruction %" PRIu64 "\n",
                   ns, cuts, what, plain->core.r[PC], plain->now, plain->instructions,
                   fast->core.r[PC], fast->now, fast->instructions);
            return 1;
        }
    }
    printf("%u cuts, %" PRIu64 " instructions: equal\n", cuts, plain->instructions);
    return cuts != 0 && plain->instructions != 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 7) {
        fprintf(stderr, "usage: %s IMAGE.ELF MACHINE FROM_US STEP_NS TO_US COMPILE_AFTER\n",
                argv[0]);
        return 2;
    }
    struct image image;
    struct error error;
    if (!image_open(&image, argv[1], &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    struct sim *plain = make(&image, argv[2], true);
    struct sim *fast = make(&image, argv[2], false);
    engine_compile_after(fast, (unsigned)strtoul(argv[6], NULL, 10));
    int status = compare(plain, fast, strtoull(argv[3], NULL, 10) * 1000,
                         strtoull(argv[4], NULL, 10), strtoull(argv[5], NULL, 10) * 1000);
    sim_destroy(plain);
    sim_destroy(fast);
    image_close(&image);
    return status;
}
