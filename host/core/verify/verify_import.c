/* Checks the lines of an imported run: their order, their marks, what END_IMPORT counts.
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

#include <inttypes.h>
#include <string.h>

#define AGAIN "was the run edited? import again"

/* The kinds of an imported run in their order; a metric goes through RAW, MARK and RESULT. */
static int place_of(enum wire_kind kind)
{
    static const enum wire_kind order[] = {WIRE_IMPORT, WIRE_CLOCK,  WIRE_RAW,
                                           WIRE_MARK,   WIRE_RESULT, WIRE_END_IMPORT};
    for (int i = 0; i < (int)(sizeof order / sizeof order[0]); i++)
        if (order[i] == kind)
            return i;
    return -1;
}

static void check_order(struct run *run)
{
    int at = -1;
    for (size_t i = 0; i < run->block_count; i++) {
        const struct run_block *block = &run->blocks[i];
        int place = place_of(block->kind);
        if (block->kind == WIRE_END_FAIL)
            return;
        if (place < 0)
            finding_add(&run->findings, FINDING_NO, block->line,
                        "%s has no place in an imported run: " AGAIN, wire_tag(block->kind));
        else if (i == 0 && block->kind != WIRE_IMPORT)
            finding_add(&run->findings, FINDING_NO, block->line, "%s comes before IMPORT: " AGAIN,
                        wire_tag(block->kind));
        else if (place < at || (place == at && block->kind != WIRE_MARK))
            finding_add(&run->findings, FINDING_NO, block->line,
                        "%s%s%s comes again, or too late: " AGAIN, wire_tag(block->kind),
                        block->name[0] != '\0' ? " " : "", block->name);
        else
            at = place;
    }
}

static void check_mark(struct run *run, const struct run_mark *mark)
{
    const struct series *series = run_series(run, mark->series, NULL);
    uint64_t last = mark->indices[mark->count - 1];
    if (series == NULL)
        finding_add(&run->findings, FINDING_NO, mark->line,
                    "MARK %s: no RAW row of that name: " AGAIN, mark->series);
    else if (last >= series->count && !series->damaged)
        finding_add(&run->findings, FINDING_NO, mark->line,
                    "MARK %s %s: index %" PRIu64 ", but there are %zu RAW rows: " AGAIN,
                    mark->series, mark->channel, last, series->count);
}

static void check_series(struct run *run, const struct series *series)
{
    if (series->result_line == 0 && run->end == RUN_ENDED)
        finding_add(&run->findings, FINDING_NO, series->first_line,
                    "RAW %s: no RESULT behind its %zu row(s): lines were lost; import again",
                    series->name, series->count);
    else if (series->result_line != 0 && series->sent.hz != run->import.hz)
        finding_add(&run->findings, FINDING_NO, series->result_line,
                    "RESULT %s: hz=%" PRIu64 ", but IMPORT on line %" PRIu64 " says hz=%" PRIu64
                    ": one of them was changed; import again",
                    series->name, series->sent.hz, run->import.line, run->import.hz);
}

static bool is_suspect(const struct run_mark *mark)
{
    return strcmp(mark->channel, RUN_MARK_SUSPECT) == 0;
}

/* Edges that the capture may lack, or have too many. */
static void check_edges(struct run *run)
{
    const struct run_import *import = &run->import;
    uint64_t marked = 0;
    for (size_t i = 0; i < run->mark_count; i++)
        marked += is_suspect(&run->marks[i]) ? run->marks[i].count : 0;
    if (run->end == RUN_ENDED && run->lost.lines == 0 && marked != import->suspect)
        finding_add(&run->findings, FINDING_NO, import->line,
                    "IMPORT: suspect=%" PRIu64 ", but %" PRIu64 " MARK rows say so: " AGAIN,
                    import->suspect, marked);
    if (import->unpaired != 0)
        finding_add(&run->findings, FINDING_WARNING, import->line,
                    "%" PRIu64 " edge(s) of the capture belong to no sample: samples next to them "
                    "may be wrong",
                    import->unpaired);
    if (import->suspect != 0)
        finding_add(&run->findings, FINDING_WARNING, import->line,
                    "%" PRIu64 " sample(s) are suspect: edges of the capture seem to be lost or "
                    "added in pairs there",
                    import->suspect);
    if (import->holes != 0)
        finding_add(&run->findings, FINDING_WARNING, import->line,
                    "samples seem to be lost behind %" PRIu64 " sample(s)", import->holes);
}

void verify_import(struct run *run)
{
    size_t samples = 0;
    check_order(run);
    if (run->import.hz == 0)
        finding_add(&run->findings, FINDING_NO, run->import.line,
                    "IMPORT: hz must be above 0: nothing can be converted to time");
    for (size_t i = 0; i < run->series_count; i++) {
        check_series(run, &run->series[i]);
        samples += run->series[i].count;
    }
    for (size_t i = 0; i < run->mark_count; i++)
        check_mark(run, &run->marks[i]);
    if (run->end == RUN_ENDED && run->lost.lines == 0 && samples != run->import.samples)
        finding_add(&run->findings, FINDING_NO, run->last_line,
                    "END: samples=%" PRIu64 ", but there are %zu RAW rows: lines were lost; import "
                    "again",
                    run->import.samples, samples);
    if (run->end == RUN_ENDED && run->lost.lines == 0 && samples == 0)
        finding_add(&run->findings, FINDING_NO, run->last_line, "no samples: nothing was imported");
    check_edges(run);
}
