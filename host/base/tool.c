/* Runs a program of others.
 * SPDX-License-Identifier: MIT
 */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

extern char **environ;

/* How long a signal that came just before the wait can go unnoticed. */
#define SLICE_MS 100
#define NS_PER_MS 1000000

bool tool_exists(const char *name)
{
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        char candidate[4096];
        int written = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)length, path, name);
        if (length != 0 && written < (int)sizeof candidate && access(candidate, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

static int set_actions(posix_spawn_file_actions_t *actions)
{
    int problem = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    return problem != 0 ? problem
                        : posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDOUT_FILENO);
}

/* SIGPIPE is ignored here (interrupt.h), which a program would inherit. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
}

static int start(char *const *argv, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int problem = posix_spawn_file_actions_init(&actions);
    if (problem != 0)
        return problem;
    problem = posix_spawnattr_init(&attributes);
    if (problem == 0) {
        problem = set_actions(&actions);
        if (problem == 0)
            problem = set_attributes(&attributes);
        if (problem == 0)
            problem = posix_spawnp(child, argv[0], &actions, &attributes, argv, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / NS_PER_MS;
}

/* Whether it ended before a point of time (-1: none), or before a signal where that counts. */
static bool ends(int child_file, int64_t end_ms, bool interruptible)
{
    for (;;) {
        if (interruptible && interrupt_signal() != 0)
            return false;
        int64_t left = end_ms >= 0 ? end_ms - now_ms() : SLICE_MS;
        if (left < 0)
            left = 0;
        struct pollfd poller = {.fd = child_file, .events = POLLIN};
        if (poll(&poller, 1, left < SLICE_MS ? (int)left : SLICE_MS) > 0)
            return true;
        if (end_ms >= 0 && now_ms() >= end_ms)
            return false;
    }
}

/* Its whole group: a script's own children would live on. */
static void end(pid_t child, int child_file)
{
    kill(-child, SIGINT);
    bool gone = ends(child_file, now_ms() + TOOL_GRACE_MS, false);
    kill(-child, SIGKILL);
    if (!gone)
        kill(child, SIGKILL);
}

static int status_of(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static bool say_end(const char *name, int status, struct error *error)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status))
        error_set(error, "%s: ended with status %d; what it said stands above", name,
                  WEXITSTATUS(status));
    else
        error_set(error, "%s: ended by signal %d", name, WTERMSIG(status));
    return false;
}

bool tool_run(char *const *argv, uint64_t max_ns, struct error *error)
{
    pid_t child;
    int problem = start(argv, &child);
    if (problem != 0) {
        error_set(error, "%s: cannot be run: %s; install it, or do its work by hand", argv[0],
                  strerror(problem));
        return false;
    }
    int child_file = pidfd_open(child, 0);
    if (child_file < 0) {
        error_set(error, "%s: cannot be waited for: %s", argv[0], strerror(errno));
        kill(-child, SIGKILL);
        status_of(child);
        return false;
    }
    int64_t end_ms = max_ns != 0 ? now_ms() + (int64_t)(max_ns / NS_PER_MS) : -1;
    bool ended = ends(child_file, end_ms, true);
    if (!ended)
        end(child, child_file);
    close(child_file);
    int status = status_of(child);
    if (ended)
        return say_end(argv[0], status, error);
    if (interrupt_signal() != 0)
        error_set(error, "%s: interrupted", argv[0]);
    else
        error_set(error,
                  "%s: did not end in time and was stopped; look at the cable and the board, "
                  "or wait longer with --max-time",
                  argv[0]);
    return false;
}
