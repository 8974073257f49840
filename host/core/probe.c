/* Runs OpenOCD.
 * SPDX-License-Identifier: MIT
 */
#include "probe.h"

#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/buf.h"

#define TOOL "openocd"

extern char **environ;

static const struct probe {
    const char *board, *scripts[2];
} probes[] = {
#define PROBE(board, first, second) {board, {first, second}},
#include "probe.def"
};

static const struct probe *find(const char *board)
{
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++)
        if (strcmp(probes[i].board, board) == 0)
            return &probes[i];
    return NULL;
}

bool probe_knows(const char *board)
{
    return find(board) != NULL;
}

/* Its standard output would mix with ours. */
static int spawn(char *const *argv, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int problem = posix_spawn_file_actions_init(&actions);
    if (problem != 0)
        return problem;
    problem = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (problem == 0)
        problem = posix_spawnp(child, TOOL, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

static bool run(const char *board, char *commands, struct error *error)
{
    const struct probe *probe = find(board);
    assert(probe != NULL);
    char *argv[8] = {TOOL};
    size_t count = 1;
    for (size_t i = 0; i < 2; i++)
        if (probe->scripts[i][0] != '\0') {
            argv[count++] = "-f";
            argv[count++] = (char *)probe->scripts[i];
        }
    argv[count++] = "-c";
    argv[count++] = commands;
    pid_t child;
    int status = 0, problem = spawn(argv, &child);
    if (problem != 0) {
        error_set(error, TOOL ": cannot be run: %s; install it, or flash and reset by hand",
                  strerror(problem));
        return false;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status))
        error_set(error, TOOL ": ended with status %d; what it said stands above",
                  WEXITSTATUS(status));
    else
        error_set(error, TOOL ": ended by signal %d", WTERMSIG(status));
    return false;
}

bool probe_halt(const char *board, const char *image, struct error *error)
{
    struct buf commands = {0};
    /* Its words are Tcl's: braces keep every path but one with braces of its own. */
    if (image != NULL && strpbrk(image, "{}\\") != NULL) {
        error_set(error, "%s: " TOOL " takes no path with braces or backslashes; rename it", image);
        return false;
    }
    if (image != NULL)
        buf_printf(&commands, "program {%s} verify; ", image);
    else
        buf_printf(&commands, "init; ");
    buf_printf(&commands, "reset halt; shutdown");
    buf_add(&commands, "", 1);
    bool ok = run(board, commands.bytes, error);
    buf_free(&commands);
    return ok;
}

bool probe_run(const char *board, struct error *error)
{
    char commands[] = "init; reset run; shutdown";
    return run(board, commands, error);
}
