/* tailchain import --against: reads the run whose counts an import is fitted to.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/run/intake.h"
#include "host/import/imported.h"

struct import_against {
    struct session session;
    struct intake intake;
    struct against against;
};

/* Returns EXIT_YES, or an exit code after a message. series: as in against_series. */
int import_against_fit(struct import_against *against, const char *path, const char *series,
                       const struct imported *imported);
void import_against_free(struct import_against *against);
