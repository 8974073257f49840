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
/* uPlot's, which goes with it. */
extern const struct html_file html_licence;

/* The script element's text: runs, measurements and packed samples as JSON. html_data.c */
void html_add_data(struct buf *out, const struct report_set *set, const struct items *items);

/* Text as HTML, also between double quotation marks. html.c */
void html_add_text(struct buf *out, const char *text);
