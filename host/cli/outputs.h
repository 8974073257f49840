/* The forms of a report that a command writes to files.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "host/base/output.h"
#include "host/render/render.h"

/* More files than this are asked for by mistake. */
#define OUTPUTS_MAX 16u

/* All zero is none. */
struct outputs {
    struct {
        const char *path;
        const struct renderer *renderer;
        struct output file;
    } list[OUTPUTS_MAX];
    size_t count;
};

/* --html FILE, --json FILE and so on, for argp_child; its input is a struct outputs. */
extern const struct argp outputs_argp;

/* A file whose form its ending says; a usage error where it says none. */
void outputs_add_by_ending(struct outputs *outputs, const char *path, struct argp_state *state);

/* Before the work: a bad path, two names of one file, or one that is an input, fail at once. */
bool outputs_open(struct outputs *outputs, const char *const *inputs, size_t input_count,
                  struct error *error);
/* Whether one of them takes standard output. */
bool outputs_use_stdout(const struct outputs *outputs);
/* "-" where one of them is given so, NULL where none is; they need not be open. */
const char *outputs_stdout(const struct outputs *outputs);
/* Whether one of them, open, is this file. */
bool outputs_name(const struct outputs *outputs, const char *path);
/* Renders and commits all. */
bool outputs_write(struct outputs *outputs, const struct report_set *set, struct error *error);
/* Leaves nothing of what was not written. */
void outputs_discard(struct outputs *outputs);
