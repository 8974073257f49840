/* gdb's remote serial protocol: frames, acknowledgements, the life of a session.
 * SPDX-License-Identifier: MIT
 */
#include "sim/debug/gdb.h"

#include <stdlib.h>
#include <string.h>

#include "sim/debug/gdb_session.h"

#define INTERRUPT_BYTE '\x03'

struct gdb *gdb_create(struct sim *sim, const struct gdb_port *port)
{
    struct gdb *gdb = calloc(1, sizeof *gdb);
    if (gdb == NULL)
        return NULL;
    gdb->sim = sim;
    gdb->port = *port;
    gdb->stop.reason = SIM_STOP_REQUESTED;
    return gdb;
}

void gdb_destroy(struct gdb *gdb)
{
    if (gdb == NULL)
        return;
    gdb_remove_points(gdb);
    free(gdb);
}

void gdb_connect(struct gdb *gdb)
{
    gdb_remove_points(gdb);
    if (gdb->state == GDB_RUNNING || gdb->state == GDB_DETACHED)
        gdb->stop = (struct sim_stop){.reason = SIM_STOP_REQUESTED};
    gdb->state = GDB_HALTED;
    gdb->frame = GDB_FRAME_OUTSIDE;
    gdb->no_ack = gdb->has_reply = gdb->in_handler = false;
    gdb->extended = gdb->killed = false;
    gdb->into_handlers = gdb->devices = false;
    sim_stop_on_fault(gdb->sim, false);
}

void gdb_disconnect(struct gdb *gdb)
{
    if (gdb->killed)
        gdb->state = GDB_KILLED;
    else if (gdb->state == GDB_RUNNING)
        gdb_connect(gdb);
}

enum gdb_state gdb_state(const struct gdb *gdb)
{
    return gdb->state;
}

const struct sim_stop *gdb_last_stop(const struct gdb *gdb)
{
    return &gdb->stop;
}

/* ---- out ---- */

void gdb_send_packet(struct gdb *gdb, const struct gdb_text *text)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t sum = 0;
    for (size_t k = 0; k < text->length; k++)
        sum = (uint8_t)(sum + (uint8_t)text->bytes[k]);
    char tail[3] = {'#', digits[sum >> 4], digits[sum & 15]};
    gdb->port.send(gdb->port.context, "$", 1);
    gdb->port.send(gdb->port.context, text->bytes, text->length);
    gdb->port.send(gdb->port.context, tail, sizeof tail);
}

void gdb_send_console(struct gdb *gdb, const char *text)
{
    struct gdb_text packet;
    size_t length = strlen(text);
    packet.length = 0;
    gdb_text_add(&packet, "O", 1);
    if (length > (GDB_PACKET_MAX - 1) / 2)
        length = (GDB_PACKET_MAX - 1) / 2;
    gdb_text_hex(&packet, text, length);
    gdb_send_packet(gdb, &packet);
}

static void acknowledge(struct gdb *gdb, char byte)
{
    if (!gdb->no_ack)
        gdb->port.send(gdb->port.context, &byte, 1);
}

/* ---- in ---- */

/* A client waits for a stop before it sends the next packet; one that does not is not heard. */
static void end_frame(struct gdb *gdb)
{
    if (gdb->sum != gdb->wanted_sum) {
        acknowledge(gdb, '-');
        return;
    }
    acknowledge(gdb, '+');
    if (gdb->state == GDB_RUNNING)
        return;
    gdb->reply.length = 0;
    gdb->has_reply = true;
    if (gdb->too_long)
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
    else
        gdb_handle_packet(gdb);
    if (gdb->has_reply)
        gdb_send_packet(gdb, &gdb->reply);
}

static void receive_outside(struct gdb *gdb, char byte)
{
    if (byte == '$') {
        gdb->frame = GDB_FRAME_DATA;
        gdb->packet.length = 0;
        gdb->sum = 0;
        gdb->too_long = false;
    } else if (byte == '-' && gdb->has_reply && !gdb->no_ack) {
        gdb_send_packet(gdb, &gdb->reply);
    } else if (byte == INTERRUPT_BYTE && gdb->state == GDB_RUNNING) {
        gdb_interrupt(gdb);
    }
}

static void receive_data(struct gdb *gdb, char byte)
{
    if (byte == '#') {
        gdb->frame = GDB_FRAME_SUM_HIGH;
    } else if (byte == '$') { /* the end of the frame before was lost */
        receive_outside(gdb, byte);
    } else if (gdb->packet.length == GDB_PACKET_MAX) {
        gdb->too_long = true;
        gdb->sum = (uint8_t)(gdb->sum + (uint8_t)byte);
    } else {
        gdb->packet.bytes[gdb->packet.length++] = byte;
        gdb->sum = (uint8_t)(gdb->sum + (uint8_t)byte);
    }
}

static void receive_sum(struct gdb *gdb, char byte)
{
    struct gdb_cursor digit = {&byte, &byte + 1};
    uint32_t value;
    bool is_digit = gdb_take_hex(&digit, &value);
    if (gdb->frame == GDB_FRAME_SUM_HIGH) {
        gdb->wanted_sum = is_digit ? (uint8_t)(value << 4) : (uint8_t)~gdb->sum;
        gdb->frame = GDB_FRAME_SUM_LOW;
        return;
    }
    if (is_digit)
        gdb->wanted_sum = (uint8_t)(gdb->wanted_sum | value);
    else
        gdb->wanted_sum = (uint8_t)~gdb->sum;
    gdb->frame = GDB_FRAME_OUTSIDE;
    end_frame(gdb);
}

void gdb_receive(struct gdb *gdb, const char *bytes, size_t size)
{
    for (size_t k = 0; k < size && gdb->state != GDB_KILLED; k++) {
        switch (gdb->frame) {
        case GDB_FRAME_OUTSIDE:
            receive_outside(gdb, bytes[k]);
            break;
        case GDB_FRAME_DATA:
            receive_data(gdb, bytes[k]);
            break;
        case GDB_FRAME_SUM_HIGH:
        case GDB_FRAME_SUM_LOW:
            receive_sum(gdb, bytes[k]);
            break;
        }
    }
}
