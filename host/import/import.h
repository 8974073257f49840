/* The door to logic-analyser captures: from a file of any format to a stream of edges.
 * SPDX-License-Identifier: MIT
 *
 * Opening reads as much as names the channels; the caller chooses some of them (edges.h) and runs
 * the capture through, in constant memory whatever its size. A capture's time is counted in ticks
 * of its own: hz of them are a second.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/buf.h"
#include "host/base/error.h"
#include "host/core/run/finding.h"
#include "host/import/edges.h"
#include "host/import/input.h"

/* More bits or variables than this in one capture are refused: no logic analyser has them. */
#define IMPORT_BITS_MAX (UINT32_C(1) << 20)
#define IMPORT_NO_SCOPE (-1)

/* A level of the hierarchy in which a VCD puts its names. */
struct import_scope {
    char *name;
    int32_t parent; /* IMPORT_NO_SCOPE at the top */
};

/* A channel, or a vector of them. Bit first_bit is its least significant one. */
struct import_variable {
    char *name;    /* without scope and range */
    int32_t scope; /* IMPORT_NO_SCOPE: none */
    uint32_t first_bit, width;
    int32_t left, right; /* as in name[left:right], where has_range */
    bool has_range;
};

/* What a file says about itself. */
struct import_capture {
    const char *format;     /* "VCD", "sigrok session, version 2", ... */
    uint64_t hz;            /* ticks a second */
    uint64_t samplerate_hz; /* 0: the file does not say */
    uint64_t samples;       /* 0: not known, or not sampled */
    struct import_scope *scopes;
    size_t scope_count, scope_capacity;
    struct import_variable *variables; /* in the order of the file; users count them from 1 */
    size_t variable_count, variable_capacity;
    uint32_t bits;
    size_t skipped;                  /* real numbers, strings, events, analog channels */
    bool truncated;                  /* the file ends in the middle: what came before holds */
    uint64_t gaps;                   /* stretches in which nothing was captured */
    int64_t first_ticks, last_ticks; /* of the whole capture, when it has run through */
    struct findings findings;        /* warnings */
};

struct import_options {
    const char *format;     /* row of formats.def, NULL: by content */
    uint64_t samplerate_hz; /* 0: as the file says */
    const char *timescale;  /* "1 ns": of a VCD that states none; NULL: as the file says */
    unsigned word_bits;     /* of a headerless Saleae Logic 1 binary: 8, 16, 32, 64; 0: not given */
};

struct import {
    struct import_capture capture;
    struct import_options options;
    struct input *inputs; /* the files, in the caller's order */
    size_t input_count;
    const struct import_reader *reader;
    void *state; /* of the reader */
};

/* Opens one or more files ("-": standard input); only Saleae's one-channel binaries come in
 * several. False and error where they cannot be read or tell nothing. */
bool import_open(struct import *import, const char *const *paths, size_t count,
                 const struct import_options *options, struct error *error);
/* The same from memory, which must outlive it, in pieces of at most chunk bytes. */
bool import_open_memory(struct import *import, const char *name, const void *bytes, size_t size,
                        size_t chunk, const struct import_options *options, struct error *error);
/* Runs the capture through; once. False and error where it is malformed or was interrupted: what
 * the edges hold then came before that. */
bool import_run(struct import *import, struct edges *edges, struct error *error);
/* Idempotent. */
void import_close(struct import *import);

/* The name of a variable with its scopes, its range, or (bit below its width) one bit of it. */
#define IMPORT_WHOLE UINT32_MAX
void import_name(const struct import_capture *capture, const struct import_variable *variable,
                 uint32_t bit, struct buf *name);
/* The bit that a user's text names: "PE2", "top.PE2", "bus[3]", "#2". False and error where there
 * is none, or more than one. */
bool import_find(const struct import_capture *capture, const char *text, uint32_t *bit,
                 struct error *error);

/* Names of the formats, for --format, and what they are; NULL past the last. */
const char *import_format_name(size_t index);
const char *import_format_meaning(size_t index);

/* ---- for the readers ---- */

struct import_reader {
    /* Whether the first bytes of a file are of this format; NULL: only when named. */
    bool (*knows)(const char *bytes, size_t length);
    /* Fills import->capture up to its variables. */
    bool (*open)(struct import *import, struct error *error);
    bool (*run)(struct import *import, struct edges *edges, struct error *error);
    void (*close)(struct import *import);
    bool takes_several; /* files */
};

/* NULL where there are too many bits or variables. name is copied, the pointer good until the next
 * is added. */
struct import_variable *import_add(struct import_capture *capture, const char *name, size_t length,
                                   uint32_t width);
