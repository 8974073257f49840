/* A comparison for a CI server: JUnit XML, a case a measurement.
 * SPDX-License-Identifier: MIT
 *
 * A case fails where its measurement makes the command's answer no; one that is undecided is
 * skipped. There is no time in it: what was compared are cycles.
 */
#include "compare_render.h"
#include "xml.h"

static void add_values(const struct compare_report *report, const struct compare_metric *metric,
                       struct buf *out)
{
    bool exact = report->comparison->options.gate == COMPARE_EXACT;
    for (int item = 0; item < STATS_ITEMS; item++) {
        const struct compare_row *row = &metric->rows[item];
        char base[COMPARE_TEXT_MAX], new[COMPARE_TEXT_MAX], shift[COMPARE_TEXT_MAX];
        buf_printf(out, "%s%s %s -> %s ticks (%s)", item != 0 ? "; " : "", stats_item_name[item],
                   compare_value((enum stats_item)item, exact, row->base, false, base),
                   compare_value((enum stats_item)item, exact, row->new, false, new),
                   compare_value((enum stats_item)item, exact, row->effect.shift, true, shift));
    }
}

static void add_functions(const struct ledger_diff *diff, struct buf *out)
{
    for (size_t i = 0; diff != NULL && i < diff->count; i++) {
        const struct ledger_diff_function *function = &diff->functions[i];
        buf_add_text(out, "\n");
        xml_add_text(out, function->what);
        buf_printf(out, ": mean %+.3f cycles a window", function->new_mean - function->base_mean);
    }
}

static void add_case(const struct compare_report *report, const struct compare_metric *metric,
                     struct buf *out)
{
    struct buf name = {0};
    compare_add_name(metric, &name);
    bool on_both = metric->change != COMPARE_GONE && metric->change != COMPARE_ADDED;
    bool fails = compare_report_fails(report, metric->change);
    buf_add_text(out, "    <testcase");
    xml_add_attribute(out, "name", name.bytes);
    xml_add_attribute(out, "classname", report->new_name);
    buf_add_text(out, ">\n");
    if (fails || metric->change == COMPARE_UNDECIDED) {
        buf_printf(out, "      <%s", fails ? "failure" : "skipped");
        xml_add_attribute(out, "message", compare_change_name[metric->change]);
        buf_add_text(out, fails ? ">" : "/>\n");
        if (fails && on_both)
            add_values(report, metric, out);
        if (fails)
            add_functions(compare_where(report, metric), out);
        buf_add_text(out, fails ? "</failure>\n" : "");
    }
    if (on_both) {
        buf_printf(out, "      <system-out>%s: ", compare_change_name[metric->change]);
        add_values(report, metric, out);
        buf_add_text(out, "</system-out>\n");
    }
    buf_add_text(out, "    </testcase>\n");
    buf_free(&name);
}

static void render(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    size_t failures = 0;
    for (size_t i = 0; i < comparison->metric_count; i++)
        failures += compare_report_fails(report, comparison->metrics[i].change);
    buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    xml_add_attribute(out, "name", "compare");
    buf_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
               comparison->metric_count, failures, comparison->count[COMPARE_UNDECIDED]);
    buf_add_text(out, "    <properties>\n      <property name=\"base\"");
    xml_add_attribute(out, "value", report->base_name);
    buf_add_text(out, "/>\n      <property name=\"new\"");
    xml_add_attribute(out, "value", report->new_name);
    buf_add_text(out, "/>\n    </properties>\n");
    for (size_t i = 0; i < comparison->metric_count; i++)
        add_case(report, &comparison->metrics[i], out);
    buf_add_text(out, "  </testsuite>\n</testsuites>\n");
}

const struct compare_renderer compare_junit = {"junit", render};
