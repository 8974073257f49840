/* What each packet of the protocol asks for.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/debug/gdb_session.h"

void gdb_reply(struct gdb *gdb, const char *text)
{
    gdb->reply.length = 0;
    gdb_text_add(&gdb->reply, text, strlen(text));
}

/* ---- queries ---- */

static void query_supported(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb_text_print(&gdb->reply,
                   "PacketSize=%x;QStartNoAckMode+;qXfer:features:read+;qXfer:memory-map:read+;"
                   "vContSupported+",
                   GDB_PACKET_MAX);
}

/* offset,length of a document: `l` and its last part, or `m` and a part. XML needs no escapes. */
static void send_part(struct gdb *gdb, struct gdb_cursor *cursor, const struct gdb_text *document)
{
    uint32_t offset, length;
    if (!gdb_take_hex(cursor, &offset) || !gdb_take(cursor, ",") ||
        !gdb_take_hex(cursor, &length) || offset > document->length) {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
        return;
    }
    size_t rest = document->length - offset;
    if (length > GDB_PACKET_MAX - 1)
        length = GDB_PACKET_MAX - 1;
    gdb_text_add(&gdb->reply, rest <= length ? "l" : "m", 1);
    gdb_text_add(&gdb->reply, document->bytes + offset, rest <= length ? rest : length);
}

static void query_features(struct gdb *gdb, struct gdb_cursor *cursor)
{
    struct gdb_text document;
    document.length = 0;
    gdb_add_target_xml(gdb, &document);
    send_part(gdb, cursor, &document);
}

static void query_memory_map(struct gdb *gdb, struct gdb_cursor *cursor)
{
    struct gdb_text document;
    document.length = 0;
    gdb_add_memory_map(gdb, &document);
    send_part(gdb, cursor, &document);
}

static void query_monitor(struct gdb *gdb, struct gdb_cursor *cursor)
{
    char words[256];
    size_t length = 0;
    uint8_t byte;
    while (length < sizeof words - 1 && gdb_take_byte(cursor, &byte))
        words[length++] = (char)byte;
    words[length] = '\0';
    if (cursor->at != cursor->end) {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
        return;
    }
    gdb_reply(gdb, GDB_OK);
    gdb_monitor(gdb, words);
}

/* ---- sessions ---- */

static void start_no_ack(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb->no_ack = true;
    gdb_reply(gdb, GDB_OK);
}

static void why(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb_stop_reply(gdb);
}

static void detach(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb_remove_points(gdb);
    sim_stop_on_fault(gdb->sim, false);
    gdb->state = GDB_DETACHED;
    gdb_reply(gdb, GDB_OK);
}

static void kill(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb->state = GDB_KILLED;
    gdb->has_reply = false;
}

/* One thread, as long as there is a guest. */
static void list_threads(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb_reply(gdb, gdb->state == GDB_EXITED || gdb->killed ? "l" : "m1");
}

/* An extended client may start the guest again with vRun. */
static void kill_with_reply(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb_remove_points(gdb);
    gdb->killed = true;
    if (!gdb->extended)
        gdb->state = GDB_KILLED;
    gdb_reply(gdb, GDB_OK);
}

static void extend(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb->extended = true;
    gdb_reply(gdb, GDB_OK);
}

static void run(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb->killed = false;
    gdb_reset(gdb);
    gdb_stop_reply(gdb);
}

static void restart(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    gdb_reset(gdb);
    gdb->has_reply = false;
}

/* ---- the table ---- */

struct packet {
    const char *name;
    gdb_handler *handler; /* NULL: answer is sent as it is */
    const char *answer;
};

/* The first whose name begins the packet; "" ends it, and answers what is not supported. */
static const struct packet packets[] = {
    {"?", why, NULL},
    {"!", extend, NULL},
    {"g", gdb_read_registers, NULL},
    {"G", gdb_write_registers, NULL},
    {"p", gdb_read_register, NULL},
    {"P", gdb_write_register, NULL},
    {"m", gdb_read_memory, NULL},
    {"M", gdb_write_memory, NULL},
    {"X", gdb_write_binary, NULL},
    {"Z", gdb_insert_point, NULL},
    {"z", gdb_remove_point, NULL},
    {"c", gdb_continue, NULL},
    {"s", gdb_step, NULL},
    {"vCont?", NULL, "vCont;c;C;s;S;r"},
    {"vCont", gdb_resume, NULL},
    {"vFlashErase:", gdb_flash_erase, NULL},
    {"vFlashWrite:", gdb_flash_write, NULL},
    {"vFlashDone", NULL, GDB_OK},
    {"vKill", kill_with_reply, NULL},
    {"vRun", run, NULL},
    {"H", NULL, GDB_OK},
    {"T", NULL, GDB_OK},
    {"D", detach, NULL},
    {"k", kill, NULL},
    {"R", restart, NULL},
    {"QStartNoAckMode", start_no_ack, NULL},
    {"qSupported", query_supported, NULL},
    {"qXfer:features:read:target.xml:", query_features, NULL},
    {"qXfer:memory-map:read::", query_memory_map, NULL},
    {"qRcmd,", query_monitor, NULL},
    {"qAttached", NULL, "1"},
    {"qfThreadInfo", list_threads, NULL},
    {"qsThreadInfo", NULL, "l"},
    {"qCRC", NULL, ""},
    {"qC", NULL, "QC1"},
    {"", NULL, ""},
};

void gdb_handle_packet(struct gdb *gdb)
{
    struct gdb_cursor cursor = {gdb->packet.bytes, gdb->packet.bytes + gdb->packet.length};
    const struct packet *packet = packets;
    while (!gdb_take(&cursor, packet->name))
        packet++;
    if (packet->handler != NULL)
        packet->handler(gdb, &cursor);
    else
        gdb_reply(gdb, packet->answer);
}
