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

static void pass_whole(struct capture *capture, const char *text, size_t length)
{
    capture->sink.line(capture->sink.context,
                       &(struct capture_line){text, length, 0, capture->number});
    capture->number++;
}

static void end_line(struct capture *capture)
{
    struct capture_line line = capture_rest(capture);
    capture->sink.line(capture->sink.context, &line);
    capture->number++;
    capture->length = 0;
    capture->skipped = 0;
}

/* Forgets what stands in front of the last WIRE_LINE_MAX bytes. */
static void skip_front(struct capture *capture)
{
    size_t front = capture->length - WIRE_LINE_MAX;
    memmove(capture->line, capture->line + front, WIRE_LINE_MAX);
    capture->length = WIRE_LINE_MAX;
    capture->skipped += front;
}

/* Takes a piece without line ends. False where the line grows too long. */
static bool keep(struct capture *capture, const char *piece, size_t length)
{
    while (length > 0) {
        if (capture->length == sizeof capture->line)
            skip_front(capture);
        size_t room = sizeof capture->line - capture->length;
        size_t some = length < room ? length : room;
        memcpy(capture->line + capture->length, piece, some);
        capture->length += some;
        piece += some;
        length -= some;
    }
    capture->too_long = capture->skipped + capture->length > CAPTURE_LINE_BYTES;
    return !capture->too_long;
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
            pass_whole(capture, bytes, end);
        else
            end_line(capture);
        bytes += end + 1;
        length -= end + 1;
    }
    return true;
}

struct capture_line capture_rest(const struct capture *capture)
{
    size_t front = capture->length > WIRE_LINE_MAX ? capture->length - WIRE_LINE_MAX : 0;
    return (struct capture_line){capture->line + front, capture->length - front,
                                 capture->skipped + front, capture->number};
}
