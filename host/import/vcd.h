/* A value change dump: what its header and its body share.
 * SPDX-License-Identifier: MIT
 *
 * IEEE 1364-2005, clause 18, as simulators and analysers write it: words between white space, so
 * lines mean nothing but a place for messages.
 */
#pragma once

#include "host/import/import.h"

/* A name, its scopes and its range; a word that is longer is a mistake. */
#define VCD_WORD_MAX 65536u

struct vcd_token {
    const char *text; /* in the window, good until the next one */
    size_t length;
    size_t position; /* in the window */
    bool cut;        /* the file ends behind it without white space */
};

/* An identifier code, and the bits that it stands for. */
struct vcd_code {
    char *text;
    size_t length;
    uint32_t first_bit, width; /* width 0: something that is not imported */
    bool watched;              /* any of them is */
    uint32_t same_hash;        /* the next with its hash, from 1 */
};

#define VCD_SHORT_CODES (94u * 95u) /* of one or two characters */
struct vcd {
    struct input *input;
    struct vcd_code *codes; /* numbered from 1 */
    size_t code_count, code_capacity;
    uint32_t *buckets;
    size_t bucket_count;
    uint32_t short_codes[VCD_SHORT_CODES]; /* 0: none */
    int64_t ticks_per_stamp;               /* of hz: 10 or 100 where a stamp is that many s */
    int32_t scope;
    struct buf word; /* a copy of a token that must outlive the next */
};

/* False at the end, or where error says why. */
bool vcd_token(struct vcd *vcd, struct vcd_token *token);
bool vcd_is(const struct vcd_token *token, const char *text);
uint64_t vcd_line(const struct vcd *vcd, const struct vcd_token *token);
/* "FILE:LINE: " and the message; returns false. */
bool vcd_fail(const struct vcd *vcd, uint64_t line, struct error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Why the tokens have ended: false and error where not by the end of the file. */
bool vcd_ended(const struct vcd *vcd, struct error *error);

/* NULL where no variable has this code. vcd_codes.c */
struct vcd_code *vcd_find_code(const struct vcd *vcd, const char *text, size_t length);
struct vcd_code *vcd_add_code(struct vcd *vcd, const char *text, size_t length);
void vcd_free_codes(struct vcd *vcd);

/* Reads up to and with $enddefinitions. vcd_header.c */
bool vcd_header(struct import *import, struct vcd *vcd, struct error *error);
