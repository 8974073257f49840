/* The image that qemu_harness.S executes: what lies where, and what it writes.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/isa/program.h"

enum { QEMU_RECORDS_MAX = 256 };

/* What one program left; the harness's RESULT_SIZE. */
struct qemu_result {
    uint32_t r4_to_r11[8];
    uint32_t frame[8]; /* r0-r3, r12, lr, pc, xpsr */
    uint32_t psp, ipsr;
    uint32_t fpscr, s[32]; /* without an FPU: nothing that counts */
    uint32_t data;         /* a sum */
    uint32_t unused[2];
};

/* Builds an image of count programs at most QEMU_RECORDS_MAX around the harness's code, which has
 * size bytes. The caller frees it; *image_size: its bytes. NULL: no memory, or no room. */
uint8_t *qemu_image(const struct target *target, const uint8_t *harness, size_t size,
                    const struct program *const *programs, unsigned count, size_t *image_size);

/* Runs an image; up to count results. Returns how many there were; 0: it could not be run. */
unsigned qemu_run(const struct target *target, const uint8_t *image, size_t size,
                  struct qemu_result *results, unsigned count);
unsigned qemu_run_ours(const struct target *target, const uint8_t *image, size_t size,
                       bool stepper_only, struct qemu_result *results, unsigned count);
