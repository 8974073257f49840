/* What the renderers of several forms have in common: the measurements of all runs, and words.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "host/core/run/facts.h"
#include "host/core/run/report.h"

/* One measurement: a metric, or a series of a phase. Names point into the runs. */
struct item {
    const char *name, *phase; /* phase NULL where none */
};

/* All measurements that have statistics in at least one run: in the order of the first run, then
 * what only later ones have. */
struct items {
    struct item *list;
    size_t count, capacity;
};

struct items items_of(const struct report_set *set);
void items_free(struct items *items);

/* Of one run; NULL where it has no such statistics. */
const struct series *item_series(const struct report *report, const struct item *item);
/* Published for the report's board; NULL where nothing is. */
const struct published *item_published(const struct report *report, const struct item *item);
/* "idle irq_entry", or "slice_A_B". Returns text. */
#define ITEM_LABEL_MAX 128
const char *item_label(const struct item *item, char text[static ITEM_LABEL_MAX]);
/* What one sample is, by wire/results.def; NULL for a name that it lacks. */
const char *item_meaning(const struct item *item);

/* (ours - theirs) of theirs as "+0.7 %". theirs may be 0: then "". Returns text. */
#define DIFFERENCE_MAX 32
const char *difference_text(uint64_t ours, uint64_t theirs, char text[static DIFFERENCE_MAX]);

/* How a run stands for itself in a comparison: "A", "B", ... */
char report_letter(size_t index);

/* What a reader must know about the figures of one run, and can read off them, a paragraph each. */
struct reading {
    void (*say)(void *context, const char *paragraph);
    void *context;
};
void reading_clock(const struct report *report, const struct reading *reading);
void reading_whole(const struct report *report, const struct reading *reading);
/* What a verdict means, a sentence. */
#define VERDICT_TEXT_MAX 128
const char *verdict_text(const struct report *report, char text[static VERDICT_TEXT_MAX]);

/* "-20.000 ppm against the analyser, n 2,047, 95 % -20.100 to -19.900". Returns text. */
#define CLOCK_TEXT_MAX 160
const char *clock_text(const struct run_clock *clock, char text[static CLOCK_TEXT_MAX]);

/* Where a run comes from: one call for each thing known. */
struct about {
    void (*say)(void *context, const char *what, const char *value);
    void *context;
};
void about_run(const struct report *report, const struct about *about);
