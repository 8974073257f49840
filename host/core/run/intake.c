/* Bytes to a session.
 * SPDX-License-Identifier: MIT
 */
#include "intake.h"

#include <string.h>

#include "meant.h"

#define BEGIN_LINE "BEGIN," WIRE_PROTOCOL

/* A line whose prefix, where there is one, is known. */
static void pass(struct intake *intake, struct capture_line line)
{
    struct prefix *prefix = &intake->prefix;
    struct parser *parser = &intake->parser;
    if (prefix->length == 0) {
        parser_line(parser, &line);
        return;
    }
    bool taken = prefix_take(prefix, &line), in_run = parser->run != NULL;
    uint64_t before = parser->wire_lines;
    parser_line(parser, &line);
    if (parser->wire_lines == before)
        return;
    prefix->lines += taken;
    if (!taken && in_run && prefix->lines_without++ == 0)
        prefix->first_without = line.number;
}

/* The line behind the one that is held, or an empty one where none follows. */
static void let_go(struct intake *intake, const struct capture_line *next)
{
    struct capture_line line = intake->prefix.held_line;
    prefix_decide(&intake->prefix, next);
    intake->prefix.held_line.number = 0;
    pass(intake, line);
}

/* Outside a run: whether the line is held, as it may show a prefix. */
static bool hold(struct prefix *prefix, const struct capture_line *line)
{
    const size_t begin = strlen(BEGIN_LINE);
    if (prefix_match(prefix, line->text, line->length) != 0)
        return false;
    /* A run without a prefix, behind one that has one. */
    if (line->length >= begin && memcmp(line->text, BEGIN_LINE, begin) == 0)
        prefix->length = 0;
    return prefix_hold(prefix, line, meant_begin_in(line));
}

static void pass_line(void *context, const struct capture_line *line)
{
    struct intake *intake = context;
    struct prefix *prefix = &intake->prefix;
    if (prefix->held_line.number != 0 && line->length != 0)
        let_go(intake, line);
    if (intake->parser.run == NULL && hold(prefix, line))
        return;
    pass(intake, *line);
}

void intake_init(struct intake *intake, struct session *session)
{
    parser_init(&intake->parser, session);
    intake->prefix = (struct prefix){0};
    capture_init(&intake->capture, (struct capture_sink){pass_line, intake});
}

bool intake_feed(struct intake *intake, const char *bytes, size_t length)
{
    return capture_feed(&intake->capture, bytes, length);
}

void intake_end(struct intake *intake)
{
    struct capture_line rest = capture_rest(&intake->capture);
    if (intake->capture.too_long)
        rest.length = 0;
    if (intake->prefix.held_line.number != 0)
        let_go(intake, &rest);
    if (intake->prefix.length != 0)
        prefix_take(&intake->prefix, &rest);
    parser_end(&intake->parser, &rest);
}

bool intake_run_is_over(const struct intake *intake)
{
    const struct run *last = intake->parser.last;
    return last != NULL && run_is_over(last);
}
