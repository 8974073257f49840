/* One capture on its way from a source into a file and a session.
 * SPDX-License-Identifier: MIT
 *
 * In this order: capturing_open, capturing_read, and capturing_conclude or capturing_give_up; again
 * for the next run of the same source, which stays open until capturing_close.
 */
#pragma once

#include <time.h>

#include "host/base/output.h"
#include "host/core/run/intake.h"
#include "host/core/source/source.h"
#include "judge.h"
#include "progress.h"

#define CAPTURING_CHUNK 65536u /* bytes that are read at a time */

struct capturing {
    /* Set by the caller. */
    const char *port;
    struct source_line line;
    uint64_t max_time_ns; /* of each run; 0 for no limit */
    bool split;           /* stop behind the run's END, whatever follows */

    struct source source;
    struct output output;
    struct intake intake;
    struct progress progress;
    struct timespec start;
    bool is_open;                  /* the source */
    char pending[CAPTURING_CHUNK]; /* what came behind the run's END: of the next run */
    size_t pending_length;
    uint64_t lines_seen, bytes_at_line; /* when a line of ours came last */
};

/* Opens the output first, since a bad path must not cost a run, and the source where it is not open
 * yet. The session, which must be empty, gets the run. */
bool capturing_open(struct capturing *c, const char *path, struct session *session,
                    struct error *error);
/* Throws away what has come and was not read: what a run before a reset has sent. */
bool capturing_empty(struct capturing *c, struct error *error);
/* Reads until the run, the input or the time ends; SOURCE_END where there is something to judge. */
enum source_status capturing_read(struct capturing *c, struct error *error);
/* Whether the run's END came. */
bool capturing_has_run(const struct capturing *c);
/* Ends without a verdict: says why and where the bytes are. error: where status is SOURCE_FAILED.
 */
int capturing_give_up(struct capturing *c, enum source_status status, const struct error *error);
/* Of a run that was read: its verdict, its file and its table. board: as in report.h. Returns the
 * exit code. */
int capturing_conclude(struct capturing *c, struct session *session, const char *board,
                       struct judgement *judgement);
void capturing_close(struct capturing *c);
