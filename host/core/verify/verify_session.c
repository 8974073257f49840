/* What is wrong or remarkable about a capture as a whole.
 * SPDX-License-Identifier: MIT
 */
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"
#include "host/core/run/intake.h"

static void report_noise(struct session *session, const struct parser *parser)
{
    if (parser->noise_lines == 0)
        return;
    finding_add(&session->findings, FINDING_WARNING, parser->first_noise,
                "noise outside a run: %" PRIu64 " line(s), ignored, from here on%s",
                parser->noise_lines,
                parser->wire_noise ? "; some are lines of " WIRE_PROTOCOL " without a BEGIN" : "");
}

/* The first field of CONFIG in which two runs differ, -1 for none. */
static int differing_field(const struct run *a, const struct run *b)
{
    for (int field = 0; field < wire_field_count(WIRE_CONFIG); field++) {
        const struct run_config_value *x = &a->config[field], *y = &b->config[field];
        bool texts = x->text != NULL && y->text != NULL;
        if (x->present != y->present || x->number != y->number ||
            (texts && strcmp(x->text, y->text) != 0))
            return field;
    }
    return -1;
}

/* An old image that ran until the new one was flashed, or a second bench. */
static void report_other_firmware(struct session *session)
{
    for (size_t i = 1; i < session->count; i++) {
        const struct run *before = session->runs[i - 1], *run = session->runs[i];
        int field =
            before->config_line != 0 && run->config_line != 0 ? differing_field(before, run) : -1;
        if (field >= 0)
            finding_add(&session->findings, FINDING_WARNING, run->config_line,
                        "CONFIG is not that of the run before (line %" PRIu64
                        "), %s to begin with: two firmwares in one capture",
                        before->config_line, wire_key(WIRE_CONFIG, field));
    }
}

#define SHOWN_MAX 48

static void report_prefix(struct session *session, const struct prefix *prefix)
{
    char shown[SHOWN_MAX], lines[TEXT_NUMBER_MAX], wide[48] = "";
    if (prefix->lines == 0)
        return;
    text_printable(prefix->first, prefix->first_length, shown, sizeof shown);
    text_number(prefix->lines, lines);
    if (prefix->longest != prefix->shortest)
        snprintf(wide, sizeof wide, "%zu to ", prefix->shortest);
    if (prefix->lines_without == 0)
        finding_add(&session->findings, FINDING_WARNING, prefix->first_line,
                    "each line begins with %s%zu characters that no board sends, \"%s\" here (a "
                    "terminal program's time stamp?): left out of %s lines",
                    wide, prefix->longest, shown, lines);
    else
        finding_add(&session->findings, FINDING_NO, prefix->first_without,
                    "%s lines begin with what no board sends, \"%s\" on line %" PRIu64
                    ", but %" PRIu64 " from here on do not: was the capture edited? capture the "
                    "run again",
                    lines, shown, prefix->first_line, prefix->lines_without);
}

static bool has_no_run(struct session *session, const struct intake *intake)
{
    const struct capture *capture = &intake->capture;
    const struct parser *parser = &intake->parser;
    if (capture->too_long)
        finding_add(&session->findings, FINDING_TROUBLE, capture->number,
                    "no line end in %" PRIu64 " MiB: this is no capture of " WIRE_PROTOCOL
                    "; check file and baud rate",
                    CAPTURE_LINE_BYTES >> 20);
    else if (capture->bytes == 0)
        finding_add(&session->findings, FINDING_TROUBLE, 0,
                    "empty: nothing was captured; check cable, port and firmware");
    else if (session->count == 0 && parser->other_protocol != 0)
        finding_add(&session->findings, FINDING_TROUBLE, parser->other_protocol,
                    "begins another protocol than %s: use the tailchain that came with the "
                    "firmware, or capture again",
                    WIRE_PROTOCOL);
    else if (session->count == 0)
        finding_add(&session->findings, FINDING_TROUBLE, 0, "no line BEGIN,%s: %s", WIRE_PROTOCOL,
                    parser->lost_first_byte
                        ? "its first byte was lost; reset the board while capturing"
                        : "not a capture of it, or it was started too late; check firmware and "
                          "baud rate");
    else
        return false;
    return true;
}

void verify_session(struct session *session, const struct intake *intake)
{
    const struct capture *capture = &intake->capture;
    if (!has_no_run(session, intake)) {
        report_noise(session, &intake->parser);
        report_prefix(session, &intake->prefix);
        report_other_firmware(session);
    }
    if (capture->first_cr_lf != 0 && !capture->too_long)
        finding_add(&session->findings, FINDING_WARNING, capture->first_cr_lf,
                    "lines end in CR: the capture was converted on the way; accepted");
}
