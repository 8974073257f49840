/* Reads and writes lines by walking the rows of lines.def.
 * SPDX-License-Identifier: MIT
 */
#include "wire.h"

#include "crc.h"

enum value_type { WORD, NUMBER };
enum value_need { OPTIONAL, REQUIRED };

struct span {
    const char *text;
    size_t length;
};

#define SPAN(literal) {literal, sizeof(literal) - 1u}

struct field_row {
    struct span key;
    enum value_type type;
    enum value_need need;
};

static const struct field_row rows[] = {
#define WIRE_LINE(kind, tag)
#define WIRE_FIELD(kind, field, key, type, need) {SPAN(key), type, need},
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

#define ROWS ((int)(sizeof rows / sizeof rows[0]))

/* Rows of all kinds count on; BACK takes the step back that a kind's own name has taken. */
enum row_number {
#define WIRE_LINE(kind, tag) FIRST_##kind, BACK_##kind = FIRST_##kind - 1,
#define WIRE_FIELD(kind, field, key, type, need) ROW_##kind##_##field,
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

struct line_row {
    struct span tag;
    int first; /* of its rows */
};

static const struct line_row lines[WIRE_KINDS] = {
#define WIRE_LINE(kind, tag) [WIRE_##kind] = {SPAN(tag), FIRST_##kind},
#define WIRE_FIELD(kind, field, key, type, need)
#include "lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

static size_t text_length(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    return length;
}

static bool starts_with(struct span span, struct span start)
{
    if (span.length < start.length)
        return false;
    for (size_t i = 0; i < start.length; i++)
        if (span.text[i] != start.text[i])
            return false;
    return true;
}

static bool equals(struct span a, struct span b)
{
    return a.length == b.length && starts_with(a, b);
}

int wire_field_count(enum wire_kind kind)
{
    return (kind + 1 < WIRE_KINDS ? lines[kind + 1].first : ROWS) - lines[kind].first;
}

const char *wire_tag(enum wire_kind kind)
{
    return lines[kind].tag.text;
}

const char *wire_key(enum wire_kind kind, int field)
{
    return rows[lines[kind].first + field].key.text;
}

static size_t find_comma(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && text[at] != ',')
        at++;
    return at;
}

/* Takes the text up to the next comma off the front of rest. */
static bool next_field(struct span *rest, struct span *field)
{
    if (rest->text == NULL)
        return false;
    size_t length = find_comma(rest->text, rest->length);
    *field = (struct span){rest->text, length};
    if (length == rest->length)
        *rest = (struct span){NULL, 0};
    else
        *rest = (struct span){rest->text + length + 1, rest->length - length - 1};
    return true;
}

/* Tag, every field that a kind can have, and some of what a newer writer may add. */
#define FIELDS_CUT (WIRE_FIELDS_MAX + 4u)

/* A line's fields, the tag first, cut once for all kinds that share the tag. */
struct cut {
    struct span field[FIELDS_CUT];
    int count;
    struct span rest; /* behind those; text is NULL where nothing is */
};

/* A byte in each of eight places. */
#define EIGHT(byte) ((byte) * UINT64_C(0x0101010101010101))

/* Eight bytes as one word, the first in its lowest bits, on any host. */
static uint64_t load_eight(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/* The top bit of each byte that is a comma. What is none leaves a bit in its byte, and the sum
 * brings that to the top without a carry into the next. */
static uint64_t commas_in(uint64_t word)
{
    uint64_t other = word ^ EIGHT(',');
    return ~(((other & EIGHT(0x7Fu)) + EIGHT(0x7Fu)) | other) & EIGHT(0x80u);
}

/* Ends a field at a comma; false where no room is left. */
static bool cut_at(struct span line, struct cut *cut, size_t *start, size_t comma)
{
    cut->field[cut->count++] = (struct span){line.text + *start, comma - *start};
    *start = comma + 1;
    if (cut->count < (int)FIELDS_CUT)
        return true;
    cut->rest = (struct span){line.text + *start, line.length - *start};
    return false;
}

static void cut_fields(struct span line, struct cut *cut)
{
    size_t start = 0, at = 0;
    cut->count = 0;
    cut->rest = (struct span){NULL, 0};
    for (; line.length - at >= 8; at += 8)
        for (uint64_t found = commas_in(load_eight(line.text + at)); found != 0; found &= found - 1)
            if (!cut_at(line, cut, &start, at + (size_t)__builtin_ctzll(found) / 8))
                return;
    for (; at < line.length; at++)
        if (line.text[at] == ',' && !cut_at(line, cut, &start, at))
            return;
    cut->field[cut->count++] = (struct span){line.text + start, line.length - start};
}

/* Any 19 digits are below 2^64. */
#define DIGITS_THAT_FIT 19u

/* Up to eight digits at once, without a branch that depends on how many: those in front of the
 * field are taken for 0. Eight bytes that may be read end with the field. */
static enum wire_status parse_digits(struct span span, uint64_t *number)
{
    uint64_t digits = load_eight(span.text + span.length - 8) ^ EIGHT('0');
    if (span.length < 8)
        digits &= ~UINT64_C(0) << 8 * (8 - span.length);
    /* 9 + 0x76 is 0x7F, 10 + 0x76 has the top bit. */
    if (((digits + EIGHT(0x76u)) | digits) & EIGHT(0x80u))
        return WIRE_BAD_NUMBER;
    uint64_t twos = (digits * 10 + (digits >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    uint64_t fours = (twos * 100 + (twos >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    *number = (fours * 10000 + (fours >> 32)) & UINT32_MAX;
    return WIRE_OK;
}

/* line: where the bytes begin that may be read. */
static enum wire_status parse_number(struct span span, const char *line, uint64_t *number)
{
    if (span.length == 0)
        return WIRE_BAD_NUMBER;
    if (span.length <= 8 && span.text + span.length - line >= 8)
        return parse_digits(span, number);
    uint64_t value = 0;
    bool too_big = false;
    for (size_t i = 0; i < span.length; i++) {
        char c = span.text[i];
        if (c < '0' || c > '9')
            return WIRE_BAD_NUMBER;
        uint64_t digit = (uint64_t)(c - '0');
        if (i >= DIGITS_THAT_FIT && value > (UINT64_MAX - digit) / 10)
            too_big = true;
        value = value * 10 + digit;
    }
    *number = value;
    return too_big ? WIRE_NUMBER_TOO_BIG : WIRE_OK;
}

static enum wire_status parse_value(const struct field_row *row, struct span field,
                                    const char *line, struct wire_value *value)
{
    size_t key = row->key.length;
    if (key != 0) {
        if (!starts_with(field, row->key) || field.length == key || field.text[key] != '=')
            return WIRE_BAD_FIELDS;
        field.text += key + 1;
        field.length -= key + 1;
    }
    *value = (struct wire_value){field.text, field.length, 0, true};
    return row->type == NUMBER ? parse_number(field, line, &value->number) : WIRE_OK;
}

static bool is_keyed(struct span field)
{
    for (size_t i = 0; i < field.length; i++)
        if (field.text[i] == '=')
            return i > 0;
    return false;
}

#define CRC_KEY "crc="
#define CRC_DIGITS 4u
#define CRC_FIELD_LENGTH (sizeof("," CRC_KEY) - 1u + CRC_DIGITS)

static const struct span crc_key = SPAN(CRC_KEY);
static const struct span crc_field = SPAN("," CRC_KEY);

/* Fields behind the known ones are allowed where they are `key=value` (a newer writer's). */
static enum wire_status check_unknown(const struct cut *cut, int index, int *bad_field)
{
    struct span rest = cut->rest, field;
    for (;; index++) {
        if (index < cut->count)
            field = cut->field[index];
        else if (!next_field(&rest, &field))
            break;
        *bad_field = index - 1;
        /* A checksum that was cut short must not pass as some new key. */
        if (starts_with(field, crc_key))
            return WIRE_BAD_CRC;
        if (!is_keyed(field))
            return WIRE_BAD_FIELDS;
    }
    *bad_field = -1;
    return WIRE_OK;
}

/* Whether a line has one bare field more than a kind, all of whose fields are required: of two
 * kinds that share a tag this tells the shorter one before its numbers are read. */
static bool has_one_more(const struct cut *cut, int first, int count)
{
    return cut->count == count + 2 && rows[first + count - 1].need == REQUIRED &&
           !is_keyed(cut->field[count + 1]);
}

static enum wire_status parse_fields(const struct cut *cut, struct wire_record *record,
                                     int *bad_field)
{
    int first = lines[record->kind].first;
    int count = wire_field_count(record->kind);
    int index = 1; /* behind the tag */

    if (has_one_more(cut, first, count)) {
        *bad_field = count;
        return WIRE_BAD_FIELDS;
    }
    for (int i = 0; i < count; i++) {
        const struct field_row *row = &rows[first + i];
        record->value[i].present = false;
        *bad_field = index - 1;
        if (index == cut->count) {
            if (row->need == REQUIRED)
                return WIRE_BAD_FIELDS;
            continue;
        }
        enum wire_status status =
            parse_value(row, cut->field[index], cut->field[0].text, &record->value[i]);
        if (status == WIRE_BAD_FIELDS && row->need == OPTIONAL)
            continue;
        if (status != WIRE_OK)
            return status;
        index++;
    }
    return check_unknown(cut, index, bad_field);
}

static char crc_digit(unsigned crc, size_t index)
{
    return "0123456789ABCDEF"[crc >> 4 * (CRC_DIGITS - 1 - index) & 15u];
}

/* Takes a trailing checksum field off line. */
static enum wire_status split_crc(struct span *line, bool *has_crc)
{
    *has_crc = false;
    struct span tail = {NULL, 0};
    if (line->length >= CRC_FIELD_LENGTH)
        tail = (struct span){line->text + line->length - CRC_FIELD_LENGTH, CRC_FIELD_LENGTH};
    if (!starts_with(tail, crc_field))
        return WIRE_OK;
    line->length -= CRC_FIELD_LENGTH;
    *has_crc = true;
    /* Digits are compared, not read: whether one is a letter is a coin that no processor foresees.
     */
    unsigned crc = wire_crc(line->text, line->length);
    for (size_t i = 0; i < CRC_DIGITS; i++)
        if (tail.text[crc_field.length + i] != crc_digit(crc, i))
            return WIRE_BAD_CRC;
    return WIRE_OK;
}

enum wire_status wire_parse(const char *line, size_t length, struct wire_record *record, int *field)
{
    struct span all = {line, length};
    struct span tag = {line, find_comma(line, length)};
    struct cut cut;
    *field = -1;

    enum wire_status status = WIRE_NOT_A_LINE;
    for (int kind = 0; kind < WIRE_KINDS; kind++) {
        if (!equals(tag, lines[kind].tag))
            continue;
        record->kind = (enum wire_kind)kind;
        /* Kinds that share a tag share the checksum too. */
        if (status == WIRE_NOT_A_LINE) {
            status = split_crc(&all, &record->has_crc);
            if (status != WIRE_OK)
                return status;
            cut_fields(all, &cut);
        }
        status = parse_fields(&cut, record, field);
        if (status != WIRE_BAD_FIELDS)
            return status;
    }
    return status;
}

struct wire_value wire_text(const char *text)
{
    return (struct wire_value){text, text_length(text), 0, true};
}

void wire_set_text(struct wire_record *record, int field, const char *text)
{
    record->value[field] = wire_text(text);
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
    out->crc = wire_crc_add(out->crc, byte);
    out->sink->put(out->sink->context, byte);
}

static void put_span(struct summed *out, struct span span)
{
    for (size_t i = 0; i < span.length; i++)
        put(out, span.text[i]);
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
    wire_write_values(sink, record->kind, record->value, wire_field_count(record->kind));
}

void wire_write_values(const struct wire_sink *sink, enum wire_kind kind,
                       const struct wire_value *values, int count)
{
    struct summed out = {sink, WIRE_CRC_START};
    int first = lines[kind].first;

    put_span(&out, lines[kind].tag);
    for (int i = 0; i < count; i++) {
        const struct field_row *row = &rows[first + i];
        const struct wire_value *value = &values[i];
        if (!value->present)
            continue;
        put(&out, ',');
        if (row->key.length != 0) {
            put_span(&out, row->key);
            put(&out, '=');
        }
        if (row->type == NUMBER)
            put_number(&out, value->number);
        else
            put_span(&out, (struct span){value->text, value->length});
    }
    unsigned crc = out.crc;
    put_span(&out, crc_field);
    for (int shift = 12; shift >= 0; shift -= 4)
        put(&out, "0123456789ABCDEF"[crc >> shift & 15u]);
    put(&out, '\n');
}
