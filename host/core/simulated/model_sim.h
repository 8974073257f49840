/* The timing model of a machine: its constants, and what its timing programs take.
 * SPDX-License-Identifier: MIT
 *
 * A timing program (tests/timing) is bare code with a table of cases: where each begins and ends,
 * the cycles that it takes on silicon or by the manual, and who says so.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/core/image/image.h"
#include "host/core/simulated/source_sim.h"

struct model_knob {
    const char *name, *unit, *meaning, *confidence, *source; /* static */
    uint32_t value, default_value;
};

/* Calls each once for every constant that the machine uses, in a fixed order, after setting knobs.
 * False and error where there is no such machine or knob. */
bool model_knobs(const char *machine, const struct source_sim_knob *knobs, size_t knob_count,
                 void (*each)(void *context, const struct model_knob *knob), void *context,
                 struct error *error);

#define MODEL_CASES_MAX 32

struct model_case {
    char name[48], source[64]; /* source: empty where nobody has published the figure */
    uint32_t cycles;           /* as the program's table says */
    uint64_t ours;
    bool reached;
};

struct model_cases {
    struct model_case at[MODEL_CASES_MAX];
    size_t count;
};

/* Runs a program to its end. False and error where it does not get there. */
bool model_run(const struct image *program, const char *machine, bool stepper_only,
               const struct source_sim_knob *knobs, size_t knob_count, struct model_cases *cases,
               struct error *error);

/* A program that was built into this command. */
struct model_program {
    const char *name, *machine;
    const unsigned char *elf, *elf_end;
};
/* NULL past the last; there are none where the cross assembler was missing. */
const struct model_program *model_program(size_t index);
