/* Lists of findings.
 * SPDX-License-Identifier: MIT
 */
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

#define TEXT_MAX 400

void finding_add(struct findings *findings, enum finding_kind kind, uint64_t line,
                 const char *format, ...)
{
    if (++findings->count[kind] > FINDINGS_KEPT)
        return;
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    findings->list =
        xgrow(findings->list, &findings->capacity, findings->length + 1, sizeof *findings->list);
    findings->list[findings->length++] = (struct finding){kind, line, xstrndup(text, strlen(text))};
}

enum finding_kind findings_worst(const struct findings *findings)
{
    int kind = FINDING_KINDS - 1;
    while (kind > FINDING_WARNING && findings->count[kind] == 0)
        kind--;
    return (enum finding_kind)kind;
}

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->length; i++)
        free(findings->list[i].text);
    free(findings->list);
    *findings = (struct findings){0};
}
