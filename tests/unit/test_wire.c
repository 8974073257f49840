/* wire: the checksum, every kind of line, and what is no line.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/crc.h"
#include "wire/wire.h"

struct written {
    char text[512];
    size_t length;
};

static void put(void *context, char byte)
{
    struct written *written = context;
    assert_true(written->length < sizeof written->text);
    written->text[written->length++] = byte;
}

static enum wire_status parse(const char *line, struct wire_record *record, int *field)
{
    return wire_parse(line, strlen(line), record, field);
}

static void crc_has_the_catalogue_value(void **state)
{
    (void)state;
    assert_int_equal(wire_crc("123456789", 9), 0x29B1);
    assert_int_equal(wire_crc("", 0), 0xFFFF);
}

/* Bit by bit, as the definition says; of every length, so that each table and each rest is used. */
static uint16_t plain_crc(const char *bytes, size_t length)
{
    unsigned crc = 0xFFFF;
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned)(unsigned char)bytes[i] << 8;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc << 1 ^ ((crc & 0x8000) != 0 ? 0x1021u : 0u)) & 0xFFFF;
    }
    return (uint16_t)crc;
}

static void crc_is_what_its_definition_says(void **state)
{
    (void)state;
    char bytes[300] = {0};
    uint32_t seed = 1;
    for (size_t length = 0; length < sizeof bytes; length++) {
        uint16_t crc = WIRE_CRC_START;
        for (size_t i = 0; i < length; i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = (char)(seed >> 24);
            crc = wire_crc_add(crc, bytes[i]);
        }
        assert_int_equal(wire_crc(bytes, length), plain_crc(bytes, length));
        assert_int_equal(crc, plain_crc(bytes, length));
    }
}

/* Fields of a kind as text and number, for a round trip. */
static void fill(struct wire_record *record, enum wire_kind kind)
{
    static char words[WIRE_FIELDS_MAX][16];
    enum { WORD, NUMBER };
    static const struct {
        enum wire_kind kind;
        int field, type;
    } rows[] = {
#define WIRE_LINE(kind, tag)
#define WIRE_FIELD(kind, field, key, type, need) {WIRE_##kind, WIRE_##kind##_##field, type},
#include "wire/lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
    };
    *record = (struct wire_record){.kind = kind};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].kind != kind)
            continue;
        int field = rows[i].field;
        snprintf(words[field], sizeof words[field], "word %d", field);
        if (rows[i].type == NUMBER)
            wire_set_number(record, field, UINT64_MAX - (uint64_t)field);
        else
            wire_set_text(record, field, words[field]);
    }
}

static void every_kind_comes_back_as_written(void **state)
{
    (void)state;
    for (int kind = 0; kind < WIRE_KINDS; kind++) {
        struct written written = {.length = 0};
        struct wire_record out, in;
        int field;
        fill(&out, (enum wire_kind)kind);
        wire_write(&(struct wire_sink){put, &written}, &out);
        assert_int_equal(written.text[written.length - 1], '\n');
        assert_int_equal(wire_parse(written.text, written.length - 1, &in, &field), WIRE_OK);
        assert_int_equal(in.kind, kind);
        assert_true(in.has_crc);
        for (int i = 0; i < wire_field_count((enum wire_kind)kind); i++) {
            assert_true(in.value[i].present);
            if (out.value[i].text != NULL) {
                assert_int_equal(in.value[i].length, out.value[i].length);
                assert_memory_equal(in.value[i].text, out.value[i].text, in.value[i].length);
            } else {
                assert_true(in.value[i].number == out.value[i].number);
            }
        }
    }
}

static void published_config_has_no_optional_fields(void **state)
{
    (void)state;
    struct wire_record record;
    int field;
    assert_int_equal(parse("CONFIG,core=250000000,tick=1000,preempt=1,slicing=1,fpu=0,"
                           "compiler=14.2.1 20241119,ICACHE=1",
                           &record, &field),
                     WIRE_OK);
    assert_int_equal(record.kind, WIRE_CONFIG);
    assert_false(record.has_crc);
    assert_true(record.value[WIRE_CONFIG_CORE].number == 250000000);
    assert_int_equal(record.value[WIRE_CONFIG_COMPILER].length, strlen("14.2.1 20241119"));
    assert_false(record.value[WIRE_CONFIG_WFI].present);
    assert_false(record.value[WIRE_CONFIG_PRIO].present);
    assert_false(record.value[WIRE_CONFIG_WIRE].present);
}

static void optional_fields_may_be_missing_one_by_one(void **state)
{
    (void)state;
    struct wire_record record;
    int field;
    assert_int_equal(parse("CONFIG,core=1,tick=1,preempt=1,slicing=1,fpu=0,compiler=x,ICACHE=1,"
                           "wire=1",
                           &record, &field),
                     WIRE_OK);
    assert_false(record.value[WIRE_CONFIG_WFI].present);
    assert_true(record.value[WIRE_CONFIG_WIRE].present);
}

static void one_tag_two_kinds(void **state)
{
    (void)state;
    struct wire_record record;
    int field;
    assert_int_equal(parse("RAW,slice_A_B,7,250000", &record, &field), WIRE_OK);
    assert_int_equal(record.kind, WIRE_RAW);
    assert_int_equal(parse("RAW,idle,7,26,466", &record, &field), WIRE_OK);
    assert_int_equal(record.kind, WIRE_RAW_PAIR);
    assert_true(record.value[WIRE_RAW_PAIR_EVENT_TO_TASK].number == 466);
    assert_int_equal(parse("END,RTOS_BENCH_V1,heap_free=2,min_heap=1", &record, &field), WIRE_OK);
    assert_int_equal(record.kind, WIRE_END);
    assert_int_equal(parse("END,RTOS_BENCH_V1,status=FAIL", &record, &field), WIRE_OK);
    assert_int_equal(record.kind, WIRE_END_FAIL);
}

static void unknown_keys_behind_the_known_fields_are_ignored(void **state)
{
    (void)state;
    struct wire_record record;
    int field;
    assert_int_equal(parse("PHASE,idle,irq=1,task=1,bad=0,status=OK,lost=0,x=", &record, &field),
                     WIRE_OK);
    assert_int_equal(parse("PHASE,idle,irq=1,task=1,bad=0,status=OK,7", &record, &field),
                     WIRE_BAD_FIELDS);
    assert_int_equal(field, 5);
}

/* Of every length, at every distance from the line's begin and end. */
static void numbers_of_every_length(void **state)
{
    (void)state;
    static const char digits[] = "98765432109876543210";
    struct wire_record record;
    int field;
    for (int length = 1; length <= 19; length++)
        for (int name = 1; name <= 9; name++) {
            char line[128];
            int size = snprintf(line, sizeof line, "RAW,%.*s,%.*s,%.*s", name, "aaaaaaaaa", length,
                                digits, length, digits + 1);
            /* In memory that ends with the line, so that a sanitizer sees a read beyond. */
            char *copy = malloc((size_t)size);
            memcpy(copy, line, (size_t)size);
            assert_int_equal(wire_parse(copy, (size_t)size, &record, &field), WIRE_OK);
            uint64_t index = 0, ticks = 0;
            for (int i = 0; i < length; i++) {
                index = index * 10 + (uint64_t)(digits[i] - '0');
                ticks = ticks * 10 + (uint64_t)(digits[i + 1] - '0');
            }
            assert_true(record.value[WIRE_RAW_INDEX].number == index);
            assert_true(record.value[WIRE_RAW_TICKS].number == ticks);
            free(copy);
        }
}

/* Every byte in every place of numbers of every length: only digits are one. */
static void what_is_no_digit(void **state)
{
    (void)state;
    struct wire_record record;
    int field;
    for (int length = 1; length <= 10; length++)
        for (int at = 0; at < length; at++)
            for (int byte = 0; byte < 256; byte++) {
                char line[64];
                int size = snprintf(line, sizeof line, "RAW,a,0,%.*s", length, "1234567890");
                line[8 + at] = (char)byte;
                bool is_digit = byte >= '0' && byte <= '9';
                enum wire_status status = wire_parse(line, (size_t)size, &record, &field);
                if (is_digit != (status == WIRE_OK) && byte != ',')
                    fail_msg("byte %d at %d of %d: status %d", byte, at, length, status);
            }
}

static void what_is_no_line(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        enum wire_status status;
        int field;
    } rows[] = {
        {"", WIRE_NOT_A_LINE, -1},
        {"hello", WIRE_NOT_A_LINE, -1},
        {"raw,slice_A_B,0,1", WIRE_NOT_A_LINE, -1},
        {" RAW,slice_A_B,0,1", WIRE_NOT_A_LINE, -1},
        {"RAWS,slice_A_B,0,1", WIRE_NOT_A_LINE, -1},
        {"BEGIN", WIRE_BAD_FIELDS, 0},
        {"RAW,slice_A_B,0", WIRE_BAD_FIELDS, 2},
        {"RAW,slice_A_B,0,", WIRE_BAD_NUMBER, 2},
        {"RAW,slice_A_B,0,12x", WIRE_BAD_NUMBER, 2},
        {"RAW,slice_A_B,-1,12", WIRE_BAD_NUMBER, 1},
        {"RAW,slice_A_B,0,0x12", WIRE_BAD_NUMBER, 2},
        {"RAW,slice_A_B,0,18446744073709551615", WIRE_OK, -1},
        {"RAW,slice_A_B,0,18446744073709551616", WIRE_NUMBER_TOO_BIG, 2},
        {"RAW,slice_A_B,0,99999999999999999999999999", WIRE_NUMBER_TOO_BIG, 2},
        {"PHASE,idle,task=1,irq=1,bad=0,status=OK", WIRE_BAD_FIELDS, 1},
        {"PHASE,idle,irq=1,task=1,bad=0", WIRE_BAD_FIELDS, 4},
        {"DWT_READ_PAIR,1,crc=0000", WIRE_BAD_CRC, -1},
        {"DWT_READ_PAIR,1,crc=12", WIRE_BAD_CRC, 1},
        {"DWT_READ_PAIR,1,crc=", WIRE_BAD_CRC, 1},
        {"BEGIN,RTOS_BENCH_V1,crc=b449", WIRE_BAD_CRC, -1},
        {"BEGIN,RTOS_BENCH_V1,crc=B449", WIRE_OK, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire_record record;
        int field;
        enum wire_status status = parse(rows[i].line, &record, &field);
        if (status != rows[i].status || field != rows[i].field)
            fail_msg("\"%s\": status %d, field %d", rows[i].line, status, field);
    }
}

/* Whatever single byte of a line with checksum is replaced or dropped, the line is refused. */
static void every_single_damage_is_seen(void **state)
{
    (void)state;
    struct written written = {.length = 0};
    struct wire_record record, damaged;
    int field;
    fill(&record, WIRE_RAW_PAIR);
    wire_write(&(struct wire_sink){put, &written}, &record);
    size_t length = written.length - 1;
    for (size_t at = 0; at < length; at++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[512];
            memcpy(text, written.text, length);
            if ((char)byte == text[at])
                continue;
            text[at] = (char)byte;
            if (wire_parse(text, length, &damaged, &field) == WIRE_OK && damaged.has_crc)
                fail_msg("byte %zu as %02X passes", at, (unsigned)byte);
        }
        char text[512];
        memcpy(text, written.text, at);
        memcpy(text + at, written.text + at + 1, length - at - 1);
        if (wire_parse(text, length - 1, &damaged, &field) == WIRE_OK && damaged.has_crc)
            fail_msg("without byte %zu it passes", at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_has_the_catalogue_value),
        cmocka_unit_test(crc_is_what_its_definition_says),
        cmocka_unit_test(every_kind_comes_back_as_written),
        cmocka_unit_test(published_config_has_no_optional_fields),
        cmocka_unit_test(optional_fields_may_be_missing_one_by_one),
        cmocka_unit_test(one_tag_two_kinds),
        cmocka_unit_test(unknown_keys_behind_the_known_fields_are_ignored),
        cmocka_unit_test(numbers_of_every_length),
        cmocka_unit_test(what_is_no_digit),
        cmocka_unit_test(what_is_no_line),
        cmocka_unit_test(every_single_damage_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
