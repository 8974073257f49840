/* Plants a change into a capture, consistently: samples, statistics and checksums.
 * SPDX-License-Identifier: MIT
 *
 * plant [--cycles K] [--series NAME] [--phase PHASE] [--every N] [--noise SEED] < RUN.LOG
 * Adds K (may be negative; 0 by default) to every Nth sample (1 by default) of one series, or of
 * all. --noise adds to each series an offset of its own of -1 to +1 tick, as a board that is reset
 * does now and then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/base/xalloc.h"
#include "host/core/run/run.h"
#include "host/core/run/stats.h"
#include "wire/wire.h"

struct planting {
    int64_t cycles;
    const char *series, *phase;
    uint64_t every;
    uint64_t seed; /* 0: no noise */
    /* The series of the RESULT lines that are to come, as changed. */
    struct samples {
        char name[64];
        uint64_t *ticks;
        size_t count, capacity;
        int64_t offset;
    } kept[3]; /* a metric's; a phase's two */
};

static void put(void *context, char byte)
{
    (void)context;
    putchar(byte);
}

static const struct wire_sink to_stdout = {put, NULL};

static int64_t next_offset(struct planting *p)
{
    if (p->seed == 0)
        return 0;
    /* SplitMix64 (Steele, Lea and Flood, 2014): near seeds give unlike numbers. */
    uint64_t z = p->seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (int64_t)((z ^ z >> 31) % 3) - 1;
}

static bool is_chosen(const struct planting *p, const char *name, const char *phase)
{
    bool of_phase = p->phase == NULL || (phase != NULL && strcmp(phase, p->phase) == 0);
    return of_phase && (p->series == NULL || strcmp(name, p->series) == 0);
}

static uint64_t change(struct planting *p, struct samples *samples, const char *name,
                       const char *phase, uint64_t index, uint64_t ticks)
{
    if (index == 0) {
        samples->count = 0;
        samples->offset = next_offset(p);
        snprintf(samples->name, sizeof samples->name, "%s", name);
    }
    int64_t changed = (int64_t)ticks + samples->offset;
    if (is_chosen(p, name, phase) && index % p->every == 0)
        changed += p->cycles;
    samples->ticks =
        xgrow(samples->ticks, &samples->capacity, samples->count + 1, sizeof *samples->ticks);
    samples->ticks[samples->count++] = (uint64_t)changed;
    return (uint64_t)changed;
}

static char *word(const struct wire_value *value)
{
    return xstrndup(value->text, value->length);
}

static void change_row(struct planting *p, struct wire_record *record)
{
    char *name = word(&record->value[WIRE_RAW_NAME]);
    struct wire_value *ticks = &record->value[WIRE_RAW_TICKS];
    ticks->number =
        change(p, &p->kept[0], name, NULL, record->value[WIRE_RAW_INDEX].number, ticks->number);
    free(name);
}

static void change_pair(struct planting *p, struct wire_record *record)
{
    char *phase = word(&record->value[WIRE_RAW_PAIR_PHASE]);
    for (int i = 0; i < WIRE_PAIRS; i++) {
        struct wire_value *ticks = &record->value[WIRE_RAW_PAIR_IRQ_ENTRY + i];
        ticks->number = change(p, &p->kept[1 + i], wire_pairs[i].name, phase,
                               record->value[WIRE_RAW_PAIR_INDEX].number, ticks->number);
    }
    free(phase);
}

static void change_result(struct planting *p, struct wire_record *record)
{
    char *name = word(&record->value[WIRE_RESULT_NAME]);
    for (size_t i = 0; i < sizeof p->kept / sizeof p->kept[0]; i++) {
        if (p->kept[i].count == 0 || strcmp(p->kept[i].name, name) != 0)
            continue;
        struct stats stats =
            stats_of(p->kept[i].ticks, p->kept[i].count, record->value[WIRE_RESULT_HZ].number);
        for (int item = 0; item < STATS_ITEMS; item++) {
            record->value[WIRE_RESULT_MIN_TICKS + item].number = stats.ticks[item];
            record->value[WIRE_RESULT_MIN_NS + item].number = stats.ns[item];
        }
    }
    free(name);
}

static void plant_line(struct planting *p, const char *line, size_t length)
{
    struct wire_record record;
    int field;
    if (wire_parse(line, length, &record, &field) != WIRE_OK) {
        fwrite(line, 1, length, stdout);
        putchar('\n');
        return;
    }
    if (record.kind == WIRE_RAW)
        change_row(p, &record);
    else if (record.kind == WIRE_RAW_PAIR)
        change_pair(p, &record);
    else if (record.kind == WIRE_RESULT)
        change_result(p, &record);
    wire_write(&to_stdout, &record);
}

static void read_options(struct planting *p, int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--cycles") == 0)
            p->cycles = strtoll(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--series") == 0)
            p->series = argv[i + 1];
        else if (strcmp(argv[i], "--phase") == 0)
            p->phase = argv[i + 1];
        else if (strcmp(argv[i], "--every") == 0)
            p->every = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--noise") == 0)
            p->seed = strtoull(argv[i + 1], NULL, 10);
        else
            exit(2);
    }
}

int main(int argc, char **argv)
{
    struct planting p = {.every = 1};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    read_options(&p, argc, argv);
    while ((length = getline(&line, &capacity, stdin)) > 0)
        plant_line(&p, line, (size_t)length - (line[length - 1] == '\n'));
    free(line);
    for (size_t i = 0; i < sizeof p.kept / sizeof p.kept[0]; i++)
        free(p.kept[i].ticks);
    return ferror(stdout) != 0;
}
