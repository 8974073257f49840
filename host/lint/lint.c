/* The table of the rules, and the list of what they found.
 * SPDX-License-Identifier: MIT
 */
#include "lint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

const struct lint_row lint_rows[LINT_RULES] = {
#define LINT_RULE(rule, id, severity, what, why, todo) {id, LINT_##severity, what, why, todo},
#include "rules.def"
};

const char *const lint_severity_name[LINT_SEVERITIES] = {"breaks", "unfair", "note"};

void lint_free(struct lint *lint)
{
    for (size_t i = 0; i < lint->count; i++) {
        free(lint->findings[i].where);
        free(lint->findings[i].seen);
        free(lint->findings[i].price);
    }
    free(lint->findings);
    *lint = (struct lint){0};
}

void lint_add(struct lint *lint, enum lint_rule rule, const char *where, const char *price,
              const char *format, ...)
{
    char seen[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(seen, sizeof seen, format, arguments);
    va_end(arguments);
    lint->findings =
        xgrow(lint->findings, &lint->capacity, lint->count + 1, sizeof *lint->findings);
    lint->findings[lint->count++] =
        (struct lint_finding){.rule = rule,
                              .where = xstrndup(where, strlen(where)),
                              .seen = xstrndup(seen, strlen(seen)),
                              .price = price != NULL ? xstrndup(price, strlen(price)) : NULL};
}

bool lint_has(const struct lint *lint, enum lint_rule rule)
{
    for (size_t i = 0; i < lint->count; i++)
        if (lint->findings[i].rule == rule)
            return true;
    return false;
}

size_t lint_count(const struct lint *lint, enum lint_severity severity)
{
    size_t count = 0;
    for (size_t i = 0; i < lint->count; i++)
        count += lint_rows[lint->findings[i].rule].severity == severity;
    return count;
}

/* Insertion: stable, and a list of findings is short. */
void lint_sort(struct lint *lint)
{
    for (size_t i = 1; i < lint->count; i++) {
        struct lint_finding moving = lint->findings[i];
        size_t at = i;
        for (; at > 0 && lint->findings[at - 1].rule > moving.rule; at--)
            lint->findings[at] = lint->findings[at - 1];
        lint->findings[at] = moving;
    }
}

enum lint_rule lint_rule_named(const char *id)
{
    for (int i = 0; i < LINT_RULES; i++)
        if (strcmp(lint_rows[i].id, id) == 0)
            return (enum lint_rule)i;
    return LINT_RULES;
}
