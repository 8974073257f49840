/* Paragraphs for a terminal of 80 columns.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"

/* Adds a paragraph whose first line begins with a label; text begins behind column indent, which
 * the label does not reach. */
void wrap_labelled(struct buf *out, const char *label, unsigned indent, const char *text);
/* Adds a paragraph, its first line marked with a dash, the others indented below it. */
void wrap_item(struct buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a line, whose leading blanks stay; what of it does not fit goes into further lines, indented
 * by indent. */
void wrap_line(struct buf *out, size_t indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Goes on in a line that has `column` characters; further lines are indented by `indent`. Ends the
 * last line. */
void wrap_text(struct buf *out, size_t column, size_t indent, const char *text);
