/* Judges a text as `tailchain verify` would.
 * SPDX-License-Identifier: MIT
 */
#include "judged.h"

#include <inttypes.h>

void judged_text(struct judged *judged, const char *text, size_t length, size_t chunk,
                 bool allow_summary)
{
    judged->session = (struct session){0};
    judged->verdict = VERDICT_FAILED;
    intake_init(&judged->intake, &judged->session);
    for (size_t at = 0; at < length; at += chunk)
        if (!intake_feed(&judged->intake, text + at, length - at < chunk ? length - at : chunk))
            break;
    intake_end(&judged->intake);
    verify_session(&judged->session, &judged->intake);
    for (size_t i = 0; i < judged->session.count; i++)
        judged->verdict = verify_run(judged->session.runs[i], allow_summary);
}

void judged_free(struct judged *judged)
{
    session_free(&judged->session);
}

struct run *judged_run(const struct judged *judged)
{
    size_t count = judged->session.count;
    return count != 0 ? judged->session.runs[count - 1] : NULL;
}

static void add(const struct findings *findings, struct buf *out)
{
    static const char *const kind[FINDING_KINDS] = {"warning", "no", "trouble"};
    for (size_t i = 0; i < findings->length; i++)
        buf_printf(out, "%" PRIu64 ":%s:%s\n", findings->list[i].line, kind[findings->list[i].kind],
                   findings->list[i].text);
}

void judged_findings(const struct judged *judged, struct buf *out)
{
    add(&judged->session.findings, out);
    if (judged_run(judged) != NULL)
        add(&judged_run(judged)->findings, out);
}
