/* Text in XML: what the JUnit reports are written with.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"

/* Escapes what XML 1.0 gives a meaning or does not allow. Text of ours and names of the wire are
 * printable ASCII already, file names need not be: other bytes become \xNN. */
void xml_add_text(struct buf *out, const char *text);
/* ` name="value"`. */
void xml_add_attribute(struct buf *out, const char *name, const char *value);
