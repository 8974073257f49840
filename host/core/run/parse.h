/* Lines to runs: what each line of a capture adds, and what is wrong with it at first sight.
 * SPDX-License-Identifier: MIT
 *
 * Feed it the lines of a capture in order, then end it. It judges lines and row indices; whether
 * the run as a whole is true is verify.c's question.
 */
#pragma once

#include "capture.h"
#include "run.h"

struct parser {
    struct session *session;
    struct run *run;           /* the one between BEGIN and END, NULL outside */
    const struct run *last;    /* the one that ended last, NULL before */
    struct series *row;        /* of the last RAW row: most rows follow one of the same series */
    struct series *second_row; /* and the second column of a pair */
    const char *phase;         /* of the last PHASE or pair: RESULT lines of pairs belong to it */
    uint64_t noise_lines, first_noise; /* outside any run */
    bool wire_noise;                   /* among them lines of ours: a BEGIN is missing */
    bool lost_first_byte;              /* "EGIN,..." was seen outside a run */
    uint64_t other_protocol;           /* line of the first BEGIN of another one, 0 for none */
    uint64_t wire_lines;               /* readable lines of ours, in and outside runs */
};

void parser_init(struct parser *parser, struct session *session);
void parser_line(struct parser *parser, const struct capture_line *line);
/* The stream has ended; rest is its unfinished last line. */
void parser_end(struct parser *parser, const struct capture_line *rest);
