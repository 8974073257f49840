/* Judges a capture that was read.
 * SPDX-License-Identifier: MIT
 */
#include "judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "host/base/text.h"
#include "host/core/source/source.h"
#include "host/render/wrap.h"

#define CHUNK 65536

int judge_read(const char *path, struct intake *intake)
{
    static char bytes[CHUNK];
    struct error error;
    struct source source;
    size_t got;
    if (!source_open(&source, path, NULL, &error))
        return cli_fail(&error);
    enum source_status status;
    while ((status = source_read(&source, bytes, sizeof bytes, -1, &got, &error)) == SOURCE_BYTES)
        if (!intake_feed(intake, bytes, got))
            break;
    source_close(&source);
    intake_end(intake);
    if (status == SOURCE_FAILED)
        return cli_fail(&error);
    return status == SOURCE_INTERRUPTED ? cli_say_interrupted(source.path, "it was not judged")
                                        : EXIT_YES;
}

static void print_findings(const struct findings *findings, const char *name)
{
    size_t shown[FINDING_KINDS] = {0};
    for (size_t i = 0; i < findings->length; i++) {
        const struct finding *finding = &findings->list[i];
        bool warns = finding->kind == FINDING_WARNING;
        const char *mark = warns ? "warning: " : "";
        shown[finding->kind] += 1 + finding->more;
        fputs(cli_colour(stderr, warns ? CLI_YELLOW : CLI_RED), stderr);
        if (finding->line != 0)
            fprintf(stderr, "%s:%" PRIu64 ": ", name, finding->line);
        else
            fprintf(stderr, "%s: ", name);
        fprintf(stderr, "%s%s%s\n", mark, cli_colour(stderr, CLI_PLAIN), finding->text);
    }
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        if (findings->count[kind] > shown[kind])
            fprintf(stderr, "%s: and %zu more of this kind\n", name,
                    findings->count[kind] - shown[kind]);
}

/* "slice_A_B 997", "idle 12 to 19, and 3 more": by index. */
static void print_rows(const struct run_lost *lost)
{
    for (size_t i = 0; i < lost->stretches && i < RUN_LOST_STRETCHES; i++) {
        bool same = i > 0 && strcmp(lost->stretch[i - 1].what, lost->stretch[i].what) == 0;
        fprintf(stderr, "%s%s%s%" PRIu64, i > 0 ? ", " : "", same ? "" : lost->stretch[i].what,
                same ? "" : " ", lost->stretch[i].first);
        if (lost->stretch[i].last != lost->stretch[i].first)
            fprintf(stderr, " to %" PRIu64, lost->stretch[i].last);
    }
    if (lost->stretches > RUN_LOST_STRETCHES)
        fprintf(stderr, ", and %zu more places", lost->stretches - RUN_LOST_STRETCHES);
}

/* In all, behind what went wrong line by line. */
static void print_lost(const struct run_lost *lost, const char *name)
{
    char rows[TEXT_NUMBER_MAX], lines[TEXT_NUMBER_MAX], bytes[TEXT_NUMBER_MAX];
    if (lost->rows == 0 && lost->lines == 0)
        return;
    fprintf(stderr, "%s: lost in all: %s RAW row%s", name, text_number(lost->rows, rows),
            lost->rows == 1 ? "" : "s");
    if (lost->rows != 0)
        fputs(" (", stderr);
    print_rows(lost);
    fprintf(stderr, "%s, %s unreadable line%s", lost->rows != 0 ? ")" : "",
            text_number(lost->lines, lines), lost->lines == 1 ? "" : "s");
    if (lost->lines != 0)
        fprintf(stderr, " (%s bytes)", text_number(lost->bytes, bytes));
    fputs("\n", stderr);
}

/* Two lines of less than 80 columns: column is how far the first has come. */
static void add_counts(const struct run *run, size_t column, struct buf *out)
{
    char samples[TEXT_NUMBER_MAX], lines[TEXT_NUMBER_MAX], summed[TEXT_NUMBER_MAX];
    struct buf text = {0};
    size_t results = 0;
    for (size_t i = 0; i < run->series_count; i++)
        results += run->series[i].result_line != 0;
    buf_printf(&text, ": %zu results recomputed from %s raw samples,", results,
               text_number(run_samples(run), samples));
    wrap_text(out, column, 2, text.bytes);
    buf_printf(out, "  %zu phases, %s lines, ", run->phase_count, text_number(run->lines, lines));
    if (run->lines_with_crc == run->lines)
        buf_add_text(out, "all with checksum\n");
    else
        buf_printf(out, "%s with checksum\n", text_number(run->lines_with_crc, summed));
    buf_free(&text);
}

static void print_verdict(const struct run *run, enum verdict verdict, const char *name,
                          size_t number, size_t count)
{
    static const struct {
        enum cli_colour colour;
        const char *word, *rest;
    } verdicts[] = {
        [VERDICT_VERIFIED] = {CLI_GREEN, "verified", NULL},
        [VERDICT_SUMMARY] = {CLI_PLAIN, "not verified", ": consistent statistics, no raw samples"},
        [VERDICT_FAILED] = {CLI_RED, "NOT VERIFIED", ""}};
    struct buf head = {0}, rest = {0};
    buf_printf(&head, "%s: ", name);
    if (count > 1)
        buf_printf(&head, "run %zu of %zu: ", number, count);
    /* A colour takes no column. */
    size_t column = head.length + strlen(verdicts[verdict].word);
    if (verdicts[verdict].rest != NULL)
        wrap_text(&rest, column, 2, verdicts[verdict].rest);
    else
        add_counts(run, column, &rest);
    printf("%s%s%s%s%s", head.bytes, cli_colour(stdout, verdicts[verdict].colour),
           verdicts[verdict].word, cli_colour(stdout, CLI_PLAIN), rest.bytes);
    buf_free(&head);
    buf_free(&rest);
}

static int exit_code_of(const struct findings *findings)
{
    static const int code[FINDING_KINDS] = {
        [FINDING_WARNING] = EXIT_YES, [FINDING_NO] = EXIT_NO, [FINDING_TROUBLE] = EXIT_TROUBLE};
    return code[findings_worst(findings)];
}

/* A lost digit in the middle of a row can leave all eight statistics as they were. */
static void advise(const struct run *run, enum verdict verdict, const char *name)
{
    if (verdict == VERDICT_VERIFIED && !run->has_crc)
        fprintf(stderr,
                "%s: hint: the lines have no checksum, so a changed sample that moves no statistic "
                "stays unseen\n",
                name);
}

struct judgement judge(struct session *session, const struct intake *intake,
                       const struct judge_options *options, bool verdicts)
{
    struct judgement judgement = {.verdict = VERDICT_FAILED};
    const char *name = options->name;
    verify_session(session, intake);
    if (options->run > session->count && session->count != 0)
        finding_add(&session->findings, FINDING_TROUBLE, 0,
                    "has %zu run(s), so there is no run %" PRIu64 "; choose another with --run",
                    session->count, options->run);
    print_findings(&session->findings, name);
    judgement.exit_code = exit_code_of(&session->findings);
    if (judgement.exit_code != EXIT_YES)
        return judgement;
    size_t chosen = options->run != 0 ? (size_t)options->run : session->count;
    for (size_t number = 1; number <= session->count; number++) {
        if (options->run != 0 && number != chosen)
            continue;
        struct run *run = session->runs[number - 1];
        enum verdict verdict = verify_run(run, options->allow_summary);
        print_findings(&run->findings, name);
        print_lost(&run->lost, name);
        advise(run, verdict, name);
        if (verdicts)
            print_verdict(run, verdict, name, number, session->count);
        judgement = (struct judgement){run, number, verdict, exit_code_of(&run->findings)};
    }
    return judgement;
}
