/* Writes a whole, valid run with synthetic samples, through the rows of wire/.
 * SPDX-License-Identifier: MIT
 *
 * The samples are made up: they measure nothing. They are plausible, vary, and are the same every
 * time, so that tests can damage them one line at a time.
 */
#pragma once

#include <stdbool.h>

#include "host/base/buf.h"
#include "wire/results.h"

/* What rtos_bench measures on the NUCLEO-H5E5ZJ: its rows are the first, and critical5000, the last
 * of its phases, is not for that board. */
#define CAPTURE_TEXT_METRICS ((int)WIRE_METRIC_NOTIFY_REWAIT + 1)
#define CAPTURE_TEXT_PHASES ((int)WIRE_PHASE_CRITICAL20US + 1)

struct capture_text_options {
    bool no_crc;  /* lines as old writers send them */
    bool no_wire; /* CONFIG without the keys behind ICACHE */
    bool summary; /* no RAW rows */
    bool fails;   /* ERROR and a failed END after the first metric */
};

void capture_text_add(struct buf *out, const struct capture_text_options *options);

/* Strips each line's checksum, if it has one, and appends the right one. */
void capture_text_seal(struct buf *out, const char *text, size_t length);
