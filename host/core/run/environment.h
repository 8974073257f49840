/* Where a simulated run came from: image, machine and what the simulator counted.
 * SPDX-License-Identifier: MIT
 *
 * Nothing here depends on host time, so that two runs give the same JSON byte for byte.
 */
#pragma once

#include <stdint.h>

#include "wire/note.h"

enum note_key {
#define NOTE_KEY(id, key, meaning) NOTE_##id,
#include "wire/note.def"
#undef NOTE_KEY
    NOTE_KEYS
};

/* "machine", by enum note_key. */
extern const char *const note_key_name[NOTE_KEYS];

/* One constant of the timing model that was changed with --knob. */
struct environment_knob {
    const char *name;
    uint32_t value, default_value;
};

#define ENVIRONMENT_KNOBS_MAX 32

#define ENVIRONMENT_HASH_MAX 65

struct environment {
    const char *machine;
    const char *engine; /* "blocks" or "stepper"; NULL where nothing was simulated */
    char image_sha256[ENVIRONMENT_HASH_MAX]; /* of the image's file; "" where unknown */
    const char *note[NOTE_KEYS];             /* NULL where the image does not say */
    uint64_t flash_bytes, ram_bytes;         /* that the image uses, as image_use counts */
    uint64_t core_hz; /* that the firmware set up, as the simulator derived it */
    uint64_t cycles, idle_cycles_skipped, simulated_ns;
    uint64_t instructions, instructions_skipped; /* the second within the first: idle loops */
    struct environment_knob knobs[ENVIRONMENT_KNOBS_MAX];
    int knob_count;
};
