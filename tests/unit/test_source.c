/* source: bytes come out as they went in, from files, pipes and ptys.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/core/source/source.h"
#include "host/core/source/source_ahead.h"

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

/* Far more than a pty holds, while nobody asks for it; then all of it, and the end. */
static void a_pty_read_ahead(void **state)
{
    (void)state;
    static char sent[1000000], got[sizeof sent + 1];
    size_t total = 0, some = 0;
    int board = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(board >= 0 && grantpt(board) == 0 && unlockpt(board) == 0);
    assert_true(source_open(&source, ptsname(board), &line, &error));
    assert_true(source_read_ahead(&source, &error));
    is_quiet();
    for (size_t i = 0; i < sizeof sent; i++)
        sent[i] = (char)(i * 7 + i / 251);
    for (size_t done = 0; done < sizeof sent;) {
        ssize_t written = write(board, sent + done, sizeof sent - done);
        assert_true(written > 0);
        done += (size_t)written;
    }
    while (total < sizeof sent) {
        assert_int_equal(source_read(&source, got + total, sizeof got - total, 5000, &some, &error),
                         SOURCE_BYTES);
        total += some;
    }
    assert_memory_equal(got, sent, sizeof sent);
    is_quiet();
    close(board);
    ends();
    ends();
    source_close(&source);
}

/* More than the ring: the writer waits, and nothing is lost or turned around. */
static void a_pipe_read_ahead_through_a_full_ring(void **state)
{
    (void)state;
    enum { LENGTH = SOURCE_AHEAD_BYTES + SOURCE_AHEAD_BYTES / 2 };
    int ends_of_pipe[2];
    assert_int_equal(pipe(ends_of_pipe), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends_of_pipe[0]);
        static uint32_t words[4096];
        for (uint32_t i = 0; i < LENGTH / 4;) {
            for (size_t j = 0; j < 4096; j++)
                words[j] = i++;
            if (write(ends_of_pipe[1], words, sizeof words) != sizeof words)
                _exit(1);
        }
        _exit(0);
    }
    close(ends_of_pipe[1]);
    source = (struct source){.path = "pipe", .file = ends_of_pipe[0]};
    assert_true(source_read_ahead(&source, &error));
    uint32_t wanted = 0;
    size_t have = 0, some;
    char bytes[4096 + 4];
    enum source_status status;
    while ((status = source_read(&source, bytes + have, 4096, 20000, &some, &error)) ==
           SOURCE_BYTES) {
        have += some;
        size_t words = have / 4;
        for (size_t i = 0; i < words; i++, wanted++)
            assert_memory_equal(bytes + 4 * i, &wanted, 4);
        memmove(bytes, bytes + 4 * words, have -= 4 * words);
    }
    assert_int_equal(status, SOURCE_END);
    assert_int_equal(wanted, LENGTH / 4);
    source_close(&source);
    int code;
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
}

static void it_stays_and_what_was_ahead_is_gone(void **state)
{
    (void)state;
    int board = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(board >= 0 && grantpt(board) == 0 && unlockpt(board) == 0);
    assert_true(source_open(&source, ptsname(board), &line, &error));
    assert_true(source_read_ahead(&source, &error));
    assert_int_equal(write(board, "old", 3), 3);
    struct pollfd poller = {.fd = source_ahead_file(source.ahead), .events = POLLIN};
    assert_int_equal(poll(&poller, 1, 5000), 1);
    source_stay(&source);
    is_quiet();
    assert_int_equal(write(board, "new", 3), 3);
    assert_true(source_read_ahead(&source, &error));
    gives("new", 3);
    source_close(&source);
    close(board);
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
        cmocka_unit_test(a_pty_read_ahead),
        cmocka_unit_test(a_pipe_read_ahead_through_a_full_ring),
        cmocka_unit_test(it_stays_and_what_was_ahead_is_gone),
        cmocka_unit_test(what_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
