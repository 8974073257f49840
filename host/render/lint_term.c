/* A lint for people: each rule once, with everything that it found.
 * SPDX-License-Identifier: MIT
 */
#include "lint_render.h"
#include "wrap.h"

#include <stdio.h>
#include <string.h>

#define INDENT 7u

static void add_rule(const struct lint_row *row, struct buf *out)
{
    size_t begin = out->length;
    buf_printf(out, "%s: %s: ", lint_severity_name[row->severity], row->id);
    wrap_text(out, out->length - begin, 2, row->what);
}

static void add_advice(const struct lint_row *row, struct buf *out)
{
    wrap_labelled(out, "  why", INDENT, row->why);
    wrap_labelled(out, "  do", INDENT, row->todo);
}

static void add_finding(const struct lint_finding *finding, struct buf *out)
{
    wrap_labelled(out, "  where", INDENT, finding->where);
    wrap_labelled(out, "  seen", INDENT, finding->seen);
    if (finding->price != NULL)
        wrap_labelled(out, "  costs", INDENT, finding->price);
}

void lint_term(const struct lint_report *report, struct buf *out)
{
    const struct lint *lint = report->lint;
    for (size_t i = 0; i < lint->count; i++) {
        const struct lint_finding *finding = &lint->findings[i];
        const struct lint_row *row = &lint_rows[finding->rule];
        if (i == 0 || lint->findings[i - 1].rule != finding->rule)
            add_rule(row, out);
        add_finding(finding, out);
        if (i + 1 == lint->count || lint->findings[i + 1].rule != finding->rule)
            add_advice(row, out);
    }
    buf_printf(out, "%s", report->name);
    if (report->other != NULL)
        buf_printf(out, " against %s", report->other);
    if (report->machine != NULL && strcmp(report->machine, report->name) != 0)
        buf_printf(out, " on %s", report->machine);
    buf_printf(out, ": %zu that break it, %zu unfair, %zu to note\n", lint_count(lint, LINT_BREAKS),
               lint_count(lint, LINT_UNFAIR), lint_count(lint, LINT_NOTE));
}

void lint_list(struct buf *out)
{
    for (int i = 0; i < LINT_RULES; i++) {
        add_rule(&lint_rows[i], out);
        add_advice(&lint_rows[i], out);
    }
}
