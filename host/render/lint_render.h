/* The forms of a lint.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/lint/lint.h"

struct lint_report {
    const char *name;    /* of what was looked at */
    const char *other;   /* of the second run, NULL where there is one only */
    const char *machine; /* it was simulated on, NULL for a capture */
    const struct lint *lint;
};

void lint_term(const struct lint_report *report, struct buf *out);
/* docs/json.md */
void lint_json(const struct lint_report *report, struct buf *out);
/* A case a rule; those of severity breaks and unfair fail. */
void lint_junit(const struct lint_report *report, struct buf *out);
/* The rules, for `tailchain lint --list`. */
void lint_list(struct buf *out);
