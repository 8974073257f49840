/* What the CONFIG of a run says, and what two runs do not have in common.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/verify/identity.h"
#include "lint.h"
#include "lint_image.h"

/* image: what the run's image shows, NULL for a capture: then CONFIG is all that is known. */
void lint_run(struct lint *lint, const struct run *run, const struct lint_image *image);
/* Whether the second run may be compared with the first. */
void lint_pair(struct lint *lint, const struct identity *base, const struct identity *new);
