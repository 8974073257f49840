/* A lint for a CI server: JUnit XML, a case a rule.
 * SPDX-License-Identifier: MIT
 */
#include "lint_render.h"
#include "xml.h"

static void add_findings(const struct lint *lint, enum lint_rule rule, struct buf *out)
{
    for (size_t i = 0; i < lint->count; i++) {
        const struct lint_finding *finding = &lint->findings[i];
        if (finding->rule != rule)
            continue;
        xml_add_text(out, finding->where);
        buf_add_text(out, ": ");
        xml_add_text(out, finding->seen);
        buf_add_text(out, "\n");
    }
}

static void add_case(const struct lint_report *report, enum lint_rule rule, struct buf *out)
{
    const struct lint_row *row = &lint_rows[rule];
    const char *element = row->severity == LINT_NOTE ? "system-out" : "failure";
    buf_add_text(out, "    <testcase");
    xml_add_attribute(out, "name", row->id);
    xml_add_attribute(out, "classname", report->name);
    if (!lint_has(report->lint, rule)) {
        buf_add_text(out, "/>\n");
        return;
    }
    buf_printf(out, ">\n      <%s", element);
    if (row->severity != LINT_NOTE)
        xml_add_attribute(out, "message", row->what);
    buf_add_text(out, ">");
    add_findings(report->lint, rule, out);
    buf_printf(out, "</%s>\n    </testcase>\n", element);
}

void lint_junit(const struct lint_report *report, struct buf *out)
{
    int failures = 0;
    for (int i = 0; i < LINT_RULES; i++)
        failures += lint_rows[i].severity != LINT_NOTE && lint_has(report->lint, (enum lint_rule)i);
    buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    xml_add_attribute(out, "name", "lint");
    buf_printf(out, " tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n", LINT_RULES,
               failures);
    for (int i = 0; i < LINT_RULES; i++)
        add_case(report, (enum lint_rule)i, out);
    buf_add_text(out, "  </testsuite>\n</testsuites>\n");
}
