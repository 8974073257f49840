/* Parts of the HTML report: its files, and its data.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

#include "host/base/buf.h"
#include "items.h"

/* A file that was embedded when the command was built. */
struct html_file {
    const char *begin, *end;
};

/* Style sheets and scripts, in the order in which the page needs them; begin is NULL past the last.
 * uPlot's own first. html_files.c */
extern const struct html_file html_styles[], html_scripts[];
/* Those of the page of a history. */
extern const struct html_file html_trend_scripts[];
/* uPlot's, which goes with it. */
extern const struct html_file html_licence;

/* The script element's text: runs, measurements and packed samples as JSON. html_data.c */
void html_add_data(struct buf *out, const struct report_set *set, const struct items *items);

/* The parts of a page in their order: up to the title's text; from there to the body's begin;
 * behind the body's content; the scripts, up to the end. html.c */
void html_add_start(struct buf *out);
void html_add_styles(struct buf *out);
void html_add_foot(struct buf *out);
void html_add_scripts(struct buf *out, const struct html_file *files);
/* JSON within a script element, which it cannot end. html_data.c */
void html_add_script_text(struct buf *out, const char *json);

/* Text as HTML, also between double quotation marks. html.c */
void html_add_text(struct buf *out, const char *text);
