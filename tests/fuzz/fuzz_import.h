/* What the fuzz targets of capture formats share: read whole and in pieces, with the same result.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <assert.h>
#include <string.h>

#include "edge_list.h"
#include "fuzz.h"
#include "host/render/import_report.h"

/* Each fuzz target is one file, so that this stays with it. */
static inline void fuzz_import(const uint8_t *bytes, size_t size,
                               const struct import_options *options)
{
    static struct edge_list whole, pieces;
    edge_list_read(&whole, "fuzz", bytes, size, size != 0 ? size : 1, options, 0);
    edge_list_read(&pieces, "fuzz", bytes, size, 3, options, 0);
    assert(whole.ok == pieces.ok && whole.truncated == pieces.truncated);
    assert(strcmp(whole.text.bytes, pieces.text.bytes) == 0);
    assert(whole.ok || strcmp(whole.error.text, pieces.error.text) == 0);
    assert(strcmp(whole.warnings.bytes, pieces.warnings.bytes) == 0);
    edge_list_read(&whole, "fuzz", bytes, size, 4096, options, 5);
    edge_list_free(&whole);
    edge_list_free(&pieces);
}
