/* A server of gdb's remote serial protocol for one board: bytes in, bytes out, no sockets.
 * SPDX-License-Identifier: MIT
 *
 * Source: "Debugging with GDB", appendix "GDB Remote Serial Protocol". What a client sends is
 * hostile until proven otherwise: it can do with the board what it likes, and nothing beyond.
 * Uses the public interface of the simulator only.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"

struct gdb;

enum gdb_state {
    GDB_HALTED,   /* waits for the client */
    GDB_RUNNING,  /* the client waits for a stop */
    GDB_DETACHED, /* runs without a client */
    GDB_EXITED,   /* the guest ended itself; a client may still start it again */
    GDB_KILLED    /* the client wants the server to end */
};

struct gdb_port {
    void *context;
    /* Bytes to the client. */
    void (*send)(void *context, const char *bytes, size_t size);
};

/* sim outlives the server and is not run by anyone else meanwhile. NULL where memory is short. */
struct gdb *gdb_create(struct sim *sim, const struct gdb_port *port);
void gdb_destroy(struct gdb *gdb);

/* A client has connected: the board halts and nothing of an earlier client is left. */
void gdb_connect(struct gdb *gdb);
/* The client has gone: a board that it let run halts, one that it detached from runs on. */
void gdb_disconnect(struct gdb *gdb);
/* Bytes from the client, in any pieces. */
void gdb_receive(struct gdb *gdb, const char *bytes, size_t size);
/* Where the board runs: lets it do so for at most slice_ns simulated nanoseconds; tells the client
 * where it stops. */
void gdb_run(struct gdb *gdb, uint64_t slice_ns);

enum gdb_state gdb_state(const struct gdb *gdb);
/* Why the board stopped last. */
const struct sim_stop *gdb_last_stop(const struct gdb *gdb);
