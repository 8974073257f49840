/* Runs a timing program on a machine with both engines and compares each case with its cycles.
 * SPDX-License-Identifier: MIT
 *
 * usage: test_timing PROGRAM.ELF MACHINE
 * The program's table of cases (case.inc) says where each begins and ends and what it takes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/image.h"
#include "sim/sim.h"

#define CASES_MAX 32

struct row {
    uint32_t first, last, cycles, name;
};

struct bench {
    struct sim *sim;
    struct row row[CASES_MAX];
    size_t rows;
    uint64_t start[CASES_MAX], end[CASES_MAX];
    uint32_t result[CASES_MAX];
    unsigned ended[CASES_MAX]; /* times; the last one counts */
};

static void die(const char *text)
{
    fprintf(stderr, "%s\n", text);
    exit(2);
}

static void at_probe(void *context, uint32_t address, uint64_t cycle)
{
    struct bench *bench = context;
    for (size_t i = 0; i < bench->rows; i++) {
        const struct row *row = &bench->row[i];
        if (row->first == address)
            bench->start[i] = cycle;
        if (row->last == address) {
            bench->end[i] = cycle;
            bench->result[i] = sim_register(bench->sim, 0);
            bench->ended[i]++;
        }
    }
}

static void load(struct sim *sim, const struct image *image)
{
    struct sim_error error;
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        if (!sim_load(sim, segment->load_address, segment->bytes, segment->file_size, &error))
            die(error.text);
    }
}

/* The rows from begin to end of the section, of which only the start is known: a row of zeros. */
static void read_rows(struct bench *bench, const struct image *image)
{
    uint32_t address, end;
    if (!image_find(image, "cases", &address) || !image_find(image, "cases_end", &end))
        die("the program has no cases");
    for (; address < end; address += sizeof(struct row)) {
        if (bench->rows == CASES_MAX)
            die("more cases than CASES_MAX");
        sim_peek(bench->sim, address, &bench->row[bench->rows++], sizeof(struct row));
    }
}

static unsigned judge(const struct bench *bench, const char *engine)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < bench->rows; i++) {
        const struct row *row = &bench->row[i];
        char name[64] = "";
        for (size_t k = 0; k + 1 < sizeof name; k++)
            if (!sim_peek(bench->sim, row->name + (uint32_t)k, &name[k], 1) || name[k] == '\0')
                break;
        uint64_t got = row->first != 0 ? bench->end[i] - bench->start[i] : bench->result[i];
        if (bench->ended[i] == 0 || got != row->cycles) {
            printf("%s engine, %s: %" PRIu64 " cycles, not %" PRIu32 "%s\n", engine, name, got,
                   row->cycles, bench->ended[i] == 0 ? " (not reached)" : "");
            wrong++;
        }
    }
    return wrong;
}

static unsigned run(const struct image *image, const char *machine, bool stepper_only)
{
    static const uint64_t limit_ns = UINT64_C(1000000000);
    struct sim_config config = {.machine = machine, .stepper_only = stepper_only};
    struct sim_error error;
    struct bench bench = {0};
    bench.sim = sim_create(&config, &error);
    if (bench.sim == NULL)
        die(error.text);
    load(bench.sim, image);
    read_rows(&bench, image);
    struct sim_observer observer = {.context = &bench, .probe = at_probe};
    sim_observe(bench.sim, &observer);
    for (size_t i = 0; i < bench.rows; i++)
        if ((bench.row[i].first != 0 && !sim_probe(bench.sim, bench.row[i].first, &error)) ||
            !sim_probe(bench.sim, bench.row[i].last, &error))
            die(error.text);
    sim_reset(bench.sim);
    struct sim_stop stop = sim_run(bench.sim, limit_ns);
    unsigned wrong = judge(&bench, stepper_only ? "plain" : "fast");
    if (stop.reason != SIM_STOP_BREAKPOINT || strstr(stop.text, "#0 ") == NULL) {
        printf("the program did not reach its end: %s\n", stop.text);
        wrong++;
    }
    if (!stepper_only)
        printf("%zu cases\n", bench.rows);
    sim_destroy(bench.sim);
    return wrong;
}

int main(int argc, char **argv)
{
    struct image image;
    struct error error;
    if (argc != 3)
        die("usage: test_timing PROGRAM.ELF MACHINE");
    if (!image_open(&image, argv[1], &error))
        die(error.text);
    unsigned wrong = run(&image, argv[2], false) + run(&image, argv[2], true);
    image_close(&image);
    return wrong == 0 ? 0 : 1;
}
