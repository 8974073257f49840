/* Lines to runs.
 * SPDX-License-Identifier: MIT
 */
#include "parse.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "meant.h"

#define SHOWN_MAX 64
#define QUOTED_MAX (SHOWN_MAX + 2)

/* add_result copies min, avg, p99, max by position. */
#define IN_ORDER(unit)                                                                             \
    ((int)WIRE_RESULT_AVG_##unit == (int)WIRE_RESULT_MIN_##unit + (int)STATS_AVG &&                \
     (int)WIRE_RESULT_P99_##unit == (int)WIRE_RESULT_MIN_##unit + (int)STATS_P99 &&                \
     (int)WIRE_RESULT_MAX_##unit == (int)WIRE_RESULT_MIN_##unit + (int)STATS_MAX)
static_assert(IN_ORDER(TICKS) && IN_ORDER(NS), "lines.def and stats.h order the statistics alike");

/* What is left of it where the first byte was lost. */
#define EGIN_LINE "EGIN," WIRE_PROTOCOL

void parser_init(struct parser *parser, struct session *session)
{
    *parser = (struct parser){.session = session};
}

/* A field as a terminated, printable word of its own. */
static char *word(const struct wire_value *value)
{
    char text[128];
    text_printable(value->text, value->length, text, sizeof text);
    return xstrndup(text, strlen(text));
}

/* Names are short, and a call or two would take longer than the loop. */
static bool value_is(const struct wire_value *value, const char *text)
{
    for (size_t i = 0; i < value->length; i++)
        if (text[i] == '\0' || text[i] != value->text[i])
            return false;
    return text[value->length] == '\0';
}

static void add_block(struct run *run, enum wire_kind kind, const char *name, const char *phase,
                      uint64_t line)
{
    run->blocks =
        xgrow(run->blocks, &run->block_capacity, run->block_count + 1, sizeof *run->blocks);
    run->blocks[run->block_count++] = (struct run_block){kind, name, phase, line};
}

/* ---- rows ---- */

static void append(struct series *series, uint64_t ticks)
{
    series->raw = xgrow(series->raw, &series->capacity, series->count + 1, sizeof *series->raw);
    series->raw[series->count++] = ticks;
}

static void report_index(struct run *run, const char *what, uint64_t line, uint64_t expected,
                         uint64_t index)
{
    if (index < expected)
        finding_add(&run->findings, FINDING_NO, line,
                    "RAW %s: index %" PRIu64 " again, expected %" PRIu64
                    ": rows are repeated; capture the run again",
                    what, index, expected);
    else if (index - expected > run->damaged_since_row)
        finding_add(
            &run->findings, FINDING_NO, line,
            "RAW %s: index %" PRIu64 ", expected %" PRIu64 ": %" PRIu64
            " row(s) missing; capture the run again, with a lower baud rate or flow control",
            what, index, expected, index - expected);
}

static void lose_rows(struct run *run, const char *what, uint64_t first, uint64_t end)
{
    struct run_lost *lost = &run->lost;
    lost->rows += end - first;
    if (lost->stretches < RUN_LOST_STRETCHES) {
        lost->stretch[lost->stretches].what = what;
        lost->stretch[lost->stretches].first = first;
        lost->stretch[lost->stretches].last = end - 1;
    }
    lost->stretches++;
}

/* Whether the row at index is to be kept. */
static bool check_index(struct run *run, struct series *series, const char *what, uint64_t line,
                        uint64_t index)
{
    if (series->first_line == 0)
        series->first_line = line;
    if (series->result_line != 0)
        return false; /* the check of the order reports it */
    if (index != series->next_index) {
        report_index(run, what, line, series->next_index, index);
        if (index > series->next_index)
            lose_rows(run, what, series->next_index, index);
        series->damaged = true;
    }
    run->damaged_since_row = 0;
    if (index < series->next_index || index == UINT64_MAX)
        return false;
    series->next_index = index + 1;
    return true;
}

static bool is_series(const struct series *series, const struct wire_value *name)
{
    return series != NULL && series->phase == NULL && value_is(name, series->name);
}

static bool is_phase(const struct series *series, const struct wire_value *phase)
{
    return series != NULL && series->phase != NULL && value_is(phase, series->phase);
}

static void too_many_series(struct run *run, uint64_t line)
{
    finding_add(&run->findings, FINDING_NO, line,
                "more than %u measurements: this is no run of " WIRE_PROTOCOL, RUN_SERIES_MAX);
}

static void add_raw(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    const struct wire_value *name = &record->value[WIRE_RAW_NAME];
    if (!is_series(parser->row, name)) {
        char *text = word(name);
        parser->row = run_add_series(run, text, NULL);
        parser->second_row = NULL;
        free(text);
        if (parser->row == NULL) {
            too_many_series(run, line);
            return;
        }
        add_block(run, WIRE_RAW, parser->row->name, NULL, line);
    }
    if (check_index(run, parser->row, parser->row->name, line,
                    record->value[WIRE_RAW_INDEX].number))
        append(parser->row, record->value[WIRE_RAW_TICKS].number);
}

static bool open_phase(struct parser *parser, const struct wire_value *phase, uint64_t line)
{
    struct run *run = parser->run;
    char *text = word(phase);
    parser->row = NULL;
    /* Adding the second may move the first, so both are looked up after. */
    if (run_add_series(run, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name, text) != NULL &&
        run_add_series(run, wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name, text) != NULL) {
        parser->row = run_series(run, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name, text);
        parser->second_row = run_series(run, wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name, text);
        parser->phase = parser->row->phase;
        add_block(run, WIRE_RAW_PAIR, parser->row->phase, NULL, line);
    } else {
        too_many_series(run, line);
    }
    free(text);
    return parser->row != NULL;
}

static void add_raw_pair(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    const struct wire_value *phase = &record->value[WIRE_RAW_PAIR_PHASE];
    if (!is_phase(parser->row, phase) && !open_phase(parser, phase, line))
        return;
    bool kept = check_index(run, parser->row, parser->row->phase, line,
                            record->value[WIRE_RAW_PAIR_INDEX].number);
    parser->second_row->first_line = parser->row->first_line;
    parser->second_row->damaged = parser->row->damaged;
    if (!kept)
        return;
    append(parser->row, record->value[WIRE_RAW_PAIR_IRQ_ENTRY].number);
    append(parser->second_row, record->value[WIRE_RAW_PAIR_EVENT_TO_TASK].number);
}

/* ---- the other lines ---- */

static void forget_row(struct parser *parser)
{
    parser->row = NULL;
    parser->second_row = NULL;
}

static void add_config(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    add_block(run, WIRE_CONFIG, "", NULL, line);
    if (run->config_line != 0)
        return;
    run->config_line = line;
    for (int field = 0; field < wire_field_count(WIRE_CONFIG); field++)
        if (record->value[field].present)
            run->config[field] = (struct run_config_value){true, record->value[field].number,
                                                           word(&record->value[field])};
}

static void add_read_pair(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    add_block(run, WIRE_DWT_READ_PAIR, "", NULL, line);
    if (run->read_pair_line != 0)
        return;
    run->read_pair_line = line;
    run->read_pair_ticks = record->value[WIRE_DWT_READ_PAIR_TICKS].number;
}

static void add_result(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    char *name = word(&record->value[WIRE_RESULT_NAME]);
    bool of_phase = parser->phase != NULL && run_pair_index(name) >= 0;
    struct series *series = run_add_series(run, name, of_phase ? parser->phase : NULL);
    free(name);
    forget_row(parser);
    if (series == NULL) {
        too_many_series(run, line);
        return;
    }
    add_block(run, WIRE_RESULT, series->name, series->phase, line);
    if (series->result_line != 0)
        return;
    series->result_line = line;
    series->sent.n = record->value[WIRE_RESULT_N].number;
    series->sent.hz = record->value[WIRE_RESULT_HZ].number;
    for (int item = 0; item < STATS_ITEMS; item++) {
        series->sent.ticks[item] = record->value[WIRE_RESULT_MIN_TICKS + item].number;
        series->sent.ns[item] = record->value[WIRE_RESULT_MIN_NS + item].number;
    }
    /* The last rows; of a pair's columns the first stands for both. n is believed where the line
     * has a checksum. */
    if (series->first_line != 0 && series->sent.n > series->next_index && record->has_crc &&
        (!of_phase || run_pair_index(series->name) == 0))
        lose_rows(run, of_phase ? series->phase : series->name, series->next_index, series->sent.n);
}

static void add_phase(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    char *name = word(&record->value[WIRE_PHASE_NAME]);
    forget_row(parser);
    const struct run_phase *known = run_phase(run, name);
    if (known == NULL && run->phase_count < RUN_SERIES_MAX) {
        run->phases =
            xgrow(run->phases, &run->phase_capacity, run->phase_count + 1, sizeof *run->phases);
        struct run_phase *phase = &run->phases[run->phase_count++];
        *phase = (struct run_phase){.name = name,
                                    .status = word(&record->value[WIRE_PHASE_STATUS]),
                                    .line = line,
                                    .irq = record->value[WIRE_PHASE_IRQ].number,
                                    .task = record->value[WIRE_PHASE_TASK].number,
                                    .bad = record->value[WIRE_PHASE_BAD].number};
        known = phase;
    } else {
        free(name);
    }
    if (known == NULL) {
        too_many_series(run, line);
        return;
    }
    parser->phase = known->name;
    add_block(run, WIRE_PHASE, known->name, NULL, line);
}

static void add_value(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    char *name = word(&record->value[WIRE_VALUE_NAME]);
    forget_row(parser);
    const struct run_value *known = run_value(run, name);
    if (known == NULL && run->value_count < RUN_SERIES_MAX) {
        run->values =
            xgrow(run->values, &run->value_capacity, run->value_count + 1, sizeof *run->values);
        struct run_value *value = &run->values[run->value_count++];
        *value = (struct run_value){.name = name,
                                    .unit = word(&record->value[WIRE_VALUE_UNIT]),
                                    .number = record->value[WIRE_VALUE_NUMBER].number,
                                    .line = line};
        known = value;
    } else {
        free(name);
    }
    if (known == NULL)
        too_many_series(run, line);
    else
        add_block(run, WIRE_VALUE, known->name, NULL, line);
}

static void add_stack(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    char *task = word(&record->value[WIRE_STACK_TASK]);
    const struct run_stack *known = run_stack(run, task);
    forget_row(parser);
    if (known != NULL) {
        finding_add(&run->findings, FINDING_NO, line,
                    "STACK %s again, first on line %" PRIu64
                    ": two runs mixed, or lines repeated; capture the run again",
                    task, known->line);
        free(task);
        return;
    }
    if (run->stack_count == RUN_SERIES_MAX) {
        free(task);
        too_many_series(run, line);
        return;
    }
    run->stacks =
        xgrow(run->stacks, &run->stack_capacity, run->stack_count + 1, sizeof *run->stacks);
    run->stacks[run->stack_count++] =
        (struct run_stack){.task = task,
                           .size = record->value[WIRE_STACK_SIZE].number,
                           .free = record->value[WIRE_STACK_FREE].number,
                           .line = line};
}

/* ---- lines of an imported run ---- */

static uint64_t number_of(const struct wire_value *value)
{
    return value->present ? value->number : 0;
}

static void add_import(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    const struct wire_value *value = record->value;
    add_block(run, WIRE_IMPORT, "", NULL, line);
    if (run->import.line != 0)
        return;
    run->import = (struct run_import){.line = line,
                                      .file = word(&value[WIRE_IMPORT_FILE]),
                                      .format = word(&value[WIRE_IMPORT_FORMAT]),
                                      .resolution = word(&value[WIRE_IMPORT_RESOLUTION]),
                                      .from = word(&value[WIRE_IMPORT_FROM]),
                                      .to = word(&value[WIRE_IMPORT_TO]),
                                      .hz = value[WIRE_IMPORT_HZ].number,
                                      .unpaired = value[WIRE_IMPORT_UNPAIRED].number,
                                      .min_pulse_ticks = number_of(&value[WIRE_IMPORT_MIN_PULSE]),
                                      .suspect = number_of(&value[WIRE_IMPORT_SUSPECT]),
                                      .holes = number_of(&value[WIRE_IMPORT_HOLES])};
}

/* "-20000": a whole number with its sign, within what ppm can mean. */
static bool signed_number(const struct wire_value *value, int64_t *number)
{
    char text[24], *end;
    if (value->length == 0 || value->length >= sizeof text)
        return false;
    memcpy(text, value->text, value->length);
    text[value->length] = '\0';
    if (text[0] != '-' && text[0] != '+' && !isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' && *number > -RUN_PPB_MAX && *number < RUN_PPB_MAX;
}

static void add_clock(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    const struct wire_value *value = record->value;
    struct run_clock clock = {
        .line = line, .hz = value[WIRE_CLOCK_HZ].number, .n = value[WIRE_CLOCK_N].number};
    add_block(run, WIRE_CLOCK, "", NULL, line);
    if (run->clock.line != 0)
        return;
    if (!signed_number(&value[WIRE_CLOCK_PPB], &clock.ppb) ||
        !signed_number(&value[WIRE_CLOCK_PPB_LOW], &clock.ppb_low) ||
        !signed_number(&value[WIRE_CLOCK_PPB_HIGH], &clock.ppb_high) || clock.hz == 0 ||
        clock.n == 0 || clock.ppb < clock.ppb_low || clock.ppb > clock.ppb_high) {
        finding_add(&run->findings, FINDING_NO, line,
                    "CLOCK: no clock error within its interval: was the run edited? import again");
        return;
    }
    clock.run = word(&value[WIRE_CLOCK_RUN]);
    clock.series = word(&value[WIRE_CLOCK_SERIES]);
    run->clock = clock;
}

static struct run_mark *mark_of(struct run *run, const struct wire_record *record, uint64_t line)
{
    char *series = word(&record->value[WIRE_MARK_NAME]);
    char *channel = word(&record->value[WIRE_MARK_CHANNEL]);
    struct run_mark *mark = run_mark(run, series, channel);
    if (mark == NULL && run->mark_count < RUN_SERIES_MAX) {
        run->marks =
            xgrow(run->marks, &run->mark_capacity, run->mark_count + 1, sizeof *run->marks);
        mark = &run->marks[run->mark_count++];
        *mark = (struct run_mark){.series = series, .channel = channel, .line = line};
        add_block(run, WIRE_MARK, mark->channel, NULL, line);
        return mark;
    }
    free(series);
    free(channel);
    return mark;
}

static void add_mark(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    uint64_t index = record->value[WIRE_MARK_INDEX].number;
    struct run_mark *mark = mark_of(parser->run, record, line);
    forget_row(parser);
    if (mark == NULL) {
        too_many_series(parser->run, line);
        return;
    }
    if (mark->count != 0 && index <= mark->indices[mark->count - 1])
        finding_add(&parser->run->findings, FINDING_NO, line,
                    "MARK %s %s: index %" PRIu64 " behind %" PRIu64
                    ": rows are repeated or out of order; import again",
                    mark->series, mark->channel, index, mark->indices[mark->count - 1]);
    mark->indices = xgrow(mark->indices, &mark->capacity, mark->count + 1, sizeof *mark->indices);
    mark->indices[mark->count++] = index;
}

static void add_error(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    if (run->error_line != 0)
        return;
    run->error_line = line;
    run->error_where = word(&record->value[WIRE_ERROR_WHERE]);
    run->error_reason = word(&record->value[WIRE_ERROR_REASON]);
}

static void close_run(struct parser *parser, enum run_end end)
{
    parser->run->end = end;
    parser->last = parser->run;
    parser->run = NULL;
}

static void add_end(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    struct run *run = parser->run;
    add_block(run, record->kind, "", NULL, line);
    if (record->kind == WIRE_END) {
        run->heap_free = record->value[WIRE_END_HEAP_FREE].number;
        run->min_heap = record->value[WIRE_END_MIN_HEAP].number;
    }
    if (record->kind == WIRE_END_IMPORT)
        run->import.samples = record->value[WIRE_END_IMPORT_SAMPLES].number;
    close_run(parser, record->kind == WIRE_END_FAIL ? RUN_FAILED : RUN_ENDED);
}

static void begin_run(struct parser *parser, bool has_crc, uint64_t line)
{
    struct session *session = parser->session;
    if (parser->run != NULL)
        close_run(parser, RUN_RESET);
    if (session->count == SESSION_RUNS_MAX) {
        if (session->findings.count[FINDING_TROUBLE] == 0)
            finding_add(&session->findings, FINDING_TROUBLE, line,
                        "more than %u BEGIN lines: the board resets again and again; find out why",
                        SESSION_RUNS_MAX);
        return;
    }
    struct run *run = xcalloc(1, sizeof *run);
    run->begin_line = run->last_line = line;
    run->has_crc = has_crc;
    session->runs =
        xgrow(session->runs, &session->capacity, session->count + 1, sizeof *session->runs);
    session->runs[session->count++] = run;
    parser->run = run;
    parser->phase = NULL;
    forget_row(parser);
}

static void add_record(struct parser *parser, const struct wire_record *record, uint64_t line)
{
    static void (*const add[WIRE_KINDS])(struct parser *, const struct wire_record *, uint64_t) = {
        [WIRE_CONFIG] = add_config,  [WIRE_DWT_READ_PAIR] = add_read_pair,
        [WIRE_RAW] = add_raw,        [WIRE_RAW_PAIR] = add_raw_pair,
        [WIRE_PHASE] = add_phase,    [WIRE_RESULT] = add_result,
        [WIRE_ERROR] = add_error,    [WIRE_END] = add_end,
        [WIRE_END_FAIL] = add_end,   [WIRE_VALUE] = add_value,
        [WIRE_STACK] = add_stack,    [WIRE_IMPORT] = add_import,
        [WIRE_MARK] = add_mark,      [WIRE_CLOCK] = add_clock,
        [WIRE_END_IMPORT] = add_end,
    };
    assert(add[record->kind] != NULL);
    add[record->kind](parser, record, line);
}

/* ---- lines that are none ---- */

static void damaged(struct parser *parser, const struct capture_line *line)
{
    struct run *run = parser->run;
    run->lost.lines++;
    run->lost.bytes += line->length + line->skipped;
    run->damaged_since_row++;
    if (parser->row != NULL)
        parser->row->damaged = true;
    if (parser->second_row != NULL)
        parser->second_row->damaged = true;
}

#define LOST "bytes were lost or changed; lower the baud rate or use flow control, capture again"

/* The line with what is wrong with it. */
static const char *rule_of(const struct run *run, enum wire_status status,
                           const struct capture_line *line)
{
    static const char *const rule[] = {
        [WIRE_OK] = "%s: no checksum, though its BEGIN has one: " LOST,
        [WIRE_NOT_A_LINE] = "%s: no line of " WIRE_PROTOCOL ": " LOST,
        [WIRE_BAD_FIELDS] = "%s: its fields fit no line of " WIRE_PROTOCOL ": " LOST,
        [WIRE_BAD_NUMBER] = "%s: not decimal digits where a number belongs: " LOST,
        [WIRE_NUMBER_TOO_BIG] = "%s: a number beyond 64 bits: no counter gives that; capture again",
        [WIRE_BAD_CRC] = "%s: the checksum does not match: " LOST,
    };
    if (status == WIRE_NOT_A_LINE && meant_behind(line))
        return "%s: something stands before the line, such as a terminal program's time stamp: "
               "turn that off, or cut it off";
    if (status == WIRE_BAD_FIELDS && !run->has_crc)
        return "%s: its fields are not those of wire/SPEC.md: the firmware writes others, or " LOST;
    return rule[status];
}

/* The line in quotes, or how long it is; returns text. */
static const char *quote(const struct capture_line *line, char text[static QUOTED_MAX])
{
    char shown[SHOWN_MAX];
    if (line->skipped != 0)
        snprintf(text, QUOTED_MAX, "a line of %" PRIu64 " bytes", line->skipped + line->length);
    else
        snprintf(text, QUOTED_MAX, "\"%s\"",
                 text_printable(line->text, line->length, shown, sizeof shown));
    return text;
}

static void report_status(struct parser *parser, enum wire_status status,
                          const struct capture_line *line)
{
    char quoted[QUOTED_MAX];
    damaged(parser, line);
    finding_add(&parser->run->findings,
                status == WIRE_NUMBER_TOO_BIG ? FINDING_TROUBLE : FINDING_NO, line->number,
                rule_of(parser->run, status, line), quote(line, quoted));
}

static void noise(struct parser *parser, enum wire_status status, const struct wire_record *record,
                  const struct capture_line *line)
{
    if (parser->noise_lines++ == 0)
        parser->first_noise = line->number;
    if (status != WIRE_NOT_A_LINE)
        parser->wire_noise = true;
    if (status == WIRE_OK && record->kind == WIRE_BEGIN && parser->other_protocol == 0)
        parser->other_protocol = line->number;
    if (line->length >= strlen(EGIN_LINE) && memcmp(line->text, EGIN_LINE, strlen(EGIN_LINE)) == 0)
        parser->lost_first_byte = true;
}

static void keep_last_text(struct run *run, const char *text, size_t length)
{
    char shown[SHOWN_MAX];
    text_printable(text, length, shown, sizeof shown);
    free(run->last_text);
    run->last_text = xstrndup(shown, strlen(shown));
}

/* Which field of a BEGIN or END names the protocol, -1 in other kinds. */
static int protocol_field(enum wire_kind kind)
{
    if (kind == WIRE_BEGIN)
        return WIRE_BEGIN_PROTOCOL;
    if (kind == WIRE_END)
        return WIRE_END_PROTOCOL;
    if (kind == WIRE_END_IMPORT)
        return WIRE_END_IMPORT_PROTOCOL;
    return kind == WIRE_END_FAIL ? WIRE_END_FAIL_PROTOCOL : -1;
}

static bool is_of_protocol(const struct wire_record *record)
{
    int field = protocol_field(record->kind);
    return field < 0 || value_is(&record->value[field], WIRE_PROTOCOL);
}

/* A line within a run, or the one that begins it; whole: it is one of ours and undamaged. */
static void line_of_run(struct parser *parser, const struct wire_record *record, bool whole,
                        enum meant meant, uint64_t line)
{
    if (whole && record->kind != WIRE_BEGIN)
        add_record(parser, record, line);
    /* A damaged END ends the run all the same: nothing comes behind it. */
    if (!whole && meant == MEANT_END)
        close_run(parser, RUN_END_DAMAGED);
}

static void one_line(struct parser *parser, const struct capture_line *line);

/* An END behind something else: its line end, or the bytes around it, were lost. Nothing would end
 * the run if this one did not. */
static void glued_end(struct parser *parser, const struct capture_line *line, size_t at)
{
    struct run *run = parser->run;
    struct capture_line front = {line->text, at, line->skipped, line->number};
    struct capture_line end = {line->text + at, line->length - at, 0, line->number};
    uint64_t lost = run->lost.lines;
    /* Only a checksum tells that the front has lost no digit. */
    if (run->has_crc || front.skipped != 0)
        one_line(parser, &front);
    else
        report_status(parser, WIRE_BAD_FIELDS, &front);
    if (run->lost.lines == lost)
        finding_add(&run->findings, FINDING_NO, line->number,
                    "END stands behind another line: its line end was lost; capture the run again");
    one_line(parser, &end);
}

static bool begin_of_run(struct parser *parser, const struct wire_record *record, bool ours,
                         enum meant meant, uint64_t line)
{
    if (ours && record->kind == WIRE_BEGIN) {
        begin_run(parser, record->has_crc, line);
        return true;
    }
    if (meant != MEANT_BEGIN)
        return false;
    begin_run(parser, false, line);
    if (parser->run != NULL)
        parser->run->begin_damaged = true;
    return true;
}

static void one_line(struct parser *parser, const struct capture_line *line)
{
    struct wire_record record;
    int field;
    if (line->length == 0 && line->skipped == 0)
        return;
    enum wire_status status = line->skipped != 0
                                  ? WIRE_NOT_A_LINE
                                  : wire_parse(line->text, line->length, &record, &field);
    bool ours = status == WIRE_OK && is_of_protocol(&record);
    size_t end = ours || parser->run == NULL ? line->length : meant_end_in(line);
    if (end < line->length) {
        glued_end(parser, line, end);
        return;
    }
    enum meant meant = meant_kind(status, &record, line->text, line->length);
    parser->wire_lines += ours;
    if (!begin_of_run(parser, &record, ours, meant, line->number) && parser->run == NULL) {
        noise(parser, status, &record, line);
        return;
    }
    struct run *run = parser->run;
    if (run == NULL)
        return;
    run->lines++;
    run->last_line = line->number;
    run->lines_with_crc += status == WIRE_OK && record.has_crc;
    bool whole = ours && record.has_crc >= run->has_crc;
    if (!whole)
        report_status(parser, status == WIRE_OK && !ours ? WIRE_BAD_FIELDS : status, line);
    line_of_run(parser, &record, whole, meant, line->number);
    /* A run that is still open may turn out to be cut off here. */
    if (parser->run == run && parser->row == NULL)
        keep_last_text(run, line->text, line->length);
}

void parser_line(struct parser *parser, const struct capture_line *line)
{
    /* The board was reset in the middle of a line. */
    size_t front = meant_begin_in(line);
    one_line(parser, &(struct capture_line){line->text, front, line->skipped, line->number});
    if (front < line->length)
        one_line(parser,
                 &(struct capture_line){line->text + front, line->length - front, 0, line->number});
}

void parser_end(struct parser *parser, const struct capture_line *rest)
{
    struct wire_record record;
    int field;
    if (rest->length != 0) {
        bool is_end = wire_parse(rest->text, rest->length, &record, &field) == WIRE_OK &&
                      (record.kind == WIRE_END || record.kind == WIRE_END_FAIL);
        if (parser->run == NULL || is_end)
            parser_line(parser, rest);
        if (is_end && parser->run == NULL)
            finding_add(&parser->session->findings, FINDING_WARNING, rest->number,
                        "the last line has no line end: its last digits may be missing");
    }
    if (parser->run != NULL)
        close_run(parser, RUN_CUT);
}
