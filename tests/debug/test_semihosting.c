/* Arm semihosting: each operation, and what hostile arguments get.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "guest.h"
#include "tests/unit/cmocka_all.h"

#define FAR_NS UINT64_C(100000000000)
#define BLOCK UINT32_C(0x20000100)
#define TEXT UINT32_C(0x20000200)
#define NOWHERE UINT32_C(0x90000000)
#define RAM_END UINT32_C(0x20180000)
#define FAILED UINT32_MAX

enum {
    SYS_OPEN = 1,
    SYS_CLOSE,
    SYS_WRITEC,
    SYS_WRITE0,
    SYS_WRITE,
    SYS_READ,
    SYS_READC,
    SYS_ISERROR,
    SYS_ISTTY,
    SYS_SEEK,
    SYS_FLEN = 0x0C,
    SYS_TMPNAM,
    SYS_REMOVE,
    SYS_RENAME,
    SYS_CLOCK,
    SYS_TIME,
    SYS_SYSTEM,
    SYS_ERRNO,
    SYS_GET_CMDLINE = 0x15,
    SYS_HEAPINFO,
    SYS_EXIT = 0x18,
    SYS_EXIT_EXTENDED = 0x20,
    SYS_ELAPSED = 0x30,
    SYS_TICKFREQ
};
enum { EPERM = 1, ENOENT = 2, EBADF = 9, EFAULT = 14, EINVAL = 22 };

struct console {
    struct sim *sim;
    char out[1024], err[64];
    size_t out_length, err_length;
    const char *in;
};

static void on_write(void *context, bool is_error, const char *bytes, size_t size)
{
    struct console *console = context;
    char *to = is_error ? console->err : console->out;
    size_t *length = is_error ? &console->err_length : &console->out_length;
    assert_true(*length + size < (is_error ? sizeof console->err : sizeof console->out));
    memcpy(to + *length, bytes, size);
    *length += size;
}

static size_t on_read(void *context, char *bytes, size_t size)
{
    struct console *console = context;
    size_t length = strlen(console->in);
    if (length > size)
        length = size;
    memcpy(bytes, console->in, length);
    console->in += length;
    return length;
}

static int start(void **state)
{
    static struct console console;
    console = (struct console){.sim = guest_board(), .in = ""};
    sim_enable_semihosting(console.sim, &(struct sim_semihosting){.context = &console,
                                                                  .write = on_write,
                                                                  .read = on_read,
                                                                  .command_line = "guest -v"});
    *state = &console;
    return 0;
}

static int end(void **state)
{
    struct console *console = *state;
    sim_destroy(console->sim);
    return 0;
}

static uint32_t call(struct console *console, uint32_t operation, uint32_t argument)
{
    struct sim *sim = console->sim;
    sim_set_register(sim, SIM_REG_PC, GUEST_SEMIHOSTING);
    sim_set_register(sim, 0, operation);
    sim_set_register(sim, 1, argument);
    assert_int_equal(sim_step(sim, FAR_NS).reason, SIM_STOP_STEPPED);
    assert_int_equal(sim_register(sim, SIM_REG_PC), GUEST_SEMIHOSTING + 2);
    return sim_register(sim, 0);
}

static uint32_t call_block(struct console *console, uint32_t operation, uint32_t a, uint32_t b,
                           uint32_t c)
{
    uint32_t block[3] = {a, b, c};
    assert_true(sim_poke(console->sim, BLOCK, block, sizeof block));
    return call(console, operation, BLOCK);
}

static void put_text(struct console *console, const char *text)
{
    assert_true(sim_poke(console->sim, TEXT, text, strlen(text) + 1));
}

static uint32_t open_file(struct console *console, const char *name, uint32_t mode)
{
    put_text(console, name);
    return call_block(console, SYS_OPEN, TEXT, mode, (uint32_t)strlen(name));
}

static uint32_t error_of(struct console *console)
{
    return call(console, SYS_ERRNO, 0);
}

/* ---- the console ---- */

static void characters_and_strings(void **state)
{
    struct console *console = *state;
    char long_text[600];
    put_text(console, "hello");
    call(console, SYS_WRITEC, TEXT);
    call(console, SYS_WRITE0, TEXT);
    assert_string_equal(console->out, "hhello");
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    put_text(console, long_text);
    call(console, SYS_WRITE0, TEXT);
    assert_string_equal(console->out + 6, long_text);
}

static void string_without_an_end_stops_at_the_memory(void **state)
{
    struct console *console = *state;
    assert_true(sim_poke(console->sim, RAM_END - 3, "abc", 3));
    call(console, SYS_WRITE0, RAM_END - 3);
    assert_string_equal(console->out, "abc");
    call(console, SYS_WRITE0, NOWHERE);
    call(console, SYS_WRITEC, NOWHERE);
    assert_int_equal(console->out_length, 3);
    assert_int_equal(error_of(console), EFAULT);
}

static void streams_are_told_apart(void **state)
{
    struct console *console = *state;
    uint32_t in = open_file(console, ":tt", 0), out = open_file(console, ":tt", 4);
    uint32_t err = open_file(console, ":tt", 8);
    assert_true(in != out && out != err && in != FAILED && out != FAILED && err != FAILED);
    put_text(console, "text");
    assert_int_equal(call_block(console, SYS_WRITE, out, TEXT, 4), 0);
    assert_int_equal(call_block(console, SYS_WRITE, err, TEXT, 2), 0);
    assert_int_equal(call_block(console, SYS_WRITE, in, TEXT, 4), 4);
    assert_int_equal(error_of(console), EBADF);
    assert_string_equal(console->out, "text");
    assert_string_equal(console->err, "te");
    assert_int_equal(call_block(console, SYS_ISTTY, out, 0, 0), 1);
    assert_int_equal(call_block(console, SYS_FLEN, out, 0, 0), 0);
    assert_int_equal(call_block(console, SYS_SEEK, out, 0, 0), FAILED);
    assert_int_equal(call_block(console, SYS_CLOSE, out, 0, 0), 0);
    assert_int_equal(call_block(console, SYS_CLOSE, out, 0, 0), FAILED);
    assert_int_equal(call_block(console, SYS_WRITE, out, TEXT, 4), 4);
}

static void input_comes_in_parts(void **state)
{
    struct console *console = *state;
    char got[8] = {0};
    uint32_t in = open_file(console, ":tt", 0);
    console->in = "abcdef";
    assert_int_equal(call(console, SYS_READC, 0), 'a');
    assert_int_equal(call_block(console, SYS_READ, in, TEXT, 3), 0);
    assert_int_equal(call_block(console, SYS_READ, in, TEXT + 3, 100), 98);
    assert_int_equal(call_block(console, SYS_READ, in, TEXT, 7), 7);
    assert_int_equal(call(console, SYS_READC, 0), FAILED);
    assert_true(sim_peek(console->sim, TEXT, got, 5));
    assert_string_equal(got, "bcdef");
}

static void what_cannot_be_delivered_is_not_read(void **state)
{
    struct console *console = *state;
    uint32_t in = open_file(console, ":tt", 0), out = open_file(console, ":tt", 4);
    console->in = "ab";
    assert_int_equal(call_block(console, SYS_READ, in, NOWHERE, 2), 2);
    assert_int_equal(call_block(console, SYS_READ, in, RAM_END - 1, 2), 2);
    assert_string_equal(console->in, "ab");
    assert_int_equal(call_block(console, SYS_WRITE, out, NOWHERE, 2), 2);
    assert_int_equal(call_block(console, SYS_WRITE, out, RAM_END - 256, 0xFFFFFFFF), 0xFFFFFEFF);
    assert_int_equal(console->out_length, 256);
}

static void handles_run_out(void **state)
{
    struct console *console = *state;
    uint32_t count = 0, last = 0, handle;
    while ((handle = open_file(console, ":tt", 4)) != FAILED && count < 1000) {
        last = handle;
        count++;
    }
    assert_in_range(count, 3, 999);
    assert_int_equal(call_block(console, SYS_CLOSE, last, 0, 0), 0);
    assert_int_equal(open_file(console, ":tt", 4), last);
}

/* ---- files of the host ---- */

static void files_of_the_host_are_out_of_reach(void **state)
{
    struct console *console = *state;
    static const char *const names[] = {"/etc/passwd", "out.txt", "", ":tt2", ":t", ":TT"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (uint32_t mode = 0; mode < 12; mode++) {
            assert_int_equal(open_file(console, names[k], mode), FAILED);
            assert_int_equal(error_of(console), ENOENT);
        }
    assert_int_equal(open_file(console, ":tt", 12), FAILED);
    assert_int_equal(call_block(console, SYS_OPEN, TEXT, 0, 0xFFFFFFFF), FAILED);
    assert_int_equal(call_block(console, SYS_OPEN, NOWHERE, 0, 3), FAILED);
    for (uint32_t operation = SYS_TMPNAM; operation <= SYS_SYSTEM; operation++) {
        if (operation == SYS_CLOCK || operation == SYS_TIME)
            continue;
        assert_int_equal(call_block(console, operation, TEXT, 3, TEXT), FAILED);
        assert_int_equal(error_of(console), EPERM);
    }
}

static void features_can_be_read(void **state)
{
    struct console *console = *state;
    uint8_t got[5] = {0};
    assert_int_equal(open_file(console, ":semihosting-features", 4), FAILED);
    uint32_t file = open_file(console, ":semihosting-features", 0);
    assert_int_equal(call_block(console, SYS_FLEN, file, 0, 0), 5);
    assert_int_equal(call_block(console, SYS_ISTTY, file, 0, 0), 0);
    assert_int_equal(call_block(console, SYS_READ, file, TEXT, 5), 0);
    assert_int_equal(call_block(console, SYS_READ, file, TEXT, 1), 1);
    assert_true(sim_peek(console->sim, TEXT, got, sizeof got));
    assert_memory_equal(got, "SHFB\x03", 5);
    assert_int_equal(call_block(console, SYS_SEEK, file, 4, 0), 0);
    assert_int_equal(call_block(console, SYS_READ, file, TEXT, 1), 0);
    assert_int_equal(call_block(console, SYS_SEEK, file, 6, 0), FAILED);
    assert_int_equal(error_of(console), EINVAL);
}

/* ---- the rest ---- */

static void time_is_simulated(void **state)
{
    struct console *console = *state;
    uint64_t elapsed;
    struct sim *sim = console->sim;
    assert_int_equal(call(console, SYS_TICKFREQ, 0), 1000000000);
    sim_set_register(sim, SIM_REG_PC, GUEST_FAULT);
    assert_int_equal(sim_run(sim, UINT64_C(2345000000)).reason, SIM_STOP_LIMIT);
    assert_int_equal(call(console, SYS_CLOCK, 0), 234);
    assert_int_equal(call(console, SYS_TIME, 0), 2);
    assert_int_equal(call(console, SYS_ELAPSED, BLOCK), 0);
    assert_true(sim_peek(sim, BLOCK, &elapsed, sizeof elapsed));
    assert_in_range(elapsed, UINT64_C(2345000000), UINT64_C(2345000500));
    assert_int_equal(call(console, SYS_ELAPSED, NOWHERE), FAILED);
    assert_int_equal(sim_register(sim, 1), FAILED);
}

static void command_line_fits_or_fails(void **state)
{
    struct console *console = *state;
    char got[16];
    assert_int_equal(call_block(console, SYS_GET_CMDLINE, TEXT, 8, 0), FAILED);
    assert_int_equal(call_block(console, SYS_GET_CMDLINE, TEXT, 9, 0), 0);
    assert_true(sim_peek(console->sim, TEXT, got, 9));
    assert_string_equal(got, "guest -v");
    assert_int_equal(guest_word(console->sim, BLOCK + 4), 8);
    assert_int_equal(call_block(console, SYS_GET_CMDLINE, NOWHERE, 9, 0), FAILED);
}

static void heap_is_the_images_own(void **state)
{
    struct console *console = *state;
    uint32_t block[4] = {1, 2, 3, 4};
    assert_true(sim_poke(console->sim, TEXT, block, sizeof block));
    assert_int_equal(call_block(console, SYS_HEAPINFO, TEXT, 0, 0), 0);
    assert_true(sim_peek(console->sim, TEXT, block, sizeof block));
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(block[k], 0);
    assert_int_equal(call_block(console, SYS_HEAPINFO, NOWHERE, 0, 0), FAILED);
}

static void errors_are_negative(void **state)
{
    struct console *console = *state;
    assert_int_equal(call_block(console, SYS_ISERROR, 0, 0, 0), 0);
    assert_int_equal(call_block(console, SYS_ISERROR, 7, 0, 0), 0);
    assert_int_not_equal(call_block(console, SYS_ISERROR, FAILED, 0, 0), 0);
}

static void unknown_operations_and_blocks_fail(void **state)
{
    struct console *console = *state;
    assert_int_equal(call(console, 0, 0), FAILED);
    assert_int_equal(call(console, 0x100, 0), FAILED);
    assert_int_equal(error_of(console), EINVAL);
    assert_int_equal(call(console, SYS_OPEN, NOWHERE), FAILED);
    assert_int_equal(call(console, SYS_OPEN, RAM_END - 4), FAILED);
    assert_int_equal(error_of(console), EFAULT);
}

static void exit_stops_with_its_status(void **state)
{
    static const struct {
        uint32_t operation, argument, reason, code;
        int status;
    } rows[] = {
        {SYS_EXIT, 0x20026, 0, 0, 0},
        {SYS_EXIT, 0x20023, 0, 0, 1},
        {SYS_EXIT_EXTENDED, BLOCK, 0x20026, 42, 42},
        {SYS_EXIT_EXTENDED, BLOCK, 0x20026, 0xFFFFFFFF, -1},
        {SYS_EXIT_EXTENDED, BLOCK, 0x20024, 42, 1},
    };
    struct console *console = *state;
    struct sim *sim = console->sim;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        uint32_t block[2] = {rows[k].reason, rows[k].code};
        assert_true(sim_poke(sim, BLOCK, block, sizeof block));
        sim_set_register(sim, SIM_REG_PC, GUEST_SEMIHOSTING);
        sim_set_register(sim, 0, rows[k].operation);
        sim_set_register(sim, 1, rows[k].argument);
        struct sim_stop stop = sim_run(sim, FAR_NS);
        assert_int_equal(stop.reason, SIM_STOP_EXIT);
        assert_int_equal(stop.status, rows[k].status);
    }
}

static void without_it_a_bkpt_is_a_stop(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    sim_set_register(sim, SIM_REG_PC, GUEST_SEMIHOSTING);
    assert_int_equal(sim_run(sim, FAR_NS).reason, SIM_STOP_BREAKPOINT);
    sim_destroy(sim);
}

#define semihosting_test(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        semihosting_test(characters_and_strings),
        semihosting_test(string_without_an_end_stops_at_the_memory),
        semihosting_test(streams_are_told_apart),
        semihosting_test(input_comes_in_parts),
        semihosting_test(what_cannot_be_delivered_is_not_read),
        semihosting_test(handles_run_out),
        semihosting_test(files_of_the_host_are_out_of_reach),
        semihosting_test(features_can_be_read),
        semihosting_test(time_is_simulated),
        semihosting_test(command_line_fits_or_fails),
        semihosting_test(heap_is_the_images_own),
        semihosting_test(errors_are_negative),
        semihosting_test(unknown_operations_and_blocks_fail),
        semihosting_test(exit_stops_with_its_status),
        cmocka_unit_test(without_it_a_bkpt_is_a_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
