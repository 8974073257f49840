/* Fuzz target: a hostile image on the simulated board, with everything that watches it.
 * SPDX-License-Identifier: MIT
 *
 * A capture, which stands for what the image sends, a NUL, and the image.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "fuzz_libdw.h"
#include "host/core/ledger/cause.h"
#include "host/core/ledger/ledger_segments.h"
#include "host/core/simulated/listing_sim.h"
#include "host/core/simulated/source_sim.h"
#include "host/lint/inject_sim.h"
#include "host/lint/watch_sim.h"
#include "host/render/render.h"
#include "judged.h"

#define LIMIT_NS 50000u

static const char machine[] = "nucleo-h5e5zj";

static void on_bytes(void *context, const char *bytes, size_t length)
{
    size_t *sum = context;
    for (size_t i = 0; i < length; i++)
        *sum += (unsigned char)bytes[i];
}

static void on_progress(void *context, uint64_t simulated_ns)
{
    size_t *sum = context;
    *sum += simulated_ns;
}

static void on_log(void *context, const char *line)
{
    on_bytes(context, line, strlen(line));
}

static void show(const struct ledger *ledger, const struct causes *causes, struct run *run,
                 const struct environment *environment)
{
    struct buf out = {0};
    struct report report = {.name = "fuzz",
                            .run = run,
                            .verdict = VERDICT_VERIFIED,
                            .board = machine,
                            .environment = environment,
                            .ledger = ledger,
                            .causes = causes};
    struct report_set set = {.reports = &report, .count = 1, .histograms = true};
    for (size_t i = 0; renderer_at(i) != NULL; i++)
        renderer_at(i)->render(&set, &out);
    buf_free(&out);
}

static void run_with_ledger(const struct image *image, struct source_sim_options *options,
                            struct run *run)
{
    static struct ledger ledger;
    static struct stored stored;
    static struct segments_map map;
    static struct source_sim_outcome outcome;
    static struct intake intake;
    struct session session = {0};
    struct environment environment;
    struct causes causes = {0};
    struct error error;
    struct listing_sim *listing = listing_sim_open(image, "fuzz", machine, &error);
    if (listing == NULL)
        return;
    segments_map_read(&map, image, listing_sim_decode, listing);
    listing_sim_close(listing);
    intake_init(&intake, &session);
    ledger_init(&ledger, image);
    ledger_want_segments(&ledger, &map);
    ledger_want_places(&ledger);
    options->ledger = &ledger;
    if (stored_init(&stored, image))
        options->stored = &stored;
    if (source_sim_run(image, "fuzz", options, &intake, &environment, &outcome, &error) &&
        run != NULL) {
        ledger_finish(&ledger, run);
        causes_of_ledger(&causes, &ledger, run);
        if (options->stored != NULL) {
            stored_sent(&stored, run);
            causes_of_stored(&causes, &stored, image, run);
        }
        show(&ledger, &causes, run, &environment);
    }
    causes_free(&causes);
    stored_free(&stored);
    ledger_free(&ledger);
    session_free(&session);
    options->ledger = NULL;
    options->stored = NULL;
}

static void run_with_lint(const struct image *image, const struct source_sim_options *options)
{
    static struct intake intake;
    struct session session = {0};
    struct environment environment;
    struct watch_outcome outcome;
    struct program program;
    struct lint lint = {0};
    struct error error;
    struct listing_sim *listing = listing_sim_open(image, "fuzz", machine, &error);
    if (listing == NULL)
        return;
    intake_init(&intake, &session);
    program_open(&program, image);
    struct code code = {.program = &program, .decode = listing_sim_decode, .context = listing};
    if (watch_sim(&lint, &code, "fuzz", options, &intake, &environment, &outcome, &error))
        (void)inject_sim(&lint, &code, "fuzz", options, &error);
    lint_free(&lint);
    program_close(&program);
    session_free(&session);
    listing_sim_close(listing);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct judged judged;
    size_t sum = 0;
    struct source_sim_options options = {.machine = machine,
                                         .limit_ns = LIMIT_NS,
                                         .bytes = on_bytes,
                                         .progress = on_progress,
                                         .log = on_log,
                                         .context = &sum};
    struct image image;
    struct error error;
    const uint8_t *nul = size != 0 ? memchr(bytes, '\0', size) : NULL;
    if (nul == NULL ||
        !image_parse(&image, "fuzz", nul + 1, size - (size_t)(nul + 1 - bytes), &error))
        return 0;
    judged_text(&judged, (const char *)bytes, (size_t)(nul - bytes), size, true);
    run_with_ledger(&image, &options, judged_run(&judged));
    run_with_lint(&image, &options);
    judged_free(&judged);
    image_close(&image);
    return 0;
}
