/* Findings about how something was built, set up and measured: what makes its figures wrong, or no
 * figures to compare with.
 * SPDX-License-Identifier: MIT
 *
 * The rules are rows of rules.def. Each lint_* function looks at one thing and adds what it finds;
 * it says nothing of what it cannot know, or says "unknown".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/buf.h"

enum lint_rule {
#define LINT_RULE(id, ...) LINT_##id,
#include "rules.def"
    LINT_RULES
};

enum lint_severity { LINT_BREAKS, LINT_UNFAIR, LINT_NOTE, LINT_SEVERITIES };

struct lint_row {
    const char *id; /* "isr-priority" */
    enum lint_severity severity;
    const char *what, *why, *todo; /* sentences without an end */
};

extern const struct lint_row lint_rows[LINT_RULES];
extern const char *const lint_severity_name[LINT_SEVERITIES]; /* "breaks", "unfair", "note" */

/* The text is the finding's. */
struct lint_finding {
    enum lint_rule rule;
    char *where; /* a place in the code, a register, or a key of CONFIG */
    char *seen;
    char *price; /* what it costs, with unit and origin; NULL where nobody has measured it */
};

/* All zero is empty. */
struct lint {
    struct lint_finding *findings;
    size_t count, capacity;
};

void lint_free(struct lint *lint);
/* Adds a finding; where and price are copied (price may be NULL). */
void lint_add(struct lint *lint, enum lint_rule rule, const char *where, const char *price,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
bool lint_has(const struct lint *lint, enum lint_rule rule);
/* How many findings are of a severity. */
size_t lint_count(const struct lint *lint, enum lint_severity severity);
/* In the order of the rules, and of their finding. */
void lint_sort(struct lint *lint);
/* The rule of this id, LINT_RULES where there is none. */
enum lint_rule lint_rule_named(const char *id);
