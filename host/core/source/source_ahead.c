/* The thread that reads ahead, and its ring.
 * SPDX-License-Identifier: MIT
 */
#include "source_ahead.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/base/xalloc.h"

#define FULL_MS 5 /* how often a full ring is looked at */

struct source_ahead {
    int file;
    int filled; /* eventfd: the thread has put something into the ring, or has ended */
    int stop;   /* eventfd: the thread shall end */
    pthread_t thread;
    char *ring;          /* SOURCE_AHEAD_BYTES */
    atomic_size_t put;   /* bytes ever read; the thread's */
    atomic_size_t taken; /* the taker's */
    atomic_int ended;    /* 0, or 1 + errno of the read that ended it */
    bool is_running;
};

static void wake(int event_file)
{
    uint64_t one = 1;
    /* It can only fail where the counter is full, and then it is readable anyway. */
    ssize_t ignored = write(event_file, &one, sizeof one);
    (void)ignored;
}

enum wish { WISH_END, WISH_READ, WISH_AGAIN };

static enum wish wait_for(const struct source_ahead *ahead, bool has_room)
{
    struct pollfd pollers[] = {{.fd = ahead->stop, .events = POLLIN},
                               {.fd = has_room ? ahead->file : -1, .events = POLLIN}};
    if (poll(pollers, 2, has_room ? -1 : FULL_MS) <= 0)
        return WISH_AGAIN;
    return pollers[0].revents != 0 ? WISH_END : WISH_READ;
}

static void *read_ahead(void *context)
{
    struct source_ahead *ahead = context;
    size_t put = 0;
    for (;;) {
        size_t free_bytes = SOURCE_AHEAD_BYTES - (put - atomic_load(&ahead->taken));
        size_t at = put % SOURCE_AHEAD_BYTES, to_end = SOURCE_AHEAD_BYTES - at;
        size_t room = free_bytes < to_end ? free_bytes : to_end;
        enum wish wish = wait_for(ahead, room != 0);
        if (wish == WISH_END)
            return NULL;
        if (wish == WISH_AGAIN)
            continue;
        ssize_t got = read(ahead->file, ahead->ring + at, room);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (got > 0)
            atomic_store(&ahead->put, put += (size_t)got);
        else
            atomic_store(&ahead->ended, got < 0 ? 1 + errno : 1);
        wake(ahead->filled);
        if (got <= 0)
            return NULL;
    }
}

/* Signals are for the thread that acts on them. */
static int start_thread(struct source_ahead *ahead)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_RR);
    pthread_attr_setschedparam(&attributes, &(struct sched_param){.sched_priority = 1});
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int problem = pthread_create(&ahead->thread, &attributes, read_ahead, ahead);
    if (problem == EPERM)
        problem = pthread_create(&ahead->thread, NULL, read_ahead, ahead);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return problem;
}

struct source_ahead *source_ahead_start(int file, struct error *error)
{
    struct source_ahead *ahead = xcalloc(1, sizeof *ahead);
    ahead->file = file;
    ahead->filled = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    ahead->stop = eventfd(0, EFD_CLOEXEC);
    /* Its pages are there before the first byte is. */
    ahead->ring = mmap(NULL, SOURCE_AHEAD_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    int problem = errno;
    if (ahead->filled >= 0 && ahead->stop >= 0 && ahead->ring != MAP_FAILED)
        problem = start_thread(ahead);
    ahead->is_running = problem == 0;
    if (ahead->is_running)
        return ahead;
    error_set(error, "cannot read ahead: %s; end other programs and try again", strerror(problem));
    source_ahead_stop(ahead);
    return NULL;
}

void source_ahead_stop(struct source_ahead *ahead)
{
    if (ahead == NULL)
        return;
    if (ahead->is_running) {
        wake(ahead->stop);
        pthread_join(ahead->thread, NULL);
    }
    if (ahead->filled >= 0)
        close(ahead->filled);
    if (ahead->stop >= 0)
        close(ahead->stop);
    if (ahead->ring != MAP_FAILED)
        munmap(ahead->ring, SOURCE_AHEAD_BYTES);
    free(ahead);
}

int source_ahead_file(const struct source_ahead *ahead)
{
    return ahead->filled;
}

size_t source_ahead_take(struct source_ahead *ahead, void *bytes, size_t size)
{
    uint64_t count;
    size_t taken = atomic_load(&ahead->taken);
    /* Cleared before the look, so that what is put after it is told again. */
    ssize_t ignored = read(ahead->filled, &count, sizeof count);
    (void)ignored;
    size_t there = atomic_load(&ahead->put) - taken, at = taken % SOURCE_AHEAD_BYTES;
    size_t length = there < size ? there : size;
    if (length > SOURCE_AHEAD_BYTES - at)
        length = SOURCE_AHEAD_BYTES - at;
    memcpy(bytes, ahead->ring + at, length);
    atomic_store(&ahead->taken, taken + length);
    /* An end is told as often as one asks. */
    if (there > length || atomic_load(&ahead->ended) != 0)
        wake(ahead->filled);
    return length;
}

bool source_ahead_ended(const struct source_ahead *ahead, int *problem)
{
    int ended = atomic_load(&ahead->ended);
    *problem = ended - 1;
    return ended != 0 && atomic_load(&ahead->put) == atomic_load(&ahead->taken);
}
