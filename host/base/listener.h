/* A TCP socket that waits for clients, one at a time.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct listener {
    int file;
    char name[128]; /* "127.0.0.1:3333" as it is; "[::1]:3333" */
    bool loopback;  /* only this machine can reach it */
};

/* address: a numeric IPv4 or IPv6 address. port: 0 for any that is free.
 * False and error where it is no address of this machine, or the port is taken. */
bool listener_open(struct listener *listener, const char *address, unsigned port,
                   struct error *error);
/* The next client that waits, without waiting for it; -1: none. */
int listener_accept(const struct listener *listener);
void listener_close(struct listener *listener);

/* Sends all; waits where the client is slow. False: it is gone. */
bool listener_send(int client, const void *bytes, size_t size);
