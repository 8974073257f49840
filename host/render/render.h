/* One renderer for each form of a report.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/buf.h"
#include "host/core/run/report.h"

struct renderer {
    const char *name;   /* as in --format, and as an option of its own */
    const char *ending; /* of files that it is chosen for, with the dot */
    const char *what;   /* for --help */
    void (*render)(const struct report_set *set, struct buf *out);
};

extern const struct renderer render_term;     /* for people: at most 80 columns */
extern const struct renderer render_json;     /* for programs: raw samples and all, docs/json.md */
extern const struct renderer render_markdown; /* for a page or a comment */
extern const struct renderer render_csv;      /* statistics, RFC 4180 */
extern const struct renderer render_samples;  /* every sample, RFC 4180 */
extern const struct renderer render_html;     /* one page with plots */
extern const struct renderer render_junit;    /* for a CI server */

/* One run by itself. */
void render_one(const struct renderer *renderer, const struct report *report, struct buf *out);

/* NULL where there is no such format; its name is then near one of these, or not. */
const struct renderer *renderer_find(const char *name);
/* By the ending of a file's name; NULL where none has it. The longest ending wins. */
const struct renderer *renderer_for(const char *path);
/* Renderer number index, NULL past the last. */
const struct renderer *renderer_at(size_t index);
/* Its name, likewise. */
const char *renderer_name(size_t index);
