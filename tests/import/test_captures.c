/* Real captures: the edges that are known to be in them (captures.def).
 * SPDX-License-Identifier: MIT
 *
 * test_captures FOLDER
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/import/import.h"
#include "tests/unit/cmocka_all.h"

static const char *folder;

static const struct row {
    const char *file;
    uint64_t samplerate, hz;
    const char *channel;
    uint64_t rising, falling;
    int64_t first, last;
} rows[] = {
#define CAPTURE(file, samplerate, hz, channel, rising, falling, first, last)                       \
    {file, samplerate, hz, channel, rising, falling, first, last},
#include "captures.def"
#undef CAPTURE
};

static void open_capture(struct import *import, const char *file,
                         const struct import_options *options)
{
    struct error error;
    char path[4096];
    const char *const paths[] = {path};
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (!import_open(import, paths, 1, options, &error))
        fail_msg("%s", error.text);
}

static void check_row(const struct row *row)
{
    struct import import;
    struct edges edges;
    struct error error;
    uint32_t bit;
    open_capture(&import, row->file, &(struct import_options){.samplerate_hz = row->samplerate});
    assert_int_equal(import.capture.hz, row->hz);
    edges_init(&edges, import.capture.bits);
    assert_true(import_find(&import.capture, row->channel, &bit, &error));
    edges_watch(&edges, bit);
    assert_true(import_run(&import, &edges, &error));
    const struct edges_counts *counts = &edges.watches[0].counts;
    assert_int_equal(counts->rising, row->rising);
    assert_int_equal(counts->falling, row->falling);
    if (row->first >= 0)
        assert_int_equal(counts->first, row->first);
    if (row->last >= 0)
        assert_int_equal(counts->last, row->last);
    edges_free(&edges);
    import_close(&import);
}

static void test_edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s %s\n", rows[i].file, rows[i].channel);
        check_row(&rows[i]);
    }
}

/* C37: without a rate there is no time. */
static void test_no_samplerate(void **state)
{
    struct import import;
    struct error error;
    char path[4096];
    const char *const paths[] = {path};
    (void)state;
    snprintf(path, sizeof path, "%s/no-samplerate.sr", folder);
    assert_false(import_open(&import, paths, 1, &(struct import_options){0}, &error));
    assert_non_null(strstr(error.text, "--samplerate"));
}

static void test_samples(void **state)
{
    struct import import;
    struct edges edges;
    struct error error;
    (void)state;
    open_capture(&import, "zp_a0_uart_a_115200_unitsize4.sr", &(struct import_options){0});
    edges_init(&edges, import.capture.bits);
    assert_true(import_run(&import, &edges, &error));
    assert_int_equal(import.capture.samples, 999);
    edges_free(&edges);
    import_close(&import);
}

/* Vectors, integers, nested scopes, one name several times. */
static void test_vectors(void **state)
{
    struct import import;
    struct edges edges;
    struct error error;
    uint32_t bit;
    (void)state;
    open_capture(&import, "vectors-integers.vcd", &(struct import_options){0});
    assert_true(import_find(&import.capture, "tb_uwam_psf2.i[3]", &bit, &error));
    assert_false(import_find(&import.capture, "i[3]", &bit, &error));
    assert_non_null(strstr(error.text, "ambiguous"));
    static const char *const no_bits[] = {"tb_uwam_psf2.i[-9223372036854775808]",
                                          "tb_uwam_psf2.i[9223372036854775807]",
                                          "tb_uwam_psf2.i[",
                                          "#1[3",
                                          "#1[",
                                          "#1[]",
                                          "#0",
                                          "#99999"};
    for (size_t i = 0; i < sizeof no_bits / sizeof no_bits[0]; i++)
        assert_false(import_find(&import.capture, no_bits[i], &bit, &error));
    edges_init(&edges, import.capture.bits);
    assert_true(import_run(&import, &edges, &error));
    assert_false(import.capture.truncated);
    edges_free(&edges);
    import_close(&import);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_no_samplerate),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_vectors),
    };
    folder = argc == 2 ? argv[1] : "";
    if (access(folder, R_OK) != 0) {
        printf("skipped: no captures in \"%s\"; -DTAILCHAIN_CAPTURES=FOLDER names them\n", folder);
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
