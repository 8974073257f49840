/* Recognises a damaged BEGIN or END, and a line behind a time stamp.
 * SPDX-License-Identifier: MIT
 */
#include "meant.h"

#include <stdbool.h>
#include <string.h>

/* Whether what text holds from `at` on starts with what wanted holds from `from` on. */
static bool continues(const char *text, size_t length, size_t at, const char *wanted, size_t from)
{
    size_t rest = strlen(wanted + from);
    return at <= length && length - at >= rest && memcmp(text + at, wanted + from, rest) == 0;
}

/* Whether text starts with wanted, one byte of which may be lost (but not the first), added or
 * changed. */
static bool starts_nearly(const char *text, size_t length, const char *wanted)
{
    size_t same = 0;
    while (wanted[same] != '\0' && same < length && text[same] == wanted[same])
        same++;
    if (wanted[same] == '\0')
        return true;
    bool changed = continues(text, length, same + 1, wanted, same + 1);
    bool lost = same > 0 && continues(text, length, same, wanted, same + 1);
    bool added = continues(text, length, same + 1, wanted, same);
    return changed || lost || added;
}

static bool is_end(enum wire_kind kind)
{
    return kind == WIRE_END || kind == WIRE_END_FAIL || kind == WIRE_END_IMPORT;
}

/* Whether a protocol is ours with more behind it, and not a later version's number. */
static bool is_run_on(const struct wire_value *protocol)
{
    const size_t length = strlen(WIRE_PROTOCOL);
    return protocol->length > length && memcmp(protocol->text, WIRE_PROTOCOL, length) == 0 &&
           (protocol->text[length] < '0' || protocol->text[length] > '9');
}

enum meant meant_kind(enum wire_status status, const struct wire_record *record, const char *text,
                      size_t length)
{
    if (status == WIRE_OK && is_end(record->kind))
        return MEANT_END;
    /* A readable BEGIN of another protocol begins no run of ours, but the comma before the checksum
     * may be what was lost. */
    if (status == WIRE_OK)
        return record->kind == WIRE_BEGIN && is_run_on(&record->value[WIRE_BEGIN_PROTOCOL])
                   ? MEANT_BEGIN
                   : MEANT_OTHER;
    bool summed = status == WIRE_BAD_CRC;
    if ((summed && record->kind == WIRE_BEGIN) ||
        starts_nearly(text, length, "BEGIN," WIRE_PROTOCOL))
        return MEANT_BEGIN;
    if ((summed && is_end(record->kind)) || starts_nearly(text, length, "END," WIRE_PROTOCOL))
        return MEANT_END;
    return MEANT_OTHER;
}

/* memmem() prepares a table for each line, which takes longer than the line. */
static size_t place_of(const struct capture_line *line, const char *wanted)
{
    const size_t size = strlen(wanted);
    if (line->length < size)
        return line->length;
    const char *last = line->text + line->length - size;
    const char *at = line->text + (line->skipped == 0 ? 1 : 0);
    for (; at <= last && (at = memchr(at, wanted[0], (size_t)(last - at) + 1)) != NULL; at++)
        if (memcmp(at, wanted, size) == 0)
            return (size_t)(at - line->text);
    return line->length;
}

size_t meant_begin_in(const struct capture_line *line)
{
    return place_of(line, "BEGIN," WIRE_PROTOCOL);
}

size_t meant_end_in(const struct capture_line *line)
{
    return place_of(line, "END," WIRE_PROTOCOL);
}

#define BEHIND_MAX 64u

bool meant_behind(const struct capture_line *line)
{
    static const char before[] = " \t]>|:;";
    const char *text = line->text;
    struct wire_record record;
    int field;
    if (line->skipped != 0)
        return false;
    for (size_t at = 1; at < line->length && at <= BEHIND_MAX; at++)
        if (memchr(before, text[at - 1], sizeof before - 1) != NULL && text[at] >= 'A' &&
            text[at] <= 'Z' && wire_parse(text + at, line->length - at, &record, &field) == WIRE_OK)
            return true;
    return false;
}
