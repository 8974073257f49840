/* Makes small ELF files for tests: one that runs, and what hostile or broken ones look like.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

#include "host/base/buf.h"

/* Adds the file of a kind; false where there is no such kind.
 * endless: loops for ever, says nothing. undefined: its first instruction is UDF, and so is its
 * fault handler. no-note, other-machine: endless, with no note or a note for "toaster".
 * synthetic: with the note of the firmware that would send what capture_text.h makes, and data.
 * data: endless, with a stack, data and zeros in RAM. x86, arm64, big-endian, object: for another
 * processor, or not linked. empty: nothing to load. cut: ends inside its segment. outside: loads
 * where no memory is. far-bss: needs memory where none is. wraps: reaches beyond 32 bits. overlap:
 * two segments over each other. fat: larger in the file than in memory. many: 65 segments. */
bool elf_file_add(struct buf *out, const char *kind);
