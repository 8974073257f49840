/* An import as a run: the lines that verify, report and compare read (wire/SPEC.md).
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/import/imported.h"

/* imported->pairs must be there, with a sample at least. metric: its name. put gets the bytes, many
 * at a time; it returns false to stop. */
bool imported_run(const struct imported *imported, const char *metric,
                  bool (*put)(void *context, const char *bytes, size_t length), void *context);
/* The name of the metric where the user gave none: "PE2_to_PE3". */
void imported_metric(const struct imported *imported, struct buf *name);
