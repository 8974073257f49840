/* Trends of a history as one HTML page that needs no network; plots by page/trend.js.
 * SPDX-License-Identifier: MIT
 *
 * Where each measurement changed stands in the page's own text; the scripts add the plots.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "history_text.h"
#include "html_parts.h"

static void add_about(struct buf *out, const char *what, const char *value)
{
    buf_printf(out, "<div%s><dt>", strlen(value) > 40 ? " class=\"long\"" : "");
    html_add_text(out, what);
    buf_add_text(out, "</dt><dd>");
    html_add_text(out, value);
    buf_add_text(out, "</dd></div>\n");
}

static const struct history_run *newest_of(const struct history_trend *trend)
{
    return &trend->list->runs[trend->list->count - 1];
}

static size_t count_changed(const struct history_trend *trends, size_t count)
{
    size_t changed = 0;
    for (size_t i = 0; i < count; i++)
        changed += trends[i].changed;
    return changed;
}

static void add_mast(struct buf *out, const char *path, const struct history_trend *trends,
                     size_t count)
{
    const struct identity *identity = &newest_of(&trends[0])->identity;
    size_t changed = count_changed(trends, count);
    buf_add_text(out, "<header class=\"mast\"><div>\n<p class=\"eyebrow\">History</p>\n<h1>");
    html_add_text(out, path);
    buf_printf(out,
               "</h1>\n<div class=\"run\">\n<p class=\"verdict%s\">%zu of %zu measurement%s "
               "changed.</p>\n<dl class=\"about\">\n",
               changed == 0 ? " good" : "", changed, count, count == 1 ? "" : "s");
    for (int field = 0; field < identity_field_count(); field++)
        if (identity->value[field] != NULL)
            add_about(out, identity_field_name(field), identity->value[field]);
    buf_add_text(out, "</dl>\n</div></div></header>\n");
}

static void add_change(struct buf *out, const struct history_trend *trend)
{
    if (!trend->changed) {
        buf_add_text(out, "<td></td><td></td><td></td><td></td></tr>\n");
        return;
    }
    const struct history_run *run = &trend->list->runs[trend->change.at];
    buf_printf(out, "<td>%" PRId64 "</td><td>", run->id);
    html_add_text(out, run->commit);
    buf_printf(out, "</td><td>%.4f</td><td>%.4f</td></tr>\n", trend->change.before,
               trend->change.after);
}

static void add_overview(struct buf *out, const struct history_trend *trends, size_t count)
{
    buf_printf(out,
               "<section id=\"overview\"><h2>Overview</h2>\n<div class=\"scroll\" tabindex=\"0\" "
               "role=\"region\" aria-label=\"Overview\"><table class=\"overview changes\">\n"
               "<caption>Ticks, %s</caption>\n<thead><tr>",
               stats_item_name[trends[0].item]);
    static const char *const heads[] = {"measurement", "runs",   "newest", "changed at run",
                                        "commit",      "before", "after"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        buf_printf(out, "<th scope=\"col\">%s</th>", heads[i]);
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        buf_printf(out, "<tr><th scope=\"row\"><a href=\"#t%zu\">", i);
        html_add_text(out, trends[i].metric);
        buf_printf(out, "</a></th><td>%zu</td><td>%.4f</td>", trends[i].list->count,
                   trends[i].values[trends[i].list->count - 1]);
        add_change(out, &trends[i]);
    }
    buf_add_text(out, "</tbody></table></div>\n<p class=\"key\">");
    buf_add_text(out,
                 trends[0].exact
                     ? "Simulated runs repeat themselves to the cycle: a change is the last run "
                       "that differs from the one before.</p></section>\n"
                     : "Runs of a board are noisy: a change is Pettitt's change point where its "
                       "p is below 0.01.</p></section>\n");
}

static json_t *run_of(const struct history_run *run, double value)
{
    return json_pack("{s:I,s:s,s:s,s:s,s:f}", "id", (json_int_t)run->id, "added", run->added,
                     "commit", run->commit, "label", run->label, "value", value);
}

static json_t *trend_of(const struct history_trend *trend)
{
    json_t *runs = json_array();
    struct buf text = {0};
    for (size_t i = 0; i < trend->list->count; i++)
        json_array_append_new(runs, run_of(&trend->list->runs[i], trend->values[i]));
    history_text_change(trend, &text);
    json_t *object = json_pack(
        "{s:s,s:s,s:s,s:I,s:o,s:o}", "metric", trend->metric, "statistic",
        stats_item_name[trend->item], "text", text.bytes, "left_out", (json_int_t)trend->left_out,
        "change", trend->changed ? json_integer((json_int_t)trend->change.at) : json_null(), "runs",
        runs);
    buf_free(&text);
    return object;
}

static void add_data(struct buf *out, const struct history_trend *trends, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, trend_of(&trends[i]));
    json_t *document = json_pack("{s:o}", "trends", list);
    char *text = json_dumps(document, JSON_COMPACT);
    html_add_script_text(out, text != NULL ? text : "{}");
    free(text);
    json_decref(document);
}

static const char bar[] = "<nav class=\"bar\" aria-label=\"Page\"><div>\n"
                          "<a href=\"#overview\">Overview</a> <a href=\"#trends\">Trends</a>\n"
                          "</div></nav>\n<main>\n";

void history_html(const struct history_trend *trends, size_t count, const char *path,
                  struct buf *out)
{
    html_add_start(out);
    html_add_text(out, path);
    html_add_styles(out);
    add_mast(out, path, trends, count);
    buf_add_text(out, bar);
    add_overview(out, trends, count);
    buf_add_text(out,
                 "<section><h2 id=\"trends\">Trends</h2>\n<noscript><p>The plots need scripts; "
                 "what changed is in the overview.</p></noscript>\n"
                 "<div id=\"measurements\"></div></section>\n</main>\n");
    html_add_foot(out);
    buf_add_text(out, "<script type=\"application/json\" id=\"data\">");
    add_data(out, trends, count);
    buf_add_text(out, "</script>\n");
    html_add_scripts(out, html_trend_scripts);
}
