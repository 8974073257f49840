/* A board under gdb.
 * SPDX-License-Identifier: MIT
 */
#include "debug_sim.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/base/buf.h"
#include "host/base/interrupt.h"
#include "stop_sim.h"
#include "sim/debug/gdb.h"

/* Simulated time between two looks at the client: some milliseconds here. */
#define SLICE_NS 5000000u
/* How long it listens before it looks whether a signal came just before; real time. */
#define LISTEN_MS 250
#define NO_CLIENT (-1)

struct serving {
    struct sim *sim;
    struct gdb *gdb;
    const struct debug_sim_options *options;
    int client;
    struct buf out;
};

/* ---- what comes from the board ---- */

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    const struct serving *serving = context;
    char c = (char)byte;
    (void)usart;
    (void)cycle;
    serving->options->write(serving->options->context, false, &c, 1);
}

static void on_log(void *context, const char *line)
{
    const struct serving *serving = context;
    serving->options->log(serving->options->context, line);
}

static void on_console(void *context, bool is_error, const char *bytes, size_t size)
{
    const struct serving *serving = context;
    serving->options->write(serving->options->context, is_error, bytes, size);
}

static size_t on_input(void *context, char *bytes, size_t size)
{
    const struct serving *serving = context;
    return serving->options->read(serving->options->context, bytes, size);
}

static void on_send(void *context, const char *bytes, size_t size)
{
    struct serving *serving = context;
    if (serving->client != NO_CLIENT)
        buf_add(&serving->out, bytes, size);
}

/* ---- clients ---- */

static void lose_client(struct serving *serving)
{
    close(serving->client);
    serving->client = NO_CLIENT;
    serving->out.length = 0;
    gdb_disconnect(serving->gdb);
}

static void flush(struct serving *serving)
{
    bool sent = serving->client == NO_CLIENT ||
                listener_send(serving->client, serving->out.bytes, serving->out.length);
    serving->out.length = 0;
    if (!sent)
        lose_client(serving);
}

static void accept_client(struct serving *serving)
{
    serving->client = listener_accept(serving->options->listener);
    if (serving->client == NO_CLIENT)
        return;
    gdb_connect(serving->gdb);
}

static void hear_client(struct serving *serving)
{
    char bytes[4096];
    ssize_t got = recv(serving->client, bytes, sizeof bytes, 0);
    if (got > 0)
        gdb_receive(serving->gdb, bytes, (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        lose_client(serving);
}

static bool is_running(const struct serving *serving)
{
    enum gdb_state state = gdb_state(serving->gdb);
    return state == GDB_RUNNING || state == GDB_DETACHED;
}

static void look_at_sockets(struct serving *serving)
{
    bool waits = serving->client == NO_CLIENT;
    struct pollfd poll_file = {.fd = waits ? serving->options->listener->file : serving->client,
                               .events = POLLIN};
    if (poll(&poll_file, 1, is_running(serving) ? 0 : LISTEN_MS) <= 0)
        return;
    if (waits)
        accept_client(serving);
    else
        hear_client(serving);
}

static bool has_ended(const struct serving *serving, struct debug_sim_outcome *outcome)
{
    enum gdb_state state = gdb_state(serving->gdb);
    if (interrupt_signal() != 0)
        outcome->end = DEBUG_SIM_INTERRUPTED;
    else if (state == GDB_KILLED)
        outcome->end = DEBUG_SIM_KILLED;
    else if (state == GDB_EXITED && serving->client == NO_CLIENT) {
        outcome->end = DEBUG_SIM_EXITED;
        outcome->status = gdb_last_stop(serving->gdb)->status;
    } else
        return false;
    return true;
}

static void serve(struct serving *serving, struct debug_sim_outcome *outcome)
{
    while (!has_ended(serving, outcome)) {
        bool detached = gdb_state(serving->gdb) == GDB_DETACHED;
        gdb_run(serving->gdb, SLICE_NS);
        if (detached && gdb_state(serving->gdb) == GDB_HALTED && interrupt_signal() == 0)
            on_log(serving, gdb_last_stop(serving->gdb)->text);
        flush(serving);
        if (!has_ended(serving, outcome))
            look_at_sockets(serving);
        flush(serving);
    }
}

bool debug_sim_run(const struct image *image, const char *image_name,
                   const struct debug_sim_options *options, struct debug_sim_outcome *outcome,
                   struct error *error)
{
    struct serving serving = {.options = options, .client = NO_CLIENT};
    *outcome = (struct debug_sim_outcome){0};
    serving.sim = source_sim_start(image, image_name, options->board, error);
    if (serving.sim == NULL)
        return false;
    serving.gdb = gdb_create(serving.sim, &(struct gdb_port){&serving, on_send});
    if (serving.gdb == NULL) {
        error_set(error, "no memory for the debugger");
        sim_destroy(serving.sim);
        return false;
    }
    sim_observe(serving.sim,
                &(struct sim_observer){.context = &serving, .uart = on_uart, .log = on_log});
    sim_enable_semihosting(
        serving.sim,
        &(struct sim_semihosting){.context = &serving, .write = on_console, .read = on_input});
    sim_reset(serving.sim);
    stop_sim_by_signal(serving.sim);
    options->ready(options->context);
    serve(&serving, outcome);
    outcome->simulated_ns = sim_time_ns(serving.sim);
    stop_sim_by_signal(NULL);
    if (serving.client != NO_CLIENT)
        lose_client(&serving);
    buf_free(&serving.out);
    gdb_destroy(serving.gdb);
    sim_destroy(serving.sim);
    return true;
}
