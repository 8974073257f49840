/* Bytes to a session.
 * SPDX-License-Identifier: MIT
 */
#include "intake.h"

static void pass_line(void *context, const struct capture_line *line)
{
    parser_line(context, line);
}

void intake_init(struct intake *intake, struct session *session)
{
    parser_init(&intake->parser, session);
    capture_init(&intake->capture, (struct capture_sink){pass_line, &intake->parser});
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
    parser_end(&intake->parser, &rest);
}
