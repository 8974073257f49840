/* Fuzz target: two captures against each other, by both gates and in every form.
 * SPDX-License-Identifier: MIT
 *
 * The captures have a NUL between them.
 */
#include <string.h>

#include "fuzz.h"
#include "host/lint/lint_run.h"
#include "host/render/compare_render.h"
#include "host/render/lint_render.h"
#include "judged.h"

static void show(const struct compare_report *report)
{
    static const struct compare_renderer *const renderers[] = {&compare_term, &compare_markdown,
                                                               &compare_junit, &compare_json};
    struct buf out = {0};
    for (size_t i = 0; i < sizeof renderers / sizeof renderers[0]; i++)
        renderers[i]->render(report, &out);
    buf_free(&out);
}

static void compare(const struct run *base, const struct run *new, enum compare_gate gate)
{
    const struct compare_side sides[] = {{&base, 1}, {&new, 1}};
    struct identity identities[2] = {0};
    struct comparison comparison;
    struct compare_report report = {.base_name = "base",
                                    .new_name = "new",
                                    .base = &identities[0],
                                    .new = &identities[1],
                                    .comparison = &comparison};
    struct lint lint = {0};
    identity_fill(&identities[0], base, NULL);
    identity_fill(&identities[1], new, NULL);
    compare_runs(&comparison, &sides[0], &sides[1], &(struct compare_options){.gate = gate});
    show(&report);
    lint_pair(&lint, &identities[0], &identities[1]);
    if (base->config_line != 0)
        lint_run(&lint, base, NULL);
    lint_free(&lint);
    compare_free(&comparison);
    identity_free(&identities[0]);
    identity_free(&identities[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct judged base, new;
    const uint8_t *nul = size != 0 ? memchr(bytes, '\0', size) : NULL;
    if (nul == NULL)
        return 0;
    size_t first = (size_t)(nul - bytes), second = size - first - 1;
    judged_text(&base, (const char *)bytes, first, size, true);
    judged_text(&new, (const char *)nul + 1, second, size, true);
    if (judged_run(&base) != NULL && judged_run(&new) != NULL && base.verdict != VERDICT_FAILED &&
        new.verdict != VERDICT_FAILED) {
        compare(judged_run(&base), judged_run(&new), COMPARE_EXACT);
        compare(judged_run(&base), judged_run(&new), COMPARE_NOISE);
    }
    judged_free(&base);
    judged_free(&new);
    return 0;
}
