/* The gdb server: frames, packets, running and stopping, as a client sees them.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"
#include "sim/debug/gdb.h"
#include "tests/unit/cmocka_all.h"

#define SLICE_NS UINT64_C(1000000)
#define SLICES_MAX 1000

struct client {
    struct sim *sim;
    struct gdb *gdb;
    char out[65536];
    size_t length;
};

static void on_send(void *context, const char *bytes, size_t size)
{
    struct client *client = context;
    assert_true(client->length + size < sizeof client->out);
    memcpy(client->out + client->length, bytes, size);
    client->length += size;
    client->out[client->length] = '\0';
}

static int start(void **state)
{
    static struct client client;
    client.length = 0;
    client.sim = guest_board();
    client.gdb = gdb_create(client.sim, &(struct gdb_port){&client, on_send});
    assert_non_null(client.gdb);
    gdb_connect(client.gdb);
    *state = &client;
    return 0;
}

static int end(void **state)
{
    struct client *client = *state;
    gdb_destroy(client->gdb);
    sim_destroy(client->sim);
    return 0;
}

static void give(struct client *client, const char *bytes, size_t size)
{
    client->length = 0;
    client->out[0] = '\0';
    gdb_receive(client->gdb, bytes, size);
}

static void give_packet(struct client *client, const char *data, size_t size)
{
    static char frame[40000];
    unsigned sum = 0;
    frame[0] = '$';
    for (size_t k = 0; k < size; k++)
        sum += (unsigned char)data[k];
    memcpy(frame + 1, data, size);
    snprintf(frame + 1 + size, 4, "#%02x", sum & 0xFF);
    give(client, frame, size + 4);
}

/* The data of the packet at text, which must be a good frame; *text moves behind it. */
static const char *take_packet(char **text)
{
    char *data = *text + 1, *tail = strchr(*text, '#');
    unsigned sum = 0, wanted;
    assert_int_equal(**text, '$');
    assert_non_null(tail);
    for (const char *c = data; c != tail; c++)
        sum += (unsigned char)*c;
    assert_int_equal(sscanf(tail + 1, "%2x", &wanted), 1);
    assert_int_equal(sum & 0xFF, wanted);
    *tail = '\0';
    *text = tail + 3;
    return data;
}

/* What the server answers, with its acknowledgement. */
static const char *ask(struct client *client, const char *packet)
{
    give_packet(client, packet, strlen(packet));
    char *text = client->out;
    assert_int_equal(*text++, '+');
    const char *reply = take_packet(&text);
    assert_int_equal(*text, '\0');
    return reply;
}

static void expect(struct client *client, const char *packet, const char *reply)
{
    assert_string_equal(ask(client, packet), reply);
}

/* Resumes with packet and lets the board run to its stop reply. */
static const char *run(struct client *client, const char *packet)
{
    give_packet(client, packet, strlen(packet));
    assert_string_equal(client->out, "+");
    client->length = 0;
    for (unsigned k = 0; k < SLICES_MAX && client->length == 0; k++)
        gdb_run(client->gdb, SLICE_NS);
    char *text = client->out;
    const char *reply = take_packet(&text);
    /* Console text comes before the stop reply. */
    while (*reply == 'O')
        reply = take_packet(&text);
    assert_int_equal(*text, '\0');
    return reply;
}

static void expect_begin(const char *reply, const char *begin)
{
    if (strncmp(reply, begin, strlen(begin)) != 0)
        fail_msg("'%s' does not begin with '%s'", reply, begin);
}

static uint32_t pc_of(const struct client *client)
{
    return sim_register(client->sim, SIM_REG_PC);
}

/* What `monitor` prints. */
static const char *monitor(struct client *client, const char *words)
{
    static char printed[32768];
    char packet[600] = "qRcmd,";
    size_t used = 0;
    for (size_t k = 0; k < strlen(words); k++)
        sprintf(packet + strlen(packet), "%02x", (unsigned char)words[k]);
    give_packet(client, packet, strlen(packet));
    char *text = client->out;
    const char *reply;
    assert_int_equal(*text++, '+');
    while (strcmp(reply = take_packet(&text), "OK") != 0) {
        unsigned byte;
        assert_int_equal(*reply++, 'O');
        for (; sscanf(reply, "%2x", &byte) == 1; reply += 2)
            printed[used++] = (char)byte;
    }
    printed[used] = '\0';
    return printed;
}

/* ---- frames ---- */

static void bad_checksum_is_refused(void **state)
{
    struct client *client = *state;
    give(client, "$?#00", 5);
    assert_string_equal(client->out, "-");
    give(client, "$?#3g", 5);
    assert_string_equal(client->out, "-");
    give(client, "$?#g3", 5);
    assert_string_equal(client->out, "-");
}

static void reply_is_sent_again(void **state)
{
    struct client *client = *state;
    char first[256];
    snprintf(first, sizeof first, "%s", ask(client, "qC"));
    give(client, "-", 1);
    assert_string_equal(client->out, "$QC1#c5");
    give(client, "+", 1);
    assert_string_equal(client->out, "");
}

static void frames_come_in_pieces_and_among_noise(void **state)
{
    struct client *client = *state;
    static const char bytes[] = "noise#00$half a pack$qC#b4";
    client->length = 0;
    for (size_t k = 0; k < sizeof bytes - 1; k++)
        gdb_receive(client->gdb, &bytes[k], 1);
    assert_string_equal(client->out, "+$QC1#c5");
}

static void no_ack_mode_has_no_acks(void **state)
{
    struct client *client = *state;
    expect(client, "QStartNoAckMode", "OK");
    give(client, "$qC#b4", 6);
    assert_string_equal(client->out, "$QC1#c5");
    give(client, "$qC#00", 6);
    assert_string_equal(client->out, "");
    gdb_connect(client->gdb);
    expect(client, "qC", "QC1");
}

static void overlong_packets_are_errors(void **state)
{
    struct client *client = *state;
    static char packet[30000];
    memset(packet, 'A', sizeof packet);
    packet[0] = 'M';
    give_packet(client, packet, sizeof packet);
    assert_string_equal(client->out, "+$E16#ac");
    expect(client, "qC", "QC1");
}

static void unknown_packets_get_nothing(void **state)
{
    struct client *client = *state;
    expect(client, "vMustReplyEmpty", "");
    expect(client, "qTStatus", "");
    expect(client, "qCRC:0,4", "");
    expect(client, "", "");
    expect(client, "~", "");
}

/* ---- descriptions ---- */

static void features_name_what_is_there(void **state)
{
    struct client *client = *state;
    const char *reply = ask(client, "qSupported:multiprocess+;swbreak+;hwbreak+");
    assert_non_null(strstr(reply, "PacketSize=4000"));
    assert_non_null(strstr(reply, "qXfer:features:read+"));
    assert_non_null(strstr(reply, "qXfer:memory-map:read+"));
    expect(client, "vCont?", "vCont;c;C;s;S;r");
    expect(client, "qfThreadInfo", "m1");
    expect(client, "qsThreadInfo", "l");
    expect(client, "qAttached", "1");
}

static void documents_come_in_parts(void **state)
{
    struct client *client = *state;
    char whole[8192], parts[8192] = "", packet[80];
    const char *reply = ask(client, "qXfer:features:read:target.xml:0,3fff");
    assert_int_equal(reply[0], 'l');
    snprintf(whole, sizeof whole, "%s", reply + 1);
    do {
        snprintf(packet, sizeof packet, "qXfer:features:read:target.xml:%zx,65", strlen(parts));
        reply = ask(client, packet);
        strcat(parts, reply + 1);
    } while (reply[0] == 'm');
    assert_string_equal(whole, parts);
    assert_non_null(strstr(whole, "org.gnu.gdb.arm.m-profile"));
    assert_non_null(strstr(whole, "org.gnu.gdb.arm.m-system"));
    assert_non_null(strstr(whole, "name=\"psplim\""));
    assert_non_null(strstr(whole, "org.gnu.gdb.arm.vfp"));
    expect(client, "qXfer:features:read:target.xml:ffff,10", "E16");
    expect(client, "qXfer:features:read:target.xml:0", "E16");
    expect(client, "qXfer:features:read:other.xml:0,10", "");
}

static void memory_map_has_flash_and_ram(void **state)
{
    struct client *client = *state;
    const char *reply = ask(client, "qXfer:memory-map:read::0,3fff");
    assert_non_null(strstr(reply, "type=\"flash\" start=\"0x8000000\" length=\"0x400000\""));
    assert_non_null(strstr(reply, "type=\"ram\" start=\"0x20000000\""));
    assert_non_null(strstr(reply, "type=\"ram\" start=\"0xe0000000\" length=\"0x100000\""));
}

/* ---- registers and memory ---- */

static void registers_are_read_and_written(void **state)
{
    struct client *client = *state;
    char all[512];
    expect(client, "pf", "00010008");
    expect(client, "p10", "00000001");
    expect(client, "P3=78563412", "OK");
    expect(client, "p3", "78563412");
    assert_int_equal(sim_register(client->sim, 3), 0x12345678);
    snprintf(all, sizeof all, "%s", ask(client, "g"));
    assert_int_equal(strlen(all), (25 + 16 * 2 + 1) * 8);
    expect_begin(all + 3 * 8, "78563412");
    memcpy(all, "44332211", 8);
    char packet[600];
    snprintf(packet, sizeof packet, "G%s", all);
    expect(client, packet, "OK");
    assert_int_equal(sim_register(client->sim, 0), 0x11223344);
    expect(client, "P19=000000000000f83f", "OK"); /* d0 = 1.5 */
    expect(client, "p19", "000000000000f83f");
    assert_int_equal(sim_register(client->sim, SIM_REG_S0 + 1), 0x3FF80000);
    expect(client, "P19=00000000", "E16");
    expect(client, "p2a", "E16");
    expect(client, "P2a=00000000", "E16");
    expect(client, "P0=123", "E16");
    expect(client, "P0", "E16");
    expect(client, "Gzz", "E16");
}

static void memory_is_read_and_written(void **state)
{
    struct client *client = *state;
    expect(client, "m8000000,4", "00100020");
    expect(client, "M20000100,3:aabbcc", "OK");
    expect(client, "m20000100,4", "aabbcc00");
    expect(client, "m2017ffff,10", "00");
    expect(client, "m90000000,4", "E0e");
    expect(client, "m100000000,4", "E16");
    expect(client, "m20000000", "E16");
    expect(client, "M20000100,3:aabb", "E16");
    expect(client, "M20000100,1:aabb", "E16");
    expect(client, "M90000000,1:aa", "E0e");
    give_packet(client, "X20000200,4:\x00}\x03z$", 17);
    assert_string_equal(client->out, "-"); /* a bare $ begins a frame: the rest is one of its own */
    give_packet(client, "X20000200,4:\x00}\x03}\x04z", 18);
    assert_string_equal(client->out, "+$OK#9a");
    expect(client, "m20000200,4", "0023247a");
    expect(client, "X20000200,0:", "OK");
}

static void devices_only_on_request(void **state)
{
    struct client *client = *state;
    expect(client, "me000ed00,4", "14d20f41"); /* CPUID: the core's own registers are open */
    expect(client, "m44020c00,4", "E0e");
    assert_string_equal(monitor(client, "devices on"), "");
    assert_int_equal(strlen(ask(client, "m44020c00,4")), 8);
    assert_string_equal(monitor(client, "devices off"), "");
    expect(client, "m44020c00,4", "E0e");
    assert_non_null(strstr(monitor(client, "read 0xE000ED00"), "0xE000ED00: 0x410FD214"));
    assert_non_null(strstr(monitor(client, "read 0x40000000"), "no device register"));
}

static void flash_is_loaded(void **state)
{
    struct client *client = *state;
    expect(client, "vFlashErase:08001000,800", "OK");
    expect(client, "vFlashWrite:08001000:abcd", "OK");
    expect(client, "vFlashDone", "OK");
    expect(client, "m08001000,6", "61626364ffff");
    expect(client, "vFlashErase:20000000,400", "E0e");
    expect(client, "vFlashErase:083ffc00,800", "E0e");
    expect(client, "vFlashWrite:20000000:a", "E.memtype");
    expect(client, "vFlashWrite:08001000", "E16");
}

/* ---- running ---- */

static void breakpoints_of_both_kinds(void **state)
{
    struct client *client = *state;
    expect_begin(ask(client, "?"), "T02thread:1;");
    expect(client, "Z0,8000108,2", "OK");
    expect(client, "Z1,8000108,2", "OK");
    expect(client, "z0,8000108,2", "OK");
    expect_begin(run(client, "vCont;c"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_STORE);
    expect_begin(run(client, "c"), "T05thread:1;");
    assert_int_equal(sim_register(client->sim, 0), 2);
    expect(client, "z1,8000108,2", "OK");
    expect(client, "z1,8000108,2", "OK");
    expect(client, "Z1,8000114,2", "OK");
    expect_begin(run(client, "vCont;C05:1;c"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_FUNCTION);
    expect(client, "Z5,8000114,2", "E16");
    expect(client, "Z1,8000114", "E16");
}

static void stop_reply_has_the_first_registers(void **state)
{
    struct client *client = *state;
    expect(client, "Z1,8000108,2", "OK");
    const char *reply = run(client, "vCont;c");
    assert_string_equal(reply, "T05thread:1;07:00000000;0d:00100020;0e:ffffffff;0f:08010008;"
                               "10:00000001;");
    assert_string_equal(ask(client, "?"), "T05thread:1;07:00000000;0d:00100020;0e:ffffffff;"
                                          "0f:08010008;10:00000001;");
}

static void watchpoints_of_all_kinds(void **state)
{
    struct client *client = *state;
    expect(client, "Z2,20000040,4", "OK");
    expect_begin(run(client, "c"), "T05thread:1;watch:20000040;");
    assert_int_equal(pc_of(client), GUEST_STORE);
    expect(client, "z2,20000040,4", "OK");
    expect(client, "Z3,20000041,1", "OK");
    expect_begin(run(client, "c"), "T05thread:1;rwatch:20000041;");
    assert_int_equal(pc_of(client), GUEST_LOAD);
    expect(client, "z3,20000041,1", "OK");
    expect(client, "Z4,20000040,4", "OK");
    expect_begin(run(client, "c"), "T05thread:1;awatch:20000040;");
    expect(client, "Z2,20000040,0", "E1c");
}

static void steps_are_single_and_in_ranges(void **state)
{
    struct client *client = *state;
    expect_begin(run(client, "vCont;s:1;c"), "T05thread:1;");
    assert_int_equal(pc_of(client), 0x08000102);
    expect_begin(run(client, "s"), "T05thread:1;");
    assert_int_equal(pc_of(client), 0x08000104);
    expect_begin(run(client, "s8000106"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_STORE);
    expect_begin(run(client, "vCont;r8000106,8000112:1;c"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_FUNCTION);
    expect(client, "vCont;t", "E16");
}

/* SysTick is due at nearly every step: its handler runs within the step, or is stepped into. */
static void steps_run_handlers(void **state)
{
    struct client *client = *state;
    guest_start_systick(client->sim, 60);
    for (unsigned k = 0; k < 200; k++) {
        expect_begin(run(client, "vCont;s"), "T05thread:1;");
        assert_int_equal(sim_register(client->sim, SIM_REG_XPSR) & 0x1FF, 0);
    }
    assert_in_range(guest_word(client->sim, GUEST_TICKS), 3, 199);
    assert_int_equal(guest_word(client->sim, GUEST_COUNT), sim_register(client->sim, 2));
    monitor(client, "steps into");
    unsigned k = 0;
    while (pc_of(client) != GUEST_SYSTICK && k++ < 200)
        run(client, "vCont;s");
    assert_in_range(k, 1, 199);
}

static void breakpoint_in_a_handler_ends_a_step(void **state)
{
    struct client *client = *state;
    guest_start_systick(client->sim, 60);
    expect(client, "Z1,8000122,2", "OK");
    unsigned k = 0;
    while (pc_of(client) != GUEST_SYSTICK + 2 && k++ < 200)
        run(client, "vCont;s");
    assert_in_range(k, 1, 199);
    expect(client, "z1,8000122,2", "OK");
    /* The breakpoint that waited for the handler's end is gone. */
    client->length = 0;
    give_packet(client, "c", 1);
    client->length = 0;
    for (k = 0; k < 20; k++)
        gdb_run(client->gdb, SLICE_NS);
    assert_int_equal(client->length, 0);
}

static void ctrl_c_stops_a_run(void **state)
{
    struct client *client = *state;
    give(client, "\x03", 1);
    assert_string_equal(client->out, "");
    give_packet(client, "vCont;c", 7);
    gdb_run(client->gdb, SLICE_NS);
    assert_int_equal(gdb_state(client->gdb), GDB_RUNNING);
    give(client, "$g#67", 5); /* while it runs, only Ctrl-C is heard */
    assert_string_equal(client->out, "+");
    give(client, "\x03", 1);
    char *text = client->out;
    expect_begin(take_packet(&text), "T02thread:1;");
    assert_int_equal(gdb_state(client->gdb), GDB_HALTED);
}

static void faults_say_what_happened(void **state)
{
    struct client *client = *state;
    assert_string_equal(monitor(client, "faults stop"), "");
    expect(client, "Pf=00030008", "OK");
    expect_begin(run(client, "c"), "T0bthread:1;");
    assert_int_equal(pc_of(client), GUEST_FAULT);
    assert_non_null(strstr(monitor(client, "status"), "UNDEFINSTR"));
}

static void guest_ends_itself(void **state)
{
    struct client *client = *state;
    sim_enable_semihosting(client->sim, &(struct sim_semihosting){0});
    expect(client, "Pf=40010008", "OK");
    expect(client, "P0=18000000", "OK");
    expect(client, "P1=26000200", "OK");
    assert_string_equal(run(client, "c"), "W00");
    assert_int_equal(gdb_state(client->gdb), GDB_EXITED);
    expect(client, "?", "W00");
    expect(client, "qfThreadInfo", "l");
    expect_begin(ask(client, "vRun;"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_RESET);
}

/* ---- sessions ---- */

static void reset_begins_anew(void **state)
{
    struct client *client = *state;
    expect(client, "Z1,8000114,2", "OK");
    run(client, "c");
    assert_non_null(strstr(monitor(client, "reset"), "flush register-cache"));
    assert_int_equal(pc_of(client), GUEST_RESET);
    assert_int_equal(sim_cycles(client->sim), 0);
    give_packet(client, "R00", 3);
    assert_string_equal(client->out, "+");
    expect_begin(run(client, "c"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_FUNCTION);
}

static void detached_board_runs_on(void **state)
{
    struct client *client = *state;
    expect(client, "Z1,8000114,2", "OK");
    expect(client, "D", "OK");
    assert_int_equal(gdb_state(client->gdb), GDB_DETACHED);
    gdb_run(client->gdb, SLICE_NS);
    assert_true(sim_register(client->sim, 0) > 100);
    gdb_connect(client->gdb);
    assert_int_equal(gdb_state(client->gdb), GDB_HALTED);
    uint64_t cycles = sim_cycles(client->sim);
    gdb_run(client->gdb, SLICE_NS);
    assert_int_equal(sim_cycles(client->sim), cycles);
    expect_begin(ask(client, "?"), "T02thread:1;");
}

static void kill_ends_the_server(void **state)
{
    struct client *client = *state;
    give_packet(client, "k", 1);
    assert_string_equal(client->out, "+");
    assert_int_equal(gdb_state(client->gdb), GDB_KILLED);
    give(client, "$qC#b4", 6);
    assert_string_equal(client->out, "");
}

static void kill_with_an_answer(void **state)
{
    struct client *client = *state;
    expect(client, "vKill;1", "OK");
    assert_int_equal(gdb_state(client->gdb), GDB_KILLED);
}

static void extended_client_kills_and_runs(void **state)
{
    struct client *client = *state;
    expect(client, "!", "OK");
    run(client, "vCont;s");
    expect(client, "vKill;1", "OK");
    assert_int_equal(gdb_state(client->gdb), GDB_HALTED);
    expect_begin(ask(client, "vRun;"), "T05thread:1;");
    assert_int_equal(pc_of(client), GUEST_RESET);
    gdb_disconnect(client->gdb);
    assert_int_equal(gdb_state(client->gdb), GDB_HALTED);
    gdb_connect(client->gdb);
    expect(client, "!", "OK");
    expect(client, "vKill;1", "OK");
    gdb_disconnect(client->gdb);
    assert_int_equal(gdb_state(client->gdb), GDB_KILLED);
}

static void client_that_vanishes_leaves_a_halted_board(void **state)
{
    struct client *client = *state;
    expect(client, "Z1,8000114,2", "OK");
    give_packet(client, "c", 1);
    gdb_disconnect(client->gdb);
    uint64_t cycles = sim_cycles(client->sim);
    gdb_run(client->gdb, SLICE_NS);
    assert_int_equal(sim_cycles(client->sim), cycles);
    assert_int_equal(sim_run(client->sim, SLICE_NS).reason, SIM_STOP_LIMIT);
}

static void monitor_helps_and_refuses(void **state)
{
    struct client *client = *state;
    const char *help = monitor(client, "help");
    assert_non_null(strstr(help, "monitor reset"));
    assert_non_null(strstr(help, "monitor devices"));
    assert_non_null(strstr(monitor(client, "map"), "flash"));
    assert_non_null(strstr(monitor(client, "nonsense"), "no such command"));
    assert_non_null(strstr(monitor(client, ""), "no such command"));
    assert_non_null(strstr(monitor(client, "devices maybe"), "usage: monitor devices on|off"));
    assert_non_null(strstr(monitor(client, "reset now"), "usage"));
    assert_non_null(strstr(monitor(client, "read"), "usage"));
    assert_non_null(strstr(monitor(client, "read 0x100000000"), "usage"));
    assert_non_null(strstr(monitor(client, "read 0 7"), "usage"));
    assert_non_null(strstr(monitor(client, "write 0 1 32 1 1"), "usage"));
    assert_string_equal(monitor(client, "write 0x20000000 258 16"), "");
    assert_non_null(strstr(monitor(client, "read 0x20000000 32"), ": 0x00000102"));
    assert_non_null(strstr(monitor(client, "read 536870912 8"), ": 0x02"));
    expect(client, "qRcmd,6", "E16");
}

#define gdb_test(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        gdb_test(bad_checksum_is_refused),
        gdb_test(reply_is_sent_again),
        gdb_test(frames_come_in_pieces_and_among_noise),
        gdb_test(no_ack_mode_has_no_acks),
        gdb_test(overlong_packets_are_errors),
        gdb_test(unknown_packets_get_nothing),
        gdb_test(features_name_what_is_there),
        gdb_test(documents_come_in_parts),
        gdb_test(memory_map_has_flash_and_ram),
        gdb_test(registers_are_read_and_written),
        gdb_test(memory_is_read_and_written),
        gdb_test(devices_only_on_request),
        gdb_test(flash_is_loaded),
        gdb_test(breakpoints_of_both_kinds),
        gdb_test(stop_reply_has_the_first_registers),
        gdb_test(watchpoints_of_all_kinds),
        gdb_test(steps_are_single_and_in_ranges),
        gdb_test(steps_run_handlers),
        gdb_test(breakpoint_in_a_handler_ends_a_step),
        gdb_test(ctrl_c_stops_a_run),
        gdb_test(faults_say_what_happened),
        gdb_test(guest_ends_itself),
        gdb_test(reset_begins_anew),
        gdb_test(detached_board_runs_on),
        gdb_test(kill_ends_the_server),
        gdb_test(kill_with_an_answer),
        gdb_test(extended_client_kills_and_runs),
        gdb_test(client_that_vanishes_leaves_a_halted_board),
        gdb_test(monitor_helps_and_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
