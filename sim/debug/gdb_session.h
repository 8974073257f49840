/* The state of one gdb session, and the parts of the server. Internal to sim/debug.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

#include "sim/debug/gdb.h"

/* Longest packet either way, without frame; what qSupported promises. */
#define GDB_PACKET_MAX 16384u
#define GDB_POINTS_MAX 320

/* Types of Z packets; GDB_POINT_RETURN is the server's own. */
enum gdb_point_type {
    GDB_POINT_SOFTWARE,
    GDB_POINT_HARDWARE,
    GDB_POINT_WRITE,
    GDB_POINT_READ,
    GDB_POINT_ACCESS,
    GDB_POINT_TYPES,
    GDB_POINT_RETURN = GDB_POINT_TYPES
};

struct gdb_point {
    enum gdb_point_type type;
    uint32_t address, size; /* size: of watchpoints */
};

enum gdb_frame { GDB_FRAME_OUTSIDE, GDB_FRAME_DATA, GDB_FRAME_SUM_HIGH, GDB_FRAME_SUM_LOW };

/* What the client let the board do. */
enum gdb_motion { GDB_CONTINUE, GDB_STEP, GDB_STEP_RANGE };

struct gdb_text {
    char bytes[GDB_PACKET_MAX];
    size_t length; /* at most GDB_PACKET_MAX: the rest is dropped */
};

struct gdb {
    struct sim *sim;
    struct gdb_port port;
    enum gdb_state state;
    struct sim_stop stop;

    /* The frame that is coming in. */
    enum gdb_frame frame;
    struct gdb_text packet;
    bool too_long;
    uint8_t sum, wanted_sum;
    bool no_ack;
    bool extended; /* the client may kill the guest and start it again */
    bool killed;   /* it has, and not yet */

    struct gdb_text reply; /* also the last one sent, for a client that asks again */
    bool has_reply;

    struct gdb_point point[GDB_POINTS_MAX];
    size_t points;

    enum gdb_motion motion;
    uint32_t range_start, range_end; /* GDB_STEP_RANGE: [start, end) */
    /* A step is under way in the handler of an interrupt, and ends where that returns to. */
    bool in_handler;
    uint32_t return_pc, return_sp, return_exception;

    /* What `monitor` sets. */
    bool into_handlers; /* steps enter handlers */
    bool devices;       /* memory packets reach devices */
};

/* ---- text: gdb_text.c ---- */

void gdb_text_add(struct gdb_text *text, const char *bytes, size_t size);
void gdb_text_print(struct gdb_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Two digits a byte. */
void gdb_text_hex(struct gdb_text *text, const void *bytes, size_t size);

/* A packet that is being read. */
struct gdb_cursor {
    const char *at, *end;
};
/* At least one hexadecimal digit, at most eight that count. */
bool gdb_take_hex(struct gdb_cursor *cursor, uint32_t *number);
bool gdb_take(struct gdb_cursor *cursor, const char *text);
/* Exactly two digits. */
bool gdb_take_byte(struct gdb_cursor *cursor, uint8_t *byte);
/* A byte of binary data, `}` undone. */
bool gdb_take_binary(struct gdb_cursor *cursor, uint8_t *byte);

/* ---- frames: gdb.c ---- */

/* Sends one packet beside the reply, as console output and stop replies are. */
void gdb_send_packet(struct gdb *gdb, const struct gdb_text *text);
/* Text on the client's console. */
void gdb_send_console(struct gdb *gdb, const char *text);

/* ---- packets: gdb_packets.c ---- */

/* Handles gdb->packet; what is to be answered is in gdb->reply then, unless has_reply is false. */
void gdb_handle_packet(struct gdb *gdb);
#define GDB_OK "OK"
#define GDB_ERROR_SYNTAX "E16"  /* EINVAL */
#define GDB_ERROR_ADDRESS "E0e" /* EFAULT */
#define GDB_ERROR_FULL "E1c"    /* ENOSPC */
void gdb_reply(struct gdb *gdb, const char *text);

/* Handlers: cursor stands behind the packet's name. */
typedef void gdb_handler(struct gdb *gdb, struct gdb_cursor *cursor);

/* gdb_registers.c */
gdb_handler gdb_read_registers, gdb_write_registers, gdb_read_register, gdb_write_register;
void gdb_add_target_xml(const struct gdb *gdb, struct gdb_text *text);
/* "0d:HHHHHHHH;" for the registers that a client asks for first. */
void gdb_add_expedited(const struct gdb *gdb, struct gdb_text *text);

/* gdb_memory.c */
gdb_handler gdb_read_memory, gdb_write_memory, gdb_write_binary, gdb_flash_erase, gdb_flash_write;
void gdb_add_memory_map(const struct gdb *gdb, struct gdb_text *text);

/* gdb_run.c */
gdb_handler gdb_insert_point, gdb_remove_point, gdb_resume, gdb_continue, gdb_step;
void gdb_remove_points(struct gdb *gdb);
void gdb_stop_reply(struct gdb *gdb);
/* Power-on reset, halted. */
void gdb_reset(struct gdb *gdb);
/* Ctrl-C while the board runs. */
void gdb_interrupt(struct gdb *gdb);

/* gdb_monitor.c: the words behind `monitor`; text is terminated. */
void gdb_monitor(struct gdb *gdb, char *text);
