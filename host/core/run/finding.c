/* Lists of findings.
 * SPDX-License-Identifier: MIT
 */
#include "finding.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"

#define TEXT_MAX 400
#define MORE_MAX 100 /* room for the count behind it */

static struct finding *first_alike(const struct findings *findings, enum finding_kind kind,
                                   const char *rule)
{
    for (size_t i = 0; i < findings->length; i++)
        if (findings->list[i].kind == kind && findings->list[i].rule == rule)
            return &findings->list[i];
    return NULL;
}

static size_t count_alike(const struct findings *findings, const struct finding *as)
{
    size_t count = 0;
    for (size_t i = 0; i < findings->length; i++)
        count += findings->list[i].kind == as->kind && findings->list[i].rule == as->rule;
    return count;
}

static size_t count_kept(const struct findings *findings, enum finding_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < findings->length; i++)
        count += findings->list[i].kind == kind;
    return count;
}

static void add_more(struct finding *finding, uint64_t line)
{
    char number[TEXT_NUMBER_MAX];
    char *end = finding->text + finding->length;
    int length =
        snprintf(end, MORE_MAX, "; %s more like this", text_number(++finding->more, number));
    if (line != 0)
        snprintf(end + length, MORE_MAX - (size_t)length, ", the last on line %" PRIu64, line);
}

/* Makes one of those that are alike, where they are the most. False where none are. */
static bool fold(struct findings *findings, enum finding_kind kind)
{
    struct finding *first = NULL;
    size_t most = 1, to;
    for (size_t i = 0; i < findings->length; i++) {
        size_t count = count_alike(findings, &findings->list[i]);
        if (findings->list[i].kind == kind && count > most) {
            most = count;
            first = &findings->list[i];
        }
    }
    if (first == NULL)
        return false;
    to = (size_t)(first - findings->list) + 1;
    for (size_t from = to; from < findings->length; from++) {
        struct finding *finding = &findings->list[from];
        if (finding->kind == kind && finding->rule == first->rule) {
            add_more(first, finding->line);
            free(finding->text);
        } else {
            findings->list[to++] = *finding;
        }
    }
    findings->length = to;
    return true;
}

void finding_add(struct findings *findings, enum finding_kind kind, uint64_t line,
                 const char *format, ...)
{
    findings->count[kind]++;
    bool has_room = count_kept(findings, kind) < FINDINGS_KEPT || fold(findings, kind);
    struct finding *first = first_alike(findings, kind, format);
    if (first != NULL && (first->more != 0 || !has_room)) {
        add_more(first, line);
        return;
    }
    if (!has_room)
        return;
    char *text = xcalloc(TEXT_MAX + MORE_MAX, 1);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, TEXT_MAX, format, arguments);
    va_end(arguments);
    findings->list =
        xgrow(findings->list, &findings->capacity, findings->length + 1, sizeof *findings->list);
    findings->list[findings->length++] =
        (struct finding){kind, line, text, format, strlen(text), 0};
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
