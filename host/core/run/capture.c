/* Cuts a stream of bytes into lines.
 * SPDX-License-Identifier: MIT
 */
#include "capture.h"

#include <string.h>

void capture_init(struct capture *capture, struct capture_sink sink)
{
    *capture = (struct capture){.sink = sink, .number = 1};
}

/* Where the next CR is in the bytes that are fed; most captures have none, so that one look at all
 * of them does. */
struct next_cr {
    const char *at; /* end where there is none */
    const char *end;
};

static void find_cr(struct next_cr *next, const char *from)
{
    const char *cr = from < next->end ? memchr(from, '\r', (size_t)(next->end - from)) : NULL;
    next->at = cr != NULL ? cr : next->end;
}

static size_t end_of_line(struct next_cr *next, const char *bytes)
{
    const char *lf = memchr(bytes, '\n', (size_t)(next->end - bytes));
    if (next->at < bytes)
        find_cr(next, bytes);
    const char *end = lf != NULL && lf < next->at ? lf : next->at;
    return (size_t)(end - bytes);
}

static void end_line(struct capture *capture, const char *text, size_t length)
{
    capture->sink.line(capture->sink.context, text, length, capture->number);
    capture->number++;
    capture->length = 0;
}

/* Takes a piece without line ends. False where the line grows too long. */
static bool keep(struct capture *capture, const char *piece, size_t length)
{
    if (length > WIRE_LINE_MAX - capture->length) {
        capture->too_long = true;
        return false;
    }
    if (length != 0)
        memcpy(capture->line + capture->length, piece, length);
    capture->length += length;
    return true;
}

bool capture_feed(struct capture *capture, const char *bytes, size_t length)
{
    if (capture->too_long)
        return false;
    capture->bytes += length;
    struct next_cr next = {.end = bytes + length};
    find_cr(&next, bytes);
    while (length > 0) {
        if (capture->after_cr && *bytes == '\n') {
            capture->after_cr = false;
            bytes++;
            length--;
            continue;
        }
        capture->after_cr = false;
        size_t end = end_of_line(&next, bytes);
        bool whole = end < length && capture->length == 0 && end <= WIRE_LINE_MAX;
        if (!whole && !keep(capture, bytes, end))
            return false;
        if (end == length)
            return true;
        capture->after_cr = bytes[end] == '\r';
        if (capture->after_cr && capture->first_cr_lf == 0)
            capture->first_cr_lf = capture->number;
        /* A line that lies whole in this piece is passed on where it is. */
        if (whole)
            end_line(capture, bytes, end);
        else
            end_line(capture, capture->line, capture->length);
        bytes += end + 1;
        length -= end + 1;
    }
    return true;
}

size_t capture_rest(const struct capture *capture, const char **text)
{
    *text = capture->line;
    return capture->length;
}
