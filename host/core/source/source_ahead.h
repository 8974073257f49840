/* Reads a source ahead, in a thread of its own.
 * SPDX-License-Identifier: MIT
 *
 * A serial device holds few bytes (a pty about 12 kB) and drops the rest. The thread does nothing
 * but take them out, with real-time priority where the system allows it, so that neither a slow
 * disk nor our own work loses any. One thread takes, one gives: a ring without a lock.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/error.h"

#define SOURCE_AHEAD_BYTES (8u << 20) /* 27 s at 300 kB/s; a full ring makes the source wait */

struct source_ahead;

/* From now on the thread reads from file, which nobody else may; NULL and error where it cannot. */
struct source_ahead *source_ahead_start(int file, struct error *error);
/* The thread is gone; what it has read goes with it. NULL does nothing. */
void source_ahead_stop(struct source_ahead *ahead);

/* Readable (poll) where source_ahead_take may have something to say. */
int source_ahead_file(const struct source_ahead *ahead);
/* Takes up to size bytes; 0 where there are none now. */
size_t source_ahead_take(struct source_ahead *ahead, void *bytes, size_t size);
/* Whether nothing will come any more: everything was taken, and read(2) ended. *problem is its
 * errno, 0 at the end of the file. */
bool source_ahead_ended(const struct source_ahead *ahead, int *problem);
