/* Runs any bare-metal image on a board made of C, its console on ours.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "source_sim.h"

struct plain_sim_options {
    const struct source_sim_options *board; /* the limit, and how to simulate; no callbacks */
    void *context;
    /* What the guest writes: serial ports and semihosting; is_error: to its standard error. */
    void (*write)(void *context, bool is_error, const char *bytes, size_t size);
    /* Semihosting's console input: up to size bytes, 0 at its end. */
    size_t (*read)(void *context, char *bytes, size_t size);
    /* A line of advice. */
    void (*log)(void *context, const char *line);
    bool stop_on_fault;
    const char *command_line; /* of the guest */
};

enum plain_sim_end {
    PLAIN_SIM_EXITED,      /* the guest ended itself through semihosting */
    PLAIN_SIM_LIMIT,       /* the limit passed without it */
    PLAIN_SIM_INTERRUPTED, /* a signal, see interrupt.h */
    PLAIN_SIM_STOPPED      /* the guest: fault, lock-up, something not modelled */
};

struct plain_sim_outcome {
    enum plain_sim_end end;
    int status;    /* PLAIN_SIM_EXITED */
    bool in_fault; /* PLAIN_SIM_LIMIT: it was in the handler of a fault */
    uint64_t cycles, simulated_ns;
    char stop[512];     /* one line, where it stopped */
    struct buf details; /* several lines: registers, fault status, backtrace; buf_free it */
};

/* False and error where it could not be started. */
bool plain_sim_run(const struct image *image, const char *image_name,
                   const struct plain_sim_options *options, struct plain_sim_outcome *outcome,
                   struct error *error);
