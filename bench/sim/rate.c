/* How many guest instructions a second: ours against qemu-system-arm, the same images, in one run.
 * SPDX-License-Identifier: MIT
 *
 * usage: rate FOLDER KERNEL...
 * FOLDER/<kernel>_small.elf and _big.elf differ in their number of rounds only: the difference of
 * their times leaves start-up out, the difference of our instruction counts is what both executed.
 * Each ratio is the median of PAIRS interleaved pairs. QEMU counts no cycles; it is started with
 * -icount shift=3,sleep=off, which makes its time as deterministic as it can be.
 */
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "host/core/image/image.h"
#include "sim/sim.h"

#define PAIRS 5
#define LIMIT_NS UINT64_C(3600000000000)
extern char **environ;

struct measured {
    double seconds;
    uint64_t instructions;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "rate: %s: %s\n", what, why);
    exit(2);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct measured run_ours(const char *path)
{
    struct image image;
    struct error error;
    struct sim_error why;
    struct sim_config config = {.machine = "stm32f407"};
    double start = now();
    if (!image_open(&image, path, &error))
        fail(path, error.text);
    struct sim *sim = sim_create(&config, &why);
    if (sim == NULL)
        fail(path, why.text);
    for (size_t i = 0; i < image.segment_count; i++) {
        const struct image_segment *segment = &image.segments[i];
        if (!sim_load(sim, segment->load_address, segment->bytes, segment->file_size, &why))
            fail(path, why.text);
    }
    sim_enable_semihosting(sim, &(struct sim_semihosting){0});
    sim_reset(sim);
    struct sim_stop stop = sim_run(sim, LIMIT_NS);
    if (stop.reason != SIM_STOP_EXIT)
        fail(path, stop.text);
    struct measured result = {now() - start, sim_instructions(sim) - sim_skipped_instructions(sim)};
    sim_destroy(sim);
    image_close(&image);
    return result;
}

static struct measured run_qemu(const char *path)
{
    char *arguments[] = {"qemu-system-arm",
                         "-M",
                         "netduinoplus2",
                         "-icount",
                         "shift=3,sleep=off",
                         "-nographic",
                         "-semihosting-config",
                         "enable=on,target=native",
                         "-kernel",
                         (char *)path,
                         NULL};
    pid_t pid;
    int status;
    double start = now();
    if (posix_spawnp(&pid, arguments[0], NULL, NULL, arguments, environ) != 0)
        fail(arguments[0], "cannot be started; install the package qemu-system-arm");
    if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail(path, "QEMU did not end with status 0");
    return (struct measured){now() - start, 0};
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, PAIRS, sizeof *values, compare);
    return values[PAIRS / 2];
}

static void measure(const char *folder, const char *kernel)
{
    char small[4096], big[4096];
    double ours[PAIRS], qemu[PAIRS], ratio[PAIRS];
    uint64_t instructions = 0;
    snprintf(small, sizeof small, "%s/%s_small.elf", folder, kernel);
    snprintf(big, sizeof big, "%s/%s_big.elf", folder, kernel);
    for (int pair = 0; pair < PAIRS; pair++) {
        struct measured one = run_ours(small), two = run_ours(big);
        double qemu_seconds = run_qemu(big).seconds - run_qemu(small).seconds;
        instructions = two.instructions - one.instructions;
        ours[pair] = (double)instructions / (two.seconds - one.seconds) / 1e6;
        qemu[pair] = (double)instructions / qemu_seconds / 1e6;
        ratio[pair] = ours[pair] / qemu[pair];
    }
    double middle = median(ratio);
    printf("%-10s %14" PRIu64 " %8.0f %8.0f %7.2f  (%.2f to %.2f)\n", kernel, instructions,
           median(ours), median(qemu), middle, ratio[0], ratio[PAIRS - 1]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s FOLDER KERNEL...\n", argv[0]);
        return 2;
    }
    printf("Million guest instructions a second, stm32f407 here, netduinoplus2 in QEMU\n"
           "(-icount shift=3,sleep=off); medians of %d interleaved pairs.\n\n"
           "kernel       instructions     ours     QEMU   ratio\n",
           PAIRS);
    for (int i = 2; i < argc; i++)
        measure(argv[1], argv[i]);
    printf("\nOurs counts cycles, QEMU does not. ping_pong: QEMU's ticks come at other places, so\n"
           "that its instruction count is ours only within a tick's share.\n");
    return 0;
}
