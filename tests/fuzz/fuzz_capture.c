/* Fuzz target: a whole capture, from bytes to verdict to every form of a report; cut in two it is the same.
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "fuzz.h"
#include "host/render/render.h"
#include "judged.h"

static void show(const struct judged *judged)
{
    struct buf out = {0};
    struct report report = {.name = "fuzz",
                            .run = judged_run(judged),
                            .verdict = judged->verdict,
                            .board = "nucleo-h5e5zj"};
    if (report.run == NULL)
        return;
    struct report_set set = {.reports = &report, .count = 1, .histograms = true, .unicode = true};
    for (size_t i = 0; renderer_at(i) != NULL; i++)
        renderer_at(i)->render(&set, &out);
    buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct judged whole, cut;
    struct buf whole_findings = {0}, cut_findings = {0};
    judged_text(&whole, (const char *)bytes, size, size != 0 ? size : 1, false);
    judged_text(&cut, (const char *)bytes, size, 3, false);
    judged_findings(&whole, &whole_findings);
    judged_findings(&cut, &cut_findings);
    assert(whole.verdict == cut.verdict && whole.session.count == cut.session.count);
    assert(whole_findings.length == cut_findings.length);
    assert(whole_findings.length == 0 ||
           memcmp(whole_findings.bytes, cut_findings.bytes, cut_findings.length) == 0);
    show(&whole);
    buf_free(&whole_findings);
    buf_free(&cut_findings);
    judged_free(&whole);
    judged_free(&cut);
    return 0;
}
