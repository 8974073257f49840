/* What each timing class does with its operands: the columns of classes.def.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/timing/timing.h"

enum role {
    ROLE__, /* unused */
    ROLE_R, /* read at issue */
    ROLE_D, /* read late */
    ROLE_W, /* written */
    ROLE_L, /* written late */
    ROLE_X, /* read and written late */
    ROLE_F, /* S register, read */
    ROLE_G, /* S register, read as the addend and written late */
    ROLE_V, /* S register, written late */
    ROLE_P  /* two S registers of a load or store */
};

struct roles {
    uint8_t d, n, m, a; /* enum role */
};
extern const struct roles timing_roles[TIMING_CLASSES];
