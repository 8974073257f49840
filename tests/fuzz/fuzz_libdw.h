/* What the fuzz targets that read debug data share: a leak of elfutils that is none of ours.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* Each fuzz target is one file, so that this stays with it. */
const char *__lsan_default_suppressions(void);

/* dwarf_getscopes (0.188) keeps its array where the walk fails in its midst, and gives it to
 * nobody. */
const char *__lsan_default_suppressions(void)
{
    return "leak:libdw";
}
