/* Judges a capture that was read, prints what was found, and chooses the exit code.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/core/run/intake.h"
#include "host/core/verify/verify.h"

struct judge_options {
    const char *name; /* of the capture, for messages */
    uint64_t run;     /* from 1; 0 for the last, which then decides */
    bool allow_summary;
};

struct judgement {
    const struct run *run; /* the one that decided; NULL where there is none */
    size_t number;         /* from 1 */
    enum verdict verdict;
    int exit_code;
};

/* Findings go to standard error, each as "run.log:214: ...". verdicts: whether to print the
 * verdict of each run that was judged on standard output. */
struct judgement judge(struct session *session, const struct intake *intake,
                       const struct judge_options *options, bool verdicts);

/* Reads a whole capture from a file, a pipe or "-" into an intake that was initialised with
 * session. Returns EXIT_YES, or the exit code after a message. */
int judge_read(const char *path, struct intake *intake);
