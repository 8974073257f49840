/* The files of the HTML report, byte for byte; the build says where they are.
 * SPDX-License-Identifier: MIT
 *
 * uPlot is brought by tools/setup.sh at the version and checksum of page/package-lock.json.
 */
#include "html_parts.h"

#define EMBED(name, path)                                                                          \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"" path "\"\n" #name "_end:\n"             \
            ".popsection\n");                                                                      \
    extern const char name[], name##_end[];

EMBED(html_uplot_css, UPLOT_FOLDER "/uPlot.min.css")
EMBED(html_page_css, PAGE_FOLDER "/page.css")
EMBED(html_uplot_licence, UPLOT_FOLDER "/LICENSE")
EMBED(html_uplot_js, UPLOT_FOLDER "/uPlot.iife.min.js")
EMBED(html_data_js, PAGE_FOLDER "/data.js")
EMBED(html_plots_js, PAGE_FOLDER "/plots.js")
EMBED(html_figure_js, PAGE_FOLDER "/figure.js")
EMBED(html_item_js, PAGE_FOLDER "/item.js")
EMBED(html_main_js, PAGE_FOLDER "/main.js")
EMBED(html_trend_js, PAGE_FOLDER "/trend.js")

const struct html_file html_styles[] = {
    {html_uplot_css, html_uplot_css_end}, {html_page_css, html_page_css_end}, {0}};

const struct html_file html_licence = {html_uplot_licence, html_uplot_licence_end};

const struct html_file html_scripts[] = {{html_uplot_js, html_uplot_js_end},
                                         {html_data_js, html_data_js_end},
                                         {html_plots_js, html_plots_js_end},
                                         {html_figure_js, html_figure_js_end},
                                         {html_item_js, html_item_js_end},
                                         {html_main_js, html_main_js_end},
                                         {0}};

const struct html_file html_trend_scripts[] = {
    {html_uplot_js, html_uplot_js_end}, {html_data_js, html_data_js_end},
    {html_plots_js, html_plots_js_end}, {html_figure_js, html_figure_js_end},
    {html_trend_js, html_trend_js_end}, {0}};
