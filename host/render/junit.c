/* A report for a CI server: JUnit XML, a suite a run, a case a measurement.
 * SPDX-License-Identifier: MIT
 *
 * A measurement passes where its statistics were recomputed from its samples and nothing about the
 * run contradicts; the case "run" carries what was found about the run as a whole. There is no
 * time in it: what was measured are cycles, not how long a test took.
 */
#include <inttypes.h>

#include "items.h"
#include "render.h"
#include "xml.h"

static bool run_passes(const struct report *report)
{
    return report->verdict == VERDICT_VERIFIED;
}

static bool item_passes(const struct series *series)
{
    return series->has_computed && !series->damaged;
}

static void add_findings(struct buf *out, const struct report *report)
{
    const struct findings *findings = &report->run->findings;
    for (size_t i = 0; i < findings->length; i++) {
        const struct finding *finding = &findings->list[i];
        xml_add_text(out, report->name);
        if (finding->line != 0)
            buf_printf(out, ":%" PRIu64, finding->line);
        buf_add_text(out, finding->kind == FINDING_WARNING ? ": warning: " : ": ");
        xml_add_text(out, finding->text);
        buf_add_text(out, "\n");
    }
}

static void add_run_case(struct buf *out, const struct report *report)
{
    char text[VERDICT_TEXT_MAX];
    buf_add_text(out, "    <testcase name=\"run\"");
    xml_add_attribute(out, "classname", report->name);
    buf_add_text(out, ">\n");
    if (!run_passes(report)) {
        buf_add_text(out, "      <failure");
        xml_add_attribute(out, "message", verdict_text(report, text));
        buf_add_text(out, ">");
        add_findings(out, report);
        buf_add_text(out, "</failure>\n");
    } else if (report->run->findings.length != 0) {
        buf_add_text(out, "      <system-err>");
        add_findings(out, report);
        buf_add_text(out, "</system-err>\n");
    }
    buf_add_text(out, "    </testcase>\n");
}

static void add_item_case(struct buf *out, const struct report *report, const struct item *item)
{
    const struct series *series = item_series(report, item);
    char label[ITEM_LABEL_MAX];
    if (series == NULL)
        return;
    const struct stats *stats = facts_stats(series);
    buf_add_text(out, "    <testcase");
    xml_add_attribute(out, "name", item_label(item, label));
    xml_add_attribute(out, "classname", report->name);
    buf_add_text(out, ">\n");
    if (!item_passes(series))
        buf_printf(out, "      <failure message=\"not recomputed from samples\"/>\n");
    buf_printf(out, "      <system-out>n=%" PRIu64 " hz=%" PRIu64, stats->n, stats->hz);
    for (int i = 0; i < STATS_ITEMS; i++)
        buf_printf(out, " %s_ticks=%" PRIu64, stats_item_name[i], stats->ticks[i]);
    for (int i = 0; i < STATS_ITEMS; i++)
        buf_printf(out, " %s_ns=%" PRIu64, stats_item_name[i], stats->ns[i]);
    buf_add_text(out, "</system-out>\n    </testcase>\n");
}

static void add_suite(struct buf *out, const struct report *report, const struct items *items)
{
    size_t tests = 1, failures = !run_passes(report);
    for (size_t i = 0; i < items->count; i++) {
        const struct series *series = item_series(report, &items->list[i]);
        tests += series != NULL;
        failures += series != NULL && !item_passes(series);
    }
    buf_add_text(out, "  <testsuite");
    xml_add_attribute(out, "name", report->name);
    buf_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n", tests,
               failures);
    add_run_case(out, report);
    for (size_t i = 0; i < items->count; i++)
        add_item_case(out, report, &items->list[i]);
    buf_add_text(out, "  </testsuite>\n");
}

static void render(const struct report_set *set, struct buf *out)
{
    struct items items = items_of(set);
    buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (size_t r = 0; r < set->count; r++)
        add_suite(out, &set->reports[r], &items);
    buf_add_text(out, "</testsuites>\n");
    items_free(&items);
}

const struct renderer render_junit = {"junit", ".xml", "JUnit XML", render};
