/* Where a run comes from: board, clock, compiler, kernel, image.
 * SPDX-License-Identifier: MIT
 */
#include "items.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/base/text.h"

static void say(const struct about *about, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(const struct about *about, const char *what, const char *format, ...)
{
    char value[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    about->say(about->context, what, value);
}

const char *clock_text(const struct run_clock *clock, char text[static CLOCK_TEXT_MAX])
{
    char n[TEXT_NUMBER_MAX];
    snprintf(text, CLOCK_TEXT_MAX, "%+.3f ppm against the analyser, n %s, 95 %% %+.3f to %+.3f",
             (double)clock->ppb / 1e3, text_number(clock->n, n), (double)clock->ppb_low / 1e3,
             (double)clock->ppb_high / 1e3);
    return text;
}

static void about_clock(const struct report *report, const struct about *about)
{
    char core[TEXT_NUMBER_MAX], text[CLOCK_TEXT_MAX];
    text_number(run_config_number(report->run, WIRE_CONFIG_CORE), core);
    if (report->clock != NULL)
        say(about, "core clock", "%s Hz nominal; calibrated: %s", core,
            clock_text(report->clock, text));
    else
        say(about, "core clock", "%s Hz, nominal: no instrument calibrated it", core);
}

/* Short numbers share an entry; text has one of its own. */
static void about_config(const struct report *report, const struct about *about)
{
    const struct run *run = report->run;
    struct buf numbers = {0};
    if (run->config[WIRE_CONFIG_CORE].present)
        about_clock(report, about);
    for (int field = WIRE_CONFIG_CORE + 1; field < wire_field_count(WIRE_CONFIG); field++) {
        const struct run_config_value *value = &run->config[field];
        if (value->present && !run_config_is_number(field))
            say(about, wire_key(WIRE_CONFIG, field), "%.200s", value->text);
        else if (value->present)
            buf_printf(&numbers, "%s%s %" PRIu64, numbers.length != 0 ? ", " : "",
                       wire_key(WIRE_CONFIG, field), value->number);
    }
    if (numbers.length != 0)
        say(about, "configuration", "%s", numbers.bytes);
    buf_free(&numbers);
    if (run->read_pair_line != 0)
        say(about, "read pair",
            "%" PRIu64 " tick(s) between two reads of the counter, not subtracted",
            run->read_pair_ticks);
}

static void about_import(const struct run *run, const struct about *about)
{
    const struct run_import *import = &run->import;
    say(about, "capture's file", "%.200s", import->file);
    say(about, "format", "%.200s", import->format);
    say(about, "resolution", "%.200s", import->resolution);
    say(about, "samples", "from %.100s to %.100s", import->from, import->to);
    char clock[CLOCK_TEXT_MAX];
    if (run->clock.line != 0)
        say(about, "clock calibrated", "of %.100s, %.60s: %s", run->clock.run, run->clock.series,
            clock_text(&run->clock, clock));
    say(about, "edges left over", "%" PRIu64, import->unpaired);
    if (import->min_pulse_ticks != 0)
        say(about, "pulses taken out", "below %" PRIu64 " tick(s)", import->min_pulse_ticks);
    if (import->holes != 0)
        say(about, "holes", "samples seem to be lost behind %" PRIu64 " of them", import->holes);
    for (size_t i = 0; i < run->mark_count; i++)
        if (strcmp(run->marks[i].channel, RUN_MARK_SUSPECT) == 0)
            say(about, "suspect", "%zu sample(s) of %.60s, as if edges were lost or added in pairs",
                run->marks[i].count, run->marks[i].series);
        else
            say(about, "marked", "%zu sample(s) of %.60s with an edge of %.100s within",
                run->marks[i].count, run->marks[i].series, run->marks[i].channel);
}

static void about_environment(const struct environment *e, const struct about *about)
{
    static const enum note_key shown[] = {NOTE_KERNEL, NOTE_PORT, NOTE_FLAGS};
    char flash[TEXT_NUMBER_MAX], ram[TEXT_NUMBER_MAX];
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        if (e->note[shown[i]] != NULL)
            say(about, note_key_name[shown[i]], "%.300s", e->note[shown[i]]);
    say(about, "image", "%s B flash, %s B RAM", text_number(e->flash_bytes, flash),
        text_number(e->ram_bytes, ram));
    for (int i = 0; i < e->knob_count; i++)
        say(about, "timing changed", "%s = %" PRIu32 " (default %" PRIu32 ")", e->knobs[i].name,
            e->knobs[i].value, e->knobs[i].default_value);
}

void about_run(const struct report *report, const struct about *about)
{
    const struct run *run = report->run;
    char free_bytes[TEXT_NUMBER_MAX], lowest[TEXT_NUMBER_MAX];
    say(about, "capture", "%.200s", report->name);
    if (report->board != NULL)
        say(about, "board", "%.100s", report->board);
    say(about, "origin", "%s",
        run_is_import(run)            ? "a logic analyser"
        : report->environment != NULL ? "simulated: cycles of the timing model, not of silicon"
                                      : "a capture");
    if (run_is_import(run))
        about_import(run, about);
    about_config(report, about);
    if (report->environment != NULL)
        about_environment(report->environment, about);
    if (run_has_heap(run))
        say(about, "heap", "%s B free at the end, %s B at its lowest",
            text_number(run->heap_free, free_bytes), text_number(run->min_heap, lowest));
}
