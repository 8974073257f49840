/* Reads and writes lines by walking the rows of lines.def.
 * SPDX-License-Identifier: MIT
 */
#include "wire.h"

enum value_type { WORD, NUMBER };
enum value_need { OPTIONAL, REQUIRED };

struct field_row {
    enum wire_kind kind;
    const char *key;
    enum value_type type;
    enum value_need need;
};

static const char *const tags[WIRE_KINDS] = {
#define WIRE_LINE(kind, tag) [WIRE_##kind] = tag,
#define WIRE_FIELD(kind, field, key, type, need)
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

static const struct field_row rows[] = {
#define WIRE_LINE(kind, tag)
#define WIRE_FIELD(kind, field, key, type, need) {WIRE_##kind, key, type, need},
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

#define ROWS ((int)(sizeof rows / sizeof rows[0]))

const struct wire_series wire_metrics[WIRE_METRICS] = {
#define WIRE_METRIC(id, name, samples, meaning) {name, samples, meaning},
#include "results.def"
#undef WIRE_METRIC
};

const struct wire_series wire_phases[WIRE_PHASES] = {
#define WIRE_PHASE(id, name, pairs, meaning) {name, pairs, meaning},
#include "results.def"
#undef WIRE_PHASE
};

const struct wire_series wire_pairs[WIRE_PAIRS] = {
#define WIRE_PAIR(id, name, meaning) {name, 0, meaning},
#include "results.def"
#undef WIRE_PAIR
};

struct span {
    const char *text;
    size_t length;
};

static size_t text_length(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    return length;
}

static bool starts_with(struct span span, const char *text, size_t length)
{
    if (span.length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (span.text[i] != text[i])
            return false;
    return true;
}

static bool equals(struct span span, const char *text)
{
    size_t length = text_length(text);
    return span.length == length && starts_with(span, text, length);
}

static uint16_t crc_byte(uint16_t crc, char byte)
{
    crc ^= (uint16_t)((unsigned)(unsigned char)byte << 8);
    for (int bit = 0; bit < 8; bit++)
        crc =
            (uint16_t)((crc & 0x8000u) != 0 ? ((unsigned)crc << 1) ^ 0x1021u : (unsigned)crc << 1);
    return crc;
}

uint16_t wire_crc(const char *bytes, size_t length)
{
    uint16_t crc = 0xFFFFu;
    for (size_t i = 0; i < length; i++)
        crc = crc_byte(crc, bytes[i]);
    return crc;
}

/* First row of a kind; rows of a kind are contiguous. */
static int first_row(enum wire_kind kind)
{
    int row = 0;
    while (row < ROWS && rows[row].kind != kind)
        row++;
    return row;
}

int wire_field_count(enum wire_kind kind)
{
    int first = first_row(kind);
    int row = first;
    while (row < ROWS && rows[row].kind == kind)
        row++;
    return row - first;
}

const char *wire_tag(enum wire_kind kind)
{
    return tags[kind];
}

const char *wire_key(enum wire_kind kind, int field)
{
    return rows[first_row(kind) + field].key;
}

/* Takes the text up to the next comma off the front of rest. */
static bool next_field(struct span *rest, struct span *field)
{
    if (rest->text == NULL)
        return false;
    size_t length = 0;
    while (length < rest->length && rest->text[length] != ',')
        length++;
    *field = (struct span){rest->text, length};
    if (length == rest->length)
        *rest = (struct span){NULL, 0};
    else
        *rest = (struct span){rest->text + length + 1, rest->length - length - 1};
    return true;
}

static enum wire_status parse_number(struct span span, uint64_t *number)
{
    if (span.length == 0)
        return WIRE_BAD_NUMBER;
    uint64_t value = 0;
    bool too_big = false;
    for (size_t i = 0; i < span.length; i++) {
        char c = span.text[i];
        if (c < '0' || c > '9')
            return WIRE_BAD_NUMBER;
        uint64_t digit = (uint64_t)(c - '0');
        if (value > (UINT64_MAX - digit) / 10)
            too_big = true;
        value = value * 10 + digit;
    }
    *number = value;
    return too_big ? WIRE_NUMBER_TOO_BIG : WIRE_OK;
}

static enum wire_status parse_value(const struct field_row *row, struct span field,
                                    struct wire_value *value)
{
    size_t key_length = text_length(row->key);
    if (key_length != 0) {
        if (!starts_with(field, row->key, key_length) || field.length == key_length ||
            field.text[key_length] != '=')
            return WIRE_BAD_FIELDS;
        field.text += key_length + 1;
        field.length -= key_length + 1;
    }
    *value = (struct wire_value){field.text, field.length, 0, true};
    return row->type == NUMBER ? parse_number(field, &value->number) : WIRE_OK;
}

static bool is_keyed(struct span field)
{
    for (size_t i = 0; i < field.length; i++)
        if (field.text[i] == '=')
            return i > 0;
    return false;
}

/* Fields behind the known ones are allowed where they are `key=value` (a newer writer's). */
static enum wire_status parse_fields(struct span rest, struct wire_record *record, int *bad_field)
{
    int first = first_row(record->kind);
    int count = wire_field_count(record->kind);
    struct span field;
    int index = 0;

    for (int i = 0; i < count; i++) {
        const struct field_row *row = &rows[first + i];
        record->value[i].present = false;
        struct span before = rest;
        *bad_field = index;
        if (!next_field(&rest, &field)) {
            if (row->need == REQUIRED)
                return WIRE_BAD_FIELDS;
            continue;
        }
        enum wire_status status = parse_value(row, field, &record->value[i]);
        if (status == WIRE_BAD_FIELDS && row->need == OPTIONAL) {
            rest = before;
            continue;
        }
        if (status != WIRE_OK)
            return status;
        index++;
    }
    while (next_field(&rest, &field)) {
        *bad_field = index++;
        /* A checksum that was cut short must not pass as some new key. */
        if (starts_with(field, "crc=", 4))
            return WIRE_BAD_CRC;
        if (!is_keyed(field))
            return WIRE_BAD_FIELDS;
    }
    *bad_field = -1;
    return WIRE_OK;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

#define CRC_FIELD ",crc="
#define CRC_FIELD_LENGTH 9u /* ",crc=" and four digits */

/* Takes a trailing checksum field off line. */
static enum wire_status split_crc(struct span *line, bool *has_crc)
{
    *has_crc = false;
    struct span tail = {NULL, 0};
    if (line->length >= CRC_FIELD_LENGTH)
        tail = (struct span){line->text + line->length - CRC_FIELD_LENGTH, CRC_FIELD_LENGTH};
    if (!starts_with(tail, CRC_FIELD, 5))
        return WIRE_OK;
    unsigned written = 0;
    for (size_t i = 5; i < CRC_FIELD_LENGTH; i++) {
        int digit = hex_digit(tail.text[i]);
        if (digit < 0)
            return WIRE_BAD_CRC;
        written = written << 4 | (unsigned)digit;
    }
    line->length -= CRC_FIELD_LENGTH;
    *has_crc = true;
    return written == wire_crc(line->text, line->length) ? WIRE_OK : WIRE_BAD_CRC;
}

enum wire_status wire_parse(const char *line, size_t length, struct wire_record *record, int *field)
{
    struct span all = {line, length};
    struct span rest = all;
    struct span tag;
    *field = -1;
    if (length == 0 || !next_field(&rest, &tag))
        return WIRE_NOT_A_LINE;

    enum wire_status status = WIRE_NOT_A_LINE;
    for (int kind = 0; kind < WIRE_KINDS; kind++) {
        if (!equals(tag, tags[kind]))
            continue;
        rest = all;
        status = split_crc(&rest, &record->has_crc);
        if (status != WIRE_OK)
            return status;
        next_field(&rest, &tag);
        record->kind = (enum wire_kind)kind;
        status = parse_fields(rest, record, field);
        if (status != WIRE_BAD_FIELDS)
            return status;
    }
    return status;
}

void wire_set_text(struct wire_record *record, int field, const char *text)
{
    record->value[field] = (struct wire_value){text, text_length(text), 0, true};
}

void wire_set_number(struct wire_record *record, int field, uint64_t number)
{
    record->value[field] = (struct wire_value){NULL, 0, number, true};
}

/* A sink that keeps the checksum of what passes. */
struct summed {
    const struct wire_sink *sink;
    uint16_t crc;
};

static void put(struct summed *out, char byte)
{
    out->crc = crc_byte(out->crc, byte);
    out->sink->put(out->sink->context, byte);
}

static void put_text(struct summed *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        put(out, text[i]);
}

static void put_number(struct summed *out, uint64_t number)
{
    char digits[20]; /* 2^64 - 1 has 20 */
    size_t length = 0;
    do {
        digits[length++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (length > 0)
        put(out, digits[--length]);
}

void wire_write(const struct wire_sink *sink, const struct wire_record *record)
{
    struct summed out = {sink, 0xFFFFu};
    int first = first_row(record->kind);
    int count = wire_field_count(record->kind);

    put_text(&out, tags[record->kind], text_length(tags[record->kind]));
    for (int i = 0; i < count; i++) {
        const struct field_row *row = &rows[first + i];
        const struct wire_value *value = &record->value[i];
        if (!value->present)
            continue;
        put(&out, ',');
        if (row->key[0] != '\0') {
            put_text(&out, row->key, text_length(row->key));
            put(&out, '=');
        }
        if (row->type == NUMBER)
            put_number(&out, value->number);
        else
            put_text(&out, value->text, value->length);
    }
    unsigned crc = out.crc;
    put_text(&out, CRC_FIELD, 5);
    for (int shift = 12; shift >= 0; shift -= 4)
        put(&out, "0123456789ABCDEF"[crc >> shift & 15u]);
    put(&out, '\n');
}
