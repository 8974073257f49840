/* Sigrok sessions made here: versions, rates, units, the order of chunks, damage.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edge_list.h"
#include "sigrok_file.h"
#include "tests/unit/cmocka_all.h"

#define DEVICE "[global]\nsigrok version=0.5.0\n\n[device 1]\ncapturefile=logic-1\n"
#define ONE DEVICE "total probes=1\nsamplerate=1 MHz\nprobe1=D0\nunitsize=1\n"
#define MEMBERS_MAX 16

/* A session of version and metadata, and further members; list has its edges. */
static void read_session(struct edge_list *list, const char *version, const char *metadata,
                         const struct sigrok_member *samples, size_t count,
                         const struct import_options *options)
{
    struct sigrok_member members[MEMBERS_MAX] = {{"version", version, strlen(version)},
                                                 {"metadata", metadata, strlen(metadata)}};
    size_t size;
    memcpy(members + 2, samples, count * sizeof *samples);
    uint8_t *bytes = sigrok_file_make(members, count + 2, &size);
    edge_list_read(list, "file", bytes, size, 4096, options, 0);
    free(bytes);
}

static void reads(const char *version, const char *metadata, const struct sigrok_member *samples,
                  size_t count, uint64_t hz, const char *edges)
{
    struct edge_list list = {0};
    read_session(&list, version, metadata, samples, count, &(struct import_options){0});
    if (!list.ok)
        fail_msg("refused: %s", list.error.text);
    assert_int_equal(list.hz, hz);
    assert_string_equal(list.text.bytes, edges);
    assert_false(list.truncated);
    edge_list_free(&list);
}

static void refuses(const char *version, const char *metadata, const struct sigrok_member *samples,
                    size_t count, const char *message)
{
    struct edge_list list = {0};
    read_session(&list, version, metadata, samples, count, &(struct import_options){0});
    assert_false(list.ok);
    if (strstr(list.error.text, message) == NULL)
        fail_msg("says \"%s\", not \"%s\"", list.error.text, message);
    edge_list_free(&list);
}

static const struct sigrok_member chunk = {"logic-1-1", "\0\1\0", 3};

/* C34: chunks count 1, 2, ... 12, wherever the archive keeps them. */
static void chunks_in_the_order_of_their_numbers(void **state)
{
    static const struct sigrok_member chunks[] = {
        {"logic-1-10", "\0\1", 2}, {"logic-1-11", "\1\0", 2}, {"logic-1-12", "\1\1", 2},
        {"logic-1-6", "\0\0", 2},  {"logic-1-7", "\0\0", 2},  {"logic-1-8", "\1\1", 2},
        {"logic-1-9", "\1\1", 2},  {"logic-1-1", "\0\0", 2},  {"logic-1-2", "\1\1", 2},
        {"logic-1-3", "\1\1", 2},  {"logic-1-4", "\1\1", 2},  {"logic-1-5", "\1\1", 2}};
    (void)state;
    reads("2", ONE, chunks, 12, 1000000, "+0@2 -0@10 +0@14 -0@18 +0@19 -0@21 +0@22 ");
}

static void a_chunk_that_is_missing(void **state)
{
    static const struct sigrok_member chunks[] = {{"logic-1-1", "\0", 1}, {"logic-1-3", "\1", 1}};
    (void)state;
    refuses("2", ONE, chunks, 2, "file: member \"logic-1-2\" is missing");
    static const struct sigrok_member from_0[] = {{"logic-1-0", "\0", 1}, {"logic-1-1", "\1", 1}};
    refuses("2", ONE, from_0, 2,
            "file: member \"logic-1-1\" is missing, there twice, or not the first");
    refuses("2", ONE, chunks, 0, "names \"logic-1\", which the archive lacks");
}

/* C35: version 1 has one member without a number; so may version 2. */
static void one_member(void **state)
{
    static const struct sigrok_member whole = {"logic-1", "\0\1\1\0", 4};
    (void)state;
    reads("1", ONE, &whole, 1, 1000000, "+0@1 -0@3 ");
    reads("2\n", ONE, &whole, 1, 1000000, "+0@1 -0@3 ");
    refuses("3", ONE, &whole, 1, "a sigrok session of version \"3\"; there are 1 and 2");
}

/* C36: as versions of sigrok and people write a rate. */
static void rates(void **state)
{
    static const struct {
        const char *text;
        uint64_t hz; /* 0: refused */
        bool warns;
    } cases[] = {{"1MHz", 1000000, false},     {"2 mHz", 2000000, true},
                 {"17 Hz", 17, false},         {"1.515151 MHz", 1515151, false},
                 {"200 kHz", 200000, false},   {"200 KHZ", 200000, false},
                 {"1 GHz", 1000000000, false}, {"24M", 24000000, false},
                 {"500000", 500000, false},    {"0.5 kHz", 500, false},
                 {"0 Hz", 0, false},           {"-1 MHz", 0, false},
                 {"1.5 Hz", 0, false},         {"fast", 0, false},
                 {"1 MHz x", 0, false},        {"99999999999999999999", 0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct edge_list list = {0};
        char metadata[256];
        snprintf(metadata, sizeof metadata, DEVICE "samplerate=%s\nprobe1=D0\nunitsize=1\n",
                 cases[i].text);
        print_message("%s\n", cases[i].text);
        read_session(&list, "2", metadata, &chunk, 1, &(struct import_options){0});
        assert_int_equal(list.ok, cases[i].hz != 0);
        assert_int_equal(list.hz, cases[i].hz);
        assert_int_equal(strstr(list.warnings.bytes, "is taken as MHz") != NULL, cases[i].warns);
        if (!list.ok)
            assert_non_null(strstr(list.error.text, "is no whole number of Hz above 0"));
        edge_list_free(&list);
    }
}

/* C37: no rate, no logic channels. */
static void without_rate_or_channels(void **state)
{
    struct edge_list list = {0};
    (void)state;
    refuses("2", DEVICE "probe1=D0\nunitsize=1\n", &chunk, 1,
            "states no samplerate; give it with --samplerate");
    read_session(&list, "2", DEVICE "probe1=D0\nunitsize=1\n", &chunk, 1,
                 &(struct import_options){.samplerate_hz = 17});
    assert_true(list.ok);
    assert_int_equal(list.hz, 17);
    edge_list_free(&list);
    refuses("2", "[device 1]\nsamplerate=1 MHz\ntotal analog=1\nanalog1=A0\n", &chunk, 0,
            "no logic channels, only analog ones");
    refuses("2", "[global]\n", &chunk, 0, "no logic channels");
    refuses("2", DEVICE "samplerate=1 MHz\nunitsize=1\n", &chunk, 1, "metadata names no probe");
}

/* C38: a sample is unitsize bytes, little-endian; probeN is bit N - 1, however few are named. */
static void units_and_sparse_probes(void **state)
{
    static const struct sigrok_member wide = {
        "logic-1-1", "\0\0\0\0\0\x80\0\0\0\0\x80\0\0\0\2\x80\0\0\0\0\0\0\0\0\0", 25};
    static const struct sigrok_member split[] = {{"logic-1-1", "\0\0\1", 3},
                                                 {"logic-1-2", "\0\2\0", 3}};
    (void)state;
    reads("2", DEVICE "samplerate=1 MHz\nprobe8=CLK\nprobe34=CS#\nunitsize=5\n", &wide, 1, 1000000,
          "+7@1 +33@2 -33@3 -7@4 ");
    /* Stretches without a change are skipped by eights of bytes, and end in the middle of a sample.
     */
    static const struct sigrok_member still = {"logic-1",
                                               "abcabcabcabcabcabcabcabcdabcabcabcabcabcabcab", 45};
    reads("2", DEVICE "samplerate=1 MHz\nprobe1=A\nprobe9=B\nunitsize=3\n", &still, 1, 1000000,
          "-0@8 +2@8 +8@8 -9@8 -16@8 +0@9 +1@9 -2@9 ");
    /* A sample may even lie in two chunks. */
    reads("2", DEVICE "samplerate=1 MHz\nprobe1=A\nprobe2=B\nunitsize=2\n", split, 2, 1000000,
          "+0@1 -0@2 +1@2 ");
    refuses("2", DEVICE "samplerate=1 MHz\nprobe1=A\nunitsize=0\n", &chunk, 1,
            "unitsize is no number from 1 to 64");
    refuses("2", DEVICE "samplerate=1 MHz\nprobe1=A\nunitsize=65\n", &chunk, 1,
            "unitsize is no number from 1 to 64");
    refuses("2", DEVICE "samplerate=1 MHz\nprobe1=A\nunitsize=1.5\n", &chunk, 1,
            "unitsize is no number from 1 to 64");
    struct edge_list list = {0};
    read_session(&list, "2", DEVICE "samplerate=1 MHz\nprobe1=A\nprobe9=B\nunitsize=1\n", &chunk, 1,
                 &(struct import_options){0});
    assert_string_equal(list.names.bytes, "A ");
    assert_non_null(strstr(list.warnings.bytes, "names probe9, but samples of 1 byte(s) end with"));
    edge_list_free(&list);
}

static void samples_that_end_in_one(void **state)
{
    static const struct sigrok_member odd = {"logic-1-1", "\0\0\1\0\0", 5};
    struct edge_list list = {0};
    (void)state;
    read_session(&list, "2", DEVICE "samplerate=1 MHz\nprobe1=A\nunitsize=2\n", &odd, 1,
                 &(struct import_options){0});
    assert_true(list.ok && list.truncated);
    assert_string_equal(list.text.bytes, "+0@1 ");
    edge_list_free(&list);
}

/* C39: a pulse of one sample stays, unless it is filtered by request. */
static void pulses_of_one_sample(void **state)
{
    static const struct sigrok_member pulses = {"logic-1", "\0\1\0\0\0\1\1\1\0\1\1", 11};
    const struct sigrok_member members[] = {
        {"version", "1", 1}, {"metadata", ONE, strlen(ONE)}, pulses};
    struct edge_list list = {0};
    size_t size;
    uint8_t *bytes = sigrok_file_make(members, 3, &size);
    (void)state;
    edge_list_read(&list, "file", bytes, size, 4096, &(struct import_options){0}, 0);
    assert_string_equal(list.text.bytes, "+0@1 -0@2 +0@5 -0@8 +0@9 ");
    edge_list_read(&list, "file", bytes, size, 4096, &(struct import_options){0}, 2);
    assert_string_equal(list.text.bytes, "+0@5 ");
    edge_list_read(&list, "file", bytes, size, 4096, &(struct import_options){0}, 1);
    assert_string_equal(list.text.bytes, "+0@1 -0@2 +0@5 -0@8 +0@9 ");
    free(bytes);
    edge_list_free(&list);
}

/* Cut or changed at any byte, an archive is refused or read, and nothing worse. */
static void damaged_archives(void **state)
{
    const struct sigrok_member members[] = {
        {"version", "2", 1}, {"metadata", ONE, strlen(ONE)}, chunk};
    struct edge_list list = {0};
    size_t size;
    uint8_t *bytes = sigrok_file_make(members, 3, &size);
    (void)state;
    for (size_t cut = 1; cut < size; cut++) {
        edge_list_read(&list, "file", bytes, cut, 4096,
                       &(struct import_options){.format = "sigrok"}, 0);
        assert_false(list.ok);
    }
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 0x41;
        edge_list_read(&list, "file", bytes, size, 4096,
                       &(struct import_options){.format = "sigrok"}, 0);
        assert_true(list.ok || list.error.text[0] != '\0');
        bytes[at] ^= 0x41;
    }
    free(bytes);
    edge_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_in_the_order_of_their_numbers),
        cmocka_unit_test(a_chunk_that_is_missing),
        cmocka_unit_test(one_member),
        cmocka_unit_test(rates),
        cmocka_unit_test(without_rate_or_channels),
        cmocka_unit_test(units_and_sparse_probes),
        cmocka_unit_test(samples_that_end_in_one),
        cmocka_unit_test(pulses_of_one_sample),
        cmocka_unit_test(damaged_archives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
