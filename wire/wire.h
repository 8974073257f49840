/* The contract between target and host: line kinds, their fields, and how a line is read and
 * written. SPDX-License-Identifier: MIT
 *
 * Freestanding C11: no I/O, no allocation. The firmware writes with it, the host reads with it.
 * The grammar is in SPEC.md, the rows in lines.def and results.def.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_PROTOCOL "RTOS_BENCH_V1"
#define WIRE_VERSION 2
/* Longest line, without its end; a longer one is no wire line. */
#define WIRE_LINE_MAX 4096u
/* Largest number of fields behind the tag in lines.def. */
#define WIRE_FIELDS_MAX 24u

enum wire_kind {
#define WIRE_LINE(kind, tag) WIRE_##kind,
#define WIRE_FIELD(kind, field, key, type, need)
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
    WIRE_KINDS
};

/* WIRE_<KIND>_<FIELD>: index of the field in wire_record.value, from 0 in each kind. */
enum wire_field_index {
#define WIRE_LINE(kind, tag) WIRE_##kind##_BEFORE_FIRST = -1,
#define WIRE_FIELD(kind, field, key, type, need) WIRE_##kind##_##field,
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

enum wire_bench {
#define WIRE_BENCH(id, name, what) WIRE_BENCH_##id,
#include "benches.def"
    WIRE_BENCHES
};

enum wire_metric {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) WIRE_METRIC_##id,
#include "results.def"
    WIRE_METRICS
};

enum wire_phase {
#define WIRE_PHASE(bench, id, name, n, need, meaning) WIRE_PHASE_##id,
#include "results.def"
    WIRE_PHASES
};

enum wire_quantity {
#define WIRE_VALUE(bench, id, name, unit, need, meaning) WIRE_QUANTITY_##id,
#include "results.def"
    WIRE_QUANTITIES
};

enum wire_pair {
#define WIRE_PAIR(id, name, meaning) WIRE_PAIR_##id,
#include "results.def"
    WIRE_PAIRS
};

/* A phase's timer compares every so many us; the critical section of critical20us spins so long,
 * that of critical5000 so many cycles, once a tick. Set by RTOS_BENCH_V1; writer and reader derive
 * counts from CONFIG. */
#define WIRE_PHASE_PERIOD_US 1009u
#define WIRE_CRITICAL_US 20u
#define WIRE_CRITICAL_CYCLES 5000u
/* DWT_READ_PAIR beyond this, or 0, is refused, by writer and reader: two loads in a row take a
 * cycle on silicon, so more is no cycle counter, or something runs between them. */
#define WIRE_READ_PAIR_MAX_TICKS 50u

/* A field's value. text is not terminated and points into the line that was parsed (or to the
 * caller's text when writing); NUMBER fields use number only when writing, both after reading. */
struct wire_value {
    const char *text;
    size_t length;
    uint64_t number;
    bool present;
};

struct wire_record {
    enum wire_kind kind;
    struct wire_value value[WIRE_FIELDS_MAX];
    bool has_crc;
};

enum wire_status {
    WIRE_OK,
    WIRE_NOT_A_LINE,     /* no tag of ours: noise */
    WIRE_BAD_FIELDS,     /* our tag, but the fields fit no kind */
    WIRE_BAD_NUMBER,     /* a NUMBER field is not decimal digits */
    WIRE_NUMBER_TOO_BIG, /* a NUMBER field is beyond 64 bits */
    WIRE_BAD_CRC         /* the checksum does not match the bytes before it */
};

/* Reads one line (no CR, no LF). record points into line. On failure *field is the index of the
 * offending field behind the tag, 0-based, where one is to blame, else -1; record->kind is then a
 * kind with this tag, unless it is WIRE_NOT_A_LINE. */
enum wire_status wire_parse(const char *line, size_t length, struct wire_record *record,
                            int *field);

/* Where a written line goes, a byte at a time. */
struct wire_sink {
    void (*put)(void *context, char byte);
    void *context;
};

/* Writes one line with its checksum and LF. OPTIONAL fields that are not present are left out. */
void wire_write(const struct wire_sink *sink, const struct wire_record *record);
/* The same of the first count fields of kind, where the stack has no room for a record. */
void wire_write_values(const struct wire_sink *sink, enum wire_kind kind,
                       const struct wire_value *values, int count);

/* A value that is to be written. text must be terminated and outlive the write. */
struct wire_value wire_text(const char *text);
/* Setters for a record that is to be written. text must be terminated and outlive the write. */
void wire_set_text(struct wire_record *record, int field, const char *text);
void wire_set_number(struct wire_record *record, int field, uint64_t number);

/* The tag of a kind ("RAW"), and the key of a field ("" for a bare value). */
const char *wire_tag(enum wire_kind kind);
const char *wire_key(enum wire_kind kind, int field);
/* How many fields a kind has. */
int wire_field_count(enum wire_kind kind);
