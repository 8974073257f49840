/* source: bytes come out as they went in, from files, pipes and ptys.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/core/source.h"

static const struct source_line line = {.baud = 115200};
static struct source source;
static struct error error;

static void gives(const char *bytes, size_t length)
{
    char got[256];
    size_t total = 0, some;
    while (total < length) {
        enum source_status status =
            source_read(&source, got + total, sizeof got - total, 5000, &some, &error);
        assert_int_equal(status, SOURCE_BYTES);
        total += some;
    }
    assert_int_equal(total, length);
    assert_memory_equal(got, bytes, length);
}

static void ends(void)
{
    char byte;
    size_t some;
    assert_int_equal(source_read(&source, &byte, 1, 5000, &some, &error), SOURCE_END);
}

static void is_quiet(void)
{
    char byte;
    size_t some;
    assert_int_equal(source_read(&source, &byte, 1, 10, &some, &error), SOURCE_QUIET);
}

static void a_file(void **state)
{
    (void)state;
    char path[] = "/tmp/tailchain-test-XXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, "a\r\n\0\x1a", 5), 5);
    assert_true(source_open(&source, path, &line, &error));
    assert_true(source.is_file);
    gives("a\r\n\0\x1a", 5);
    ends();
    source_close(&source);
    close(file);
    unlink(path);
}

static void a_fifo_without_writer_waits_and_ends_with_the_writer(void **state)
{
    (void)state;
    char path[] = "/tmp/tailchain-test-XXXXXX";
    assert_non_null(mkdtemp(path));
    char fifo[64];
    snprintf(fifo, sizeof fifo, "%s/fifo", path);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_true(source_open(&source, fifo, &line, &error));
    assert_false(source.is_file);
    is_quiet();
    int writer = open(fifo, O_WRONLY);
    assert_int_equal(write(writer, "RAW,7,12", 8), 8);
    gives("RAW,7,12", 8);
    is_quiet();
    assert_int_equal(write(writer, "34\n", 3), 3);
    gives("34\n", 3);
    close(writer);
    ends();
    source_close(&source);
    unlink(fifo);
    rmdir(path);
}

/* Raw: no byte is swallowed, translated or echoed. */
static void a_pty(void **state)
{
    (void)state;
    static const char all[] = "a\r\nb\r\x03\x04\x11\x13\x1a\x7f\0\xff\xc3\n";
    int board = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(board >= 0 && grantpt(board) == 0 && unlockpt(board) == 0);
    assert_true(source_open(&source, ptsname(board), &line, &error));
    assert_true(source.is_terminal);
    is_quiet();
    assert_int_equal(write(board, all, sizeof all - 1), sizeof all - 1);
    gives(all, sizeof all - 1);
    fcntl(board, F_SETFL, O_NONBLOCK);
    char echo;
    assert_int_equal(read(board, &echo, 1), -1);
    close(board);
    ends();
    source_close(&source);
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    assert_false(source_open(&source, "/nonexistent", NULL, &error));
    assert_non_null(strstr(error.text, "/nonexistent"));
    assert_false(source_open(&source, "/", NULL, &error));
    assert_non_null(strstr(error.text, "folder"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file),
        cmocka_unit_test(a_fifo_without_writer_waits_and_ends_with_the_writer),
        cmocka_unit_test(a_pty),
        cmocka_unit_test(what_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
