/* What an unreadable line was meant to be: a run whose BEGIN or END is damaged has begun or ended
 * all the same, and a line behind a time stamp is not a damaged one.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

#include "capture.h"

enum meant { MEANT_OTHER, MEANT_BEGIN, MEANT_END };

/* Of a line that wire_parse gave this status and record for, and that is no good BEGIN. Every
 * readable END is meant as one. What cannot be read is BEGIN or END where the tag says so and the
 * checksum does not match, or where tag and protocol are right but for one byte that was lost,
 * added or changed. A BEGIN without its very first byte counts as none: that is how a capture looks
 * that was started too late. */
enum meant meant_kind(enum wire_status status, const struct wire_record *record, const char *text,
                      size_t length);

/* Where in a line BEGIN or END and the protocol stand behind something else, or at the begin of
 * what is kept of a long line; its length where they do not. */
size_t meant_begin_in(const struct capture_line *line);
size_t meant_end_in(const struct capture_line *line);

/* Whether a line of ours stands behind something else, as behind the time stamp of a terminal
 * program: within its first 64 bytes, behind a blank or one of ] > | : ; */
bool meant_behind(const struct capture_line *line);
