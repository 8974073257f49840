/* serial: speed, flow control and modem lines of a port, as the other end of a pty and a device
 * that refuses see them. SPDX-License-Identifier: MIT
 *
 * Linked with --wrap=ioctl, through which the refusing device answers.
 */
#include "cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "host/core/source/source.h"
#include "host/core/source/source_speed.h"

static struct source source;
static struct error error;
static int board = -1;

/* ---- the device ---- */

static unsigned long refused;    /* this request */
static unsigned long modem_last; /* TIOCMBIS or TIOCMBIC */
static int modem_bits;

int __real_ioctl(int file, unsigned long request, void *argument);
int __wrap_ioctl(int file, unsigned long request, ...);

int __wrap_ioctl(int file, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (request == refused) {
        errno = EINVAL;
        return -1;
    }
    if (request == TIOCMBIS || request == TIOCMBIC) {
        modem_last = request;
        modem_bits = *(int *)argument;
        return 0;
    }
    return __real_ioctl(file, request, argument);
}

static int plug(void **state)
{
    (void)state;
    refused = modem_last = 0;
    modem_bits = 0;
    board = posix_openpt(O_RDWR | O_NOCTTY);
    return board < 0 || grantpt(board) != 0 || unlockpt(board) != 0;
}

static int unplug(void **state)
{
    (void)state;
    source_close(&source);
    return close(board);
}

static bool opens(unsigned baud, enum source_flow flow)
{
    return source_open(&source, ptsname(board), &(struct source_line){baud, flow}, &error);
}

/* As the other end sees it. */
static struct termios seen(void)
{
    struct termios line;
    assert_int_equal(tcgetattr(board, &line), 0);
    return line;
}

/* ---- what is taken ---- */

static void any_speed(void **state)
{
    (void)state;
    static const unsigned speeds[] = {1, 9600, 115200, 250000, 1234567, 12000000, 100000000};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        unsigned baud;
        assert_true(opens(speeds[i], SOURCE_FLOW_NONE));
        assert_true(source_speed_get(board, &baud));
        assert_int_equal(baud, speeds[i]);
        source_close(&source);
    }
}

static void flow_control(void **state)
{
    (void)state;
    assert_true(opens(115200, SOURCE_FLOW_NONE));
    assert_int_equal(seen().c_cflag & CRTSCTS, 0);
    assert_int_equal(seen().c_iflag & (IXON | IXOFF | IXANY), 0);
    source_close(&source);
    assert_true(opens(115200, SOURCE_FLOW_RTS_CTS));
    assert_int_equal(seen().c_cflag & CRTSCTS, CRTSCTS);
    assert_int_equal(seen().c_iflag & (IXON | IXOFF | IXANY), 0);
    source_close(&source);
    assert_true(opens(115200, SOURCE_FLOW_XON_XOFF));
    assert_int_equal(seen().c_cflag & CRTSCTS, 0);
    assert_int_equal(seen().c_iflag & (IXON | IXOFF | IXANY), IXON | IXOFF);
    assert_int_equal(seen().c_cc[VSTART], 0x11);
    assert_int_equal(seen().c_cc[VSTOP], 0x13);
}

/* The stop and start bytes of a board are none of its data. */
static void xon_and_xoff_are_no_data(void **state)
{
    (void)state;
    char got[16];
    size_t length;
    assert_true(opens(115200, SOURCE_FLOW_XON_XOFF));
    assert_int_equal(write(board,
                           "a\x13\x11"
                           "b",
                           4),
                     4);
    assert_int_equal(source_read(&source, got, sizeof got, 5000, &length, &error), SOURCE_BYTES);
    assert_int_equal(length, 2);
    assert_memory_equal(got, "ab", 2);
}

static void it_is_as_before_when_closed(void **state)
{
    (void)state;
    unsigned baud;
    int other = open(ptsname(board), O_RDWR | O_NOCTTY);
    assert_true(other >= 0 && source_speed_set(other, 54321));
    struct termios before = seen();
    assert_true(opens(1234567, SOURCE_FLOW_RTS_CTS));
    assert_int_not_equal(seen().c_lflag, before.c_lflag);
    source_close(&source);
    assert_true(source_speed_get(board, &baud));
    assert_int_equal(baud, 54321);
    assert_int_equal(seen().c_lflag, before.c_lflag);
    assert_int_equal(seen().c_cflag, before.c_cflag);
    assert_int_equal(seen().c_iflag, before.c_iflag);
    close(other);
}

/* ---- what is refused ---- */

static void a_speed_that_is_refused(void **state)
{
    (void)state;
    refused =
        0x402C542B; /* TCSETS2 (asm-generic/ioctls.h), of a header beside which ours cannot be */
    assert_false(opens(1234567, SOURCE_FLOW_NONE));
    assert_non_null(strstr(error.text, "does not take 1234567 baud: Invalid argument"));
}

static void a_device_that_does_something_else(void **state)
{
    (void)state;
    struct termios raw = {.c_cflag = CS8 | CREAD, .c_iflag = 0}, got = raw;
    assert_true(source_serial_is("port", &raw, 100000, &got, 100000, &error));
    assert_true(source_serial_is("port", &raw, 100000, &got, 102000, &error));
    assert_true(source_serial_is("port", &raw, 100000, &got, 98000, &error));
    assert_false(source_serial_is("port", &raw, 100000, &got, 102001, &error));
    assert_false(source_serial_is("port", &raw, 100000, &got, 97999, &error));
    assert_non_null(
        strstr(error.text, "port: the device does not take 100000 baud, it is at 97999"));
    raw.c_cflag |= CRTSCTS;
    assert_false(source_serial_is("port", &raw, 100000, &got, 100000, &error));
    assert_non_null(strstr(error.text, "cannot do RTS/CTS"));
    raw.c_cflag = got.c_cflag;
    raw.c_iflag = IXON | IXOFF;
    assert_false(source_serial_is("port", &raw, 100000, &got, 100000, &error));
    assert_non_null(strstr(error.text, "cannot do XON/XOFF"));
    raw.c_iflag = 0;
    got.c_cflag |= PARENB;
    assert_false(source_serial_is("port", &raw, 100000, &got, 100000, &error));
    assert_non_null(strstr(error.text, "8 data bits"));
}

/* ---- modem lines ---- */

static void modem_lines(void **state)
{
    (void)state;
    assert_true(opens(115200, SOURCE_FLOW_NONE));
    assert_true(source_serial_line(&source, SOURCE_DTR, true, &error));
    assert_true(modem_last == TIOCMBIS && modem_bits == TIOCM_DTR);
    assert_true(source_serial_line(&source, SOURCE_RTS, false, &error));
    assert_true(modem_last == TIOCMBIC && modem_bits == TIOCM_RTS);
    refused = TIOCMBIS;
    assert_false(source_serial_line(&source, SOURCE_RTS, true, &error));
    assert_non_null(strstr(error.text, "has no RTS line that can be driven: Invalid argument"));
    source_close(&source);
    assert_true(source_open(&source, "/dev/null", NULL, &error));
    assert_false(source_serial_line(&source, SOURCE_DTR, true, &error));
    assert_non_null(strstr(error.text, "it is no serial device"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_speed, plug, unplug),
        cmocka_unit_test_setup_teardown(flow_control, plug, unplug),
        cmocka_unit_test_setup_teardown(xon_and_xoff_are_no_data, plug, unplug),
        cmocka_unit_test_setup_teardown(it_is_as_before_when_closed, plug, unplug),
        cmocka_unit_test_setup_teardown(a_speed_that_is_refused, plug, unplug),
        cmocka_unit_test_setup_teardown(a_device_that_does_something_else, plug, unplug),
        cmocka_unit_test_setup_teardown(modem_lines, plug, unplug),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
