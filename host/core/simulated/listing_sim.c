/* The text of an image's instructions.
 * SPDX-License-Identifier: MIT
 */
#include "listing_sim.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/base/xalloc.h"
#include "sim/sim.h"
#include "source_sim.h"

/* A board that never runs. */
struct listing_sim {
    struct sim *sim;
};

struct listing_sim *listing_sim_open(const struct image *image, const char *name,
                                     const char *machine, struct error *error)
{
    struct source_sim_options options = {.machine = machine};
    struct sim *sim = source_sim_start(image, name, &options, error);
    if (sim == NULL)
        return NULL;
    struct listing_sim *listing = xcalloc(1, sizeof *listing);
    listing->sim = sim;
    sim_reset(sim); /* the core is known behind its reset */
    return listing;
}

void listing_sim_close(struct listing_sim *listing)
{
    if (listing != NULL)
        sim_destroy(listing->sim);
    free(listing);
}

bool listing_sim_has_clz(const struct listing_sim *listing)
{
    return sim_core_info(listing->sim).mainline;
}

const char *listing_sim_text(void *listing, uint32_t address, char *text, size_t size)
{
    const struct listing_sim *of = listing;
    if (sim_disassemble(of->sim, address, text, size) == 0)
        snprintf(text, size, "?");
    return text;
}

int listing_sim_decode(void *listing, uint32_t address, char *text, size_t size)
{
    const struct listing_sim *of = listing;
    return sim_disassemble(of->sim, address, text, size);
}
