/* Arm semihosting: what a guest may ask of its debugger's console.
 * SPDX-License-Identifier: MIT
 *
 * BKPT 0xAB with the operation in r0 and its argument in r1 on every M-profile core (Arm,
 * "Semihosting for AArch32 and AArch64"). Files are the console ":tt" and ":semihosting-features";
 * everything else fails with ENOENT or EPERM. Time is simulated: SYS_CLOCK and SYS_ELAPSED count
 * from reset, SYS_TIME from 1970 at reset, a tick is a nanosecond. A call takes no time beyond
 * BKPT's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

#define SEMIHOSTING_BKPT 0xABu
#define SEMIHOSTING_HANDLES 16u

enum semihosting_file {
    SEMIHOSTING_CLOSED,
    SEMIHOSTING_INPUT,
    SEMIHOSTING_OUTPUT,
    SEMIHOSTING_ERROR,
    SEMIHOSTING_FEATURES
};

struct semihosting {
    bool on;
    struct sim_semihosting host;
    int32_t error; /* SYS_ERRNO, as in newlib and picolibc */
    struct {
        uint8_t file;              /* enum semihosting_file */
        uint32_t position;         /* in SEMIHOSTING_FEATURES */
    } handle[SEMIHOSTING_HANDLES]; /* number 1 is handle[0] */
};

/* Closes everything, as a power-on reset does. */
void semihosting_reset(struct sim *sim);
/* The guest executes BKPT 0xAB: does what r0 and r1 ask and sets r0, or stops the run. */
void semihosting_call(struct sim *sim);
