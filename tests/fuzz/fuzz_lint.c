/* Fuzz target: what lint and the ledger read off a hostile image: symbols, debug data, code.
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <stdlib.h>

#include "fuzz.h"
#include "fuzz_libdw.h"
#include "host/core/ledger/segments.h"
#include "host/core/simulated/listing_sim.h"
#include "host/lint/lint_image.h"
#include "host/render/lint_render.h"

static void show(const struct lint *lint, const char *machine)
{
    struct buf out = {0};
    const struct lint_report report = {.name = "fuzz", .machine = machine, .lint = lint};
    lint_term(&report, &out);
    lint_json(&report, &out);
    lint_junit(&report, &out);
    buf_free(&out);
}

static void look(const struct image *image, struct listing_sim *listing, const char *machine)
{
    static struct segments_map map;
    struct program program;
    struct lint_image facts;
    struct lint lint = {0};
    program_open(&program, image);
    struct code code = {.program = &program, .decode = listing_sim_decode, .context = listing};
    lint_image(&lint, &code, listing_sim_has_clz(listing), &facts);
    lint_sort(&lint);
    show(&lint, machine);
    lint_free(&lint);
    program_close(&program);
    segments_map_read(&map, image, listing_sim_decode, listing);
    assert(map.count <= SEGMENTS_INSTRUCTIONS_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char machine[] = "nucleo-h5e5zj";
    struct image image;
    struct error error;
    if (!image_parse(&image, "fuzz", bytes, size, &error))
        return 0;
    struct listing_sim *listing = listing_sim_open(&image, "fuzz", machine, &error);
    if (listing != NULL)
        look(&image, listing, machine);
    listing_sim_close(listing);
    image_close(&image);
    return 0;
}
