/* Bytes to a session: a capture, the prefix of its lines and a parser joined.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "capture.h"
#include "parse.h"
#include "prefix.h"

/* Initialise in place; do not move. */
struct intake {
    struct capture capture;
    struct prefix prefix;
    struct parser parser;
};

void intake_init(struct intake *intake, struct session *session);
/* False where reading on is useless (a line has no end). */
bool intake_feed(struct intake *intake, const char *bytes, size_t length);
void intake_end(struct intake *intake);
/* A run has come, and the last one has its END or ERROR. */
bool intake_run_is_over(const struct intake *intake);
