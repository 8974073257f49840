/* One renderer for each format of a report.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/buf.h"
#include "host/core/report.h"

struct renderer {
    const char *name; /* as in --format */
    void (*render)(const struct report *report, struct buf *out);
};

extern const struct renderer render_term; /* for people: at most 80 columns */
extern const struct renderer render_json; /* for programs: raw samples and all, docs/json.md */

/* NULL where there is no such format; its name is then near one of these, or not. */
const struct renderer *renderer_find(const char *name);
/* Name of renderer number index, NULL past the last. */
const char *renderer_name(size_t index);
