/* Compares an image's note with a run's CONFIG.
 * SPDX-License-Identifier: MIT
 */
#include "image_sent.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"

/* The note names the compiler before its version; CONFIG has the version only. */
static const char *version_of(const char *compiler)
{
    const char *blank = compiler != NULL ? strchr(compiler, ' ') : NULL;
    return blank != NULL ? blank + 1 : compiler;
}

static const char *number_text(uint64_t number, char text[static 24])
{
    snprintf(text, 24, "%" PRIu64, number);
    return text;
}

static bool compare(const char *what, const char *noted, const char *sent, struct buf *differences)
{
    char shown[64];
    if (noted == NULL || strcmp(noted, sent != NULL ? sent : "") == 0)
        return true;
    buf_add_text(differences, differences->length != 0 ? "; " : "");
    if (sent == NULL)
        buf_printf(differences, "%s is missing, not %.64s", what, noted);
    else
        buf_printf(differences, "%s is %s, not %.64s", what,
                   text_printable(sent, strlen(sent), shown, sizeof shown), noted);
    return false;
}

bool image_sent(const struct image *image, const struct run *run, struct buf *differences)
{
    if (run->config_line == 0 || image->note_text == NULL)
        return true;
    const struct run_config_value *config = run->config;
    char core[24], timer[24], wire[24];
    const struct {
        const char *what, *noted, *sent;
    } rows[] = {
        {"core", image->note[NOTE_CORE_HZ],
         number_text(run_config_number(run, WIRE_CONFIG_CORE), core)},
        {"timer", image->note[NOTE_TIMER_HZ], number_text(run_unit_hz(run, WIRE_TIMER), timer)},
        {"wire", image->note[NOTE_WIRE],
         config[WIRE_CONFIG_WIRE].present
             ? number_text(run_config_number(run, WIRE_CONFIG_WIRE), wire)
             : NULL},
        {"compiler", version_of(image->note[NOTE_COMPILER]), config[WIRE_CONFIG_COMPILER].text},
        {"bench", image->note[NOTE_BENCH], config[WIRE_CONFIG_BENCH].text},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        same = compare(rows[i].what, rows[i].noted, rows[i].sent, differences) && same;
    return same;
}
