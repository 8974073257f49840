/* Saleae's binaries: Logic 2 in both versions, several files at once; Logic 1 in both kinds.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "edge_list.h"
#include "tests/unit/cmocka_all.h"

static void add(struct buf *buf, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        char byte = (char)(value >> 8 * i);
        buf_add(buf, &byte, 1);
    }
}

static void add_double(struct buf *buf, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add(buf, bits, 8);
}

static void begin(struct buf *buf, uint32_t version, uint32_t type)
{
    buf_add_text(buf, "<SALEAE>");
    add(buf, version, 4);
    add(buf, type, 4);
}

/* One chunk; rate 0: of version 0, which has none. */
static void add_chunk(struct buf *buf, uint32_t level, double rate, double from, double to,
                      const double *times, size_t count)
{
    add(buf, level, 4);
    if (rate != 0)
        add_double(buf, rate);
    add_double(buf, from);
    add_double(buf, to);
    add(buf, count, 8);
    for (size_t i = 0; i < count; i++)
        add_double(buf, times[i]);
}

static void read_all(struct edge_list *list, const struct buf *buf,
                     const struct import_options *options)
{
    edge_list_read(list, "digital_0.bin", buf->bytes, buf->length, 7, options, 0);
}

static void refuses(const struct buf *buf, const struct import_options *options,
                    const char *message)
{
    struct edge_list list = {0};
    read_all(&list, buf, options);
    assert_false(list.ok);
    if (strstr(list.error.text, message) == NULL)
        fail_msg("says \"%s\", not \"%s\"", list.error.text, message);
    edge_list_free(&list);
}

static const double times[] = {-1e-9, 0.5, 1.000000001};

static void logic_2(void **state)
{
    struct edge_list list = {0};
    struct buf buf = {0};
    (void)state;
    begin(&buf, 0, 0);
    add_chunk(&buf, 1, 0, -0.25, 2, times, 3);
    read_all(&list, &buf, &(struct import_options){0});
    assert_true(list.ok && !list.truncated);
    assert_int_equal(list.hz, 1000000000000);
    assert_string_equal(list.text.bytes, "-0@-1000 +0@500000000000 -0@1000000001000 ");
    assert_int_equal(list.last_ticks, 2000000000000);
    assert_string_equal(list.names.bytes, "digital_0 ");
    /* Cut anywhere, it is refused or gives the first edges. */
    for (size_t size = 0; size < buf.length; size++) {
        struct buf cut = {.bytes = buf.bytes, .length = size};
        struct edge_list part = {0};
        read_all(&part, &cut, &(struct import_options){.format = "saleae-bin"});
        assert_int_equal(strncmp(part.text.bytes, list.text.bytes, part.text.length), 0);
        assert_true(part.ok ? part.truncated : part.error.text[0] != '\0');
        edge_list_free(&part);
    }
    buf_free(&buf);
    edge_list_free(&list);
}

/* Version 1 has a rate, and gaps in which nothing is known. */
static void logic_2_with_gaps(void **state)
{
    static const double first[] = {0.25}, second[] = {2.5};
    struct edge_list list = {0};
    struct buf buf = {0};
    (void)state;
    begin(&buf, 1, 0);
    add(&buf, 2, 8);
    add_chunk(&buf, 0, 5e6, 0, 1, first, 1);
    add_chunk(&buf, 0, 5e6, 2, 3, second, 1);
    read_all(&list, &buf, &(struct import_options){0});
    assert_true(list.ok);
    assert_string_equal(list.text.bytes, "+0@250000000000 -0@2000000000000? +0@2500000000000 ");
    buf_free(&buf);
    edge_list_free(&list);
}

static void logic_2_refused(void **state)
{
    static const double back[] = {0.5, 0.25};
    struct buf buf = {0};
    const struct import_options none = {0};
    (void)state;
    begin(&buf, 2, 0);
    refuses(&buf, &none, "byte 16: a version that is none of 0 and 1");
    buf.length = 0;
    begin(&buf, 0, 1);
    refuses(&buf, &none, "byte 16: analog data");
    buf.length = 0;
    begin(&buf, 0, 0);
    add_chunk(&buf, 0, 0, 0, 1, back, 2);
    refuses(&buf, &none, "byte 60: the time before it goes back");
    buf.length = 0;
    begin(&buf, 0, 0);
    add_chunk(&buf, 0, 0, nan(""), 1, back, 2);
    refuses(&buf, &none, "the time before it is none");
    buf_free(&buf);
}

/* Each channel has a file of its own; their edges come in the order of time. */
static void several_files(void **state)
{
    static const double one[] = {0.25, 0.75}, other[] = {0.5, 1.0};
    char folder[] = "/tmp/tailchain-XXXXXX", paths[2][64];
    const char *const names[] = {paths[0], paths[1]};
    struct import import;
    struct edges edges;
    struct error error;
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        struct buf buf = {0};
        begin(&buf, 0, 0);
        add_chunk(&buf, 0, 0, 0, 2, i == 0 ? one : other, 2);
        snprintf(paths[i], sizeof paths[i], "%s/digital_%d.bin", folder, i);
        FILE *file = fopen(paths[i], "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(buf.bytes, 1, buf.length, file), buf.length);
        fclose(file);
        buf_free(&buf);
    }
    assert_true(import_open(&import, names, 2, &(struct import_options){0}, &error));
    uint32_t bit;
    assert_true(import_find(&import.capture, "digital_1", &bit, &error));
    edges_init(&edges, import.capture.bits);
    edges_watch(&edges, 0);
    edges_watch(&edges, bit);
    assert_true(import_run(&import, &edges, &error));
    assert_int_equal(edges.watches[0].counts.first, 250000000000);
    assert_int_equal(edges.watches[1].counts.first, 500000000000);
    assert_int_equal(edges.watches[1].counts.last, 1000000000000);
    edges_free(&edges);
    import_close(&import);
    for (int i = 0; i < 2; i++)
        unlink(paths[i]);
    rmdir(folder);
}

static void logic_1(void **state)
{
    struct edge_list list = {0};
    struct buf buf = {0};
    struct import_options options = {
        .format = "logic1-samples", .word_bits = 16, .samplerate_hz = 24000000};
    (void)state;
    static const uint16_t words[] = {0x8000, 0x8001, 0x8001, 0x0001, 0x0000};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        add(&buf, words[i], 2);
    read_all(&list, &buf, &options);
    assert_true(list.ok);
    assert_int_equal(list.hz, 24000000);
    assert_string_equal(list.text.bytes, "+0@1 -15@3 -0@4 ");
    buf.length--;
    read_all(&list, &buf, &options);
    assert_true(list.ok && list.truncated);
    buf.length = 0;
    static const uint64_t changes[][2] = {{0, 0}, {100, 1}, {UINT64_C(1) << 40, 0x8000}};
    for (size_t i = 0; i < 3; i++) {
        add(&buf, changes[i][0], 8);
        add(&buf, changes[i][1], 2);
    }
    options.format = "logic1-changes";
    read_all(&list, &buf, &options);
    assert_string_equal(list.text.bytes, "+0@100 -0@1099511627776 +15@1099511627776 ");
    add(&buf, 99, 8);
    add(&buf, 0, 2);
    refuses(&buf, &options, "byte 30: sample number 99 is none behind 1099511627776");
    /* The last sample number that there is, twice. */
    buf.length = 0;
    for (int i = 0; i < 2; i++) {
        add(&buf, INT64_MAX, 8);
        add(&buf, (unsigned)i, 2);
    }
    read_all(&list, &buf, &options);
    assert_true(list.ok);
    options.samplerate_hz = 0;
    refuses(&buf, &options, "give --samplerate");
    buf_free(&buf);
    edge_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logic_2),         cmocka_unit_test(logic_2_with_gaps),
        cmocka_unit_test(logic_2_refused), cmocka_unit_test(several_files),
        cmocka_unit_test(logic_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
