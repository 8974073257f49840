/* Runs an image on the board made of C; its serial output goes where a capture's goes.
 * SPDX-License-Identifier: MIT
 *
 * Of the host, only the files that are called *_sim.c know the simulator.
 */
#pragma once

#include "host/core/run/environment.h"
#include "host/core/image/image.h"
#include "host/core/ledger/ledger.h"
#include "host/core/run/intake.h"
#include "pins_sim.h"
#include "timeline_sim.h"
#include "host/core/ledger/pins_windows.h"
#include "host/core/ledger/stored.h"

struct source_sim_knob {
    const char *name;
    uint32_t value;
};

struct source_sim_options {
    const char *machine;
    bool no_idle_skip;
    bool stepper_only;
    bool lenient;
    uint64_t limit_ns; /* simulated */
    const struct source_sim_knob *knobs;
    size_t knob_count;
    struct ledger *ledger;        /* NULL for none */
    struct stored *stored;        /* of an image that has one; NULL for none */
    struct pins_sim *pins;        /* NULL: nobody looks at them; also in plain_sim */
    struct timeline_sim *timeline; /* NULL: nobody looks at it; also in plain_sim */
    struct pins_windows *windows; /* as channels beside the pins; NULL for none */
    /* Every byte of the serial output up to and with the line end of END. */
    void (*bytes)(void *context, const char *bytes, size_t length);
    /* Now and then while it runs. */
    void (*progress)(void *context, uint64_t simulated_ns);
    /* A line of advice. */
    void (*log)(void *context, const char *line);
    void *context;
};

enum source_sim_end {
    SOURCE_SIM_ENDED,       /* the run's END came */
    SOURCE_SIM_LIMIT,       /* limit_ns passed without it */
    SOURCE_SIM_INTERRUPTED, /* a signal, see interrupt.h */
    SOURCE_SIM_STOPPED      /* the guest: fault, lock-up, something not modelled */
};

struct source_sim_outcome {
    enum source_sim_end end;
    uint64_t serial_bytes;
    char stop[512];       /* one line, where SOURCE_SIM_STOPPED */
    char registers[8192]; /* several lines, likewise: registers, fault status, backtrace */
};

/* False and error where it could not be started. Feeds intake, fills environment (strings point
 * into image and into static tables). */
bool source_sim_run(const struct image *image, const char *image_name,
                    const struct source_sim_options *options, struct intake *intake,
                    struct environment *environment, struct source_sim_outcome *outcome,
                    struct error *error);

/* The board with the image in its memory, before its reset; sim_destroy it. NULL and error where it
 * could not be made. Of options, the callbacks and the limit are not used. */
struct sim;
struct sim *source_sim_start(const struct image *image, const char *image_name,
                             const struct source_sim_options *options, struct error *error);

/* Fills environment with what a run of image has come to. */
void source_sim_environment(const struct sim *sim, const struct image *image,
                            const struct source_sim_options *options,
                            struct environment *environment);

/* Name of machine number index, NULL past the last. */
const char *source_sim_machine(size_t index);
const char *source_sim_machine_description(const char *name);
