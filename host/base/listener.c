/* A TCP socket that waits for clients.
 * SPDX-License-Identifier: MIT
 */
#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "interrupt.h"

static bool is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
    const struct sockaddr_in *in = (const void *)address;
    return ntohl(in->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/* What the socket is bound to, port included. */
static void read_name(struct listener *listener)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char host[64] = "?", port[16] = "?";
    struct sockaddr *generic = (struct sockaddr *)&address;
    if (getsockname(listener->file, generic, &size) != 0)
        return;
    getnameinfo(generic, size, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(listener->name, sizeof listener->name,
             generic->sa_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
    listener->loopback = is_loopback(generic);
}

/* 0, or what errno said. */
static int try_address(struct listener *listener, const struct addrinfo *at)
{
    int yes = 1;
    listener->file = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener->file < 0)
        return errno;
    /* A port that an earlier run has left in TIME_WAIT is free; one that is listened on is not. */
    setsockopt(listener->file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener->file, at->ai_addr, at->ai_addrlen) == 0 && listen(listener->file, 1) == 0)
        return 0;
    int why = errno;
    listener_close(listener);
    return why;
}

static void explain(struct error *error, const char *address, unsigned port, int why)
{
    if (why == EADDRINUSE)
        error_set(error, "%s: port %u is taken; choose another with --port, or 0 for any", address,
                  port);
    else if (why == EADDRNOTAVAIL)
        error_set(error, "%s: is no address of this machine; `ip address` lists them", address);
    else if (why == EACCES)
        error_set(error, "%s: port %u needs privileges; choose one above 1023 with --port", address,
                  port);
    else
        error_set(error, "%s: cannot listen on port %u: %s", address, port, strerror(why));
}

bool listener_open(struct listener *listener, const char *address, unsigned port,
                   struct error *error)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV},
                    *found = NULL;
    char service[16];
    snprintf(service, sizeof service, "%u", port);
    *listener = (struct listener){.file = -1};
    if (getaddrinfo(address, service, &hints, &found) != 0) {
        error_set(error,
                  "'%s' is no numeric address; give one of this machine, such as 127.0.0.1, "
                  "::1 or 0.0.0.0",
                  address);
        return false;
    }
    int why = try_address(listener, found);
    freeaddrinfo(found);
    if (why != 0)
        explain(error, address, port, why);
    else
        read_name(listener);
    return why == 0;
}

int listener_accept(const struct listener *listener)
{
    int yes = 1, client = accept4(listener->file, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    /* Packets are small, and each waits for the one before. */
    if (client >= 0)
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return client;
}

void listener_close(struct listener *listener)
{
    if (listener->file >= 0)
        close(listener->file);
    listener->file = -1;
}

bool listener_send(int client, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size != 0) {
        ssize_t sent = send(client, from, size, MSG_NOSIGNAL);
        if (sent > 0) {
            from += sent;
            size -= (size_t)sent;
            continue;
        }
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        struct pollfd wait = {.fd = client, .events = POLLOUT};
        if (interrupt_signal() != 0 || (poll(&wait, 1, -1) < 0 && errno != EINTR))
            return false;
    }
    return true;
}
