/* Renderers of an import: for people and for programs.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/import/imported.h"

/* The file, its resolution and its length. */
void term_import_head(const struct imported *imported, struct buf *out);
/* All channels that there are. */
void term_import_list(const struct imported *imported, struct buf *out);
/* What the watched channels did. */
void term_import_edges(const struct imported *imported, struct buf *out);
/* The samples between two channels' edges. */
void term_import_pairs(const struct imported *imported, struct buf *out);
/* The target's clock and the pins' cost by the analyser. */
void term_import_against(const struct imported *imported, struct buf *out);

/* All of it, with every sample (docs/json.md). put gets the bytes, many at a time; false: it
 * failed. */
bool json_import(const struct imported *imported,
                 bool (*put)(void *context, const char *bytes, size_t length), void *context);
