/* Judges a text as `tailchain verify` would, for tests.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/run/intake.h"
#include "host/core/verify/verify.h"

struct judged {
    struct session session;
    struct intake intake;
    enum verdict verdict; /* of the last run */
};

/* chunk: how many bytes are fed at a time. */
void judged_text(struct judged *judged, const char *text, size_t length, size_t chunk,
                 bool allow_summary);
void judged_free(struct judged *judged);
/* The last run, NULL where there is none. */
struct run *judged_run(const struct judged *judged);
/* Every finding, "line:kind:text" and LF each, of the file and then of the last run. */
void judged_findings(const struct judged *judged, struct buf *out);
