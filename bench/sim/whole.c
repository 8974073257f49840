/* How fast a whole RTOS_BENCH_V1 is simulated, and how much memory that takes at most; the memory
 * of a guest that makes as much pre-decoded code as it can. SPDX-License-Identifier: MIT
 *
 * usage: whole TAILCHAIN BOARD FIRMWARE.elf GUEST.elf
 * Each run is a process of its own. Seconds are of the processor, user and system together, so that
 * what else the host does counts little; each figure is the median of RUNS, which take turns.
 */
#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNS 3
extern char **environ;

struct cost {
    double seconds, peak_mib;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "whole: %s: %s\n", what, why);
    exit(2);
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static struct cost run(char **arguments)
{
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    int status;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid, arguments[0], &actions, NULL, arguments, environ) != 0)
        fail(arguments[0], "cannot be started");
    posix_spawn_file_actions_destroy(&actions);
    if (wait4(pid, &status, 0, &usage) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail(arguments[2], "its run did not end with status 0");
    return (struct cost){seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                         (double)usage.ru_maxrss / 1024};
}

static double simulated_seconds(const char *report)
{
    json_error_t error;
    json_t *root = json_load_file(report, 0, &error);
    const json_t *ns = json_object_get(json_object_get(root, "environment"), "simulated_ns");
    if (!json_is_integer(ns))
        fail(report, root != NULL ? "no environment.simulated_ns" : error.text);
    double seconds = (double)json_integer_value(ns) / 1e9;
    json_decref(root);
    return seconds;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *name, double simulated, double *seconds, double peak_mib)
{
    qsort(seconds, RUNS, sizeof *seconds, compare);
    double middle = seconds[RUNS / 2];
    printf("%-30s %9.2f %9.2f %9.2f  (%.2f to %.2f) %8.1f\n", name, simulated, middle,
           simulated / middle, simulated / seconds[RUNS - 1], simulated / seconds[0], peak_mib);
}

static void measure_board(char *tailchain, char *firmware)
{
    char report[] = "/tmp/tailchain-bench-XXXXXX";
    int file = mkstemp(report);
    if (file < 0)
        fail(report, "cannot be made");
    close(file);
    char *skipping[] = {tailchain, "run", firmware, "--json", report, NULL};
    char *executing[] = {tailchain, "run", firmware, "--no-idle-skip", NULL};
    double with[RUNS], without[RUNS], peak_with = 0, peak_without = 0;
    for (int k = 0; k < RUNS; k++) {
        struct cost cost = run(skipping);
        with[k] = cost.seconds;
        peak_with = cost.peak_mib > peak_with ? cost.peak_mib : peak_with;
        cost = run(executing);
        without[k] = cost.seconds;
        peak_without = cost.peak_mib > peak_without ? cost.peak_mib : peak_without;
    }
    double simulated = simulated_seconds(report);
    remove(report);
    print("RTOS_BENCH_V1", simulated, with, peak_with);
    print("RTOS_BENCH_V1 --no-idle-skip", simulated, without, peak_without);
}

static void measure_guest(char *tailchain, char *guest)
{
    char *arguments[] = {tailchain, "run", guest, "--machine", "stm32f407", NULL};
    struct cost cost = run(arguments);
    printf("%-30s %9s %9.2f %9s %17s %8.1f\n", "a guest that makes blocks", "", cost.seconds, "",
           "", cost.peak_mib);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: %s TAILCHAIN BOARD FIRMWARE.elf GUEST.elf\n", argv[0]);
        return 2;
    }
    printf("\nWhole runs on %s; processor seconds here, medians of %d runs, peak memory in MiB.\n\n"
           "%-30s %9s %9s %9s %17s %8s\n",
           argv[2], RUNS, "", "simulated", "here", "rate", "", "memory");
    measure_board(argv[1], argv[3]);
    measure_guest(argv[1], argv[4]);
    return 0;
}
