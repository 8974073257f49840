/* A board made of C under gdb: one client after another, through a socket.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

#include "host/base/listener.h"
#include "source_sim.h"

struct debug_sim_options {
    const struct source_sim_options *board;
    const struct listener *listener;
    void *context;
    /* Once, when the board is there and halted at its reset. */
    void (*ready)(void *context);
    /* What the guest writes: serial ports and semihosting; is_error: to its standard error. */
    void (*write)(void *context, bool is_error, const char *bytes, size_t size);
    /* Semihosting's console input: up to size bytes, 0 at its end. */
    size_t (*read)(void *context, char *bytes, size_t size);
    /* A line of advice, or about clients that come and go. */
    void (*log)(void *context, const char *line);
};

enum debug_sim_end {
    DEBUG_SIM_KILLED,     /* gdb's kill */
    DEBUG_SIM_EXITED,     /* the guest ended itself, and the client has gone */
    DEBUG_SIM_INTERRUPTED /* a signal, see interrupt.h */
};

struct debug_sim_outcome {
    enum debug_sim_end end;
    int status; /* DEBUG_SIM_EXITED: the guest's exit status */
    uint64_t simulated_ns;
};

/* False and error where it could not be started. The board waits for a client at its reset. */
bool debug_sim_run(const struct image *image, const char *image_name,
                   const struct debug_sim_options *options, struct debug_sim_outcome *outcome,
                   struct error *error);
