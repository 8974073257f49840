/* How finely a capture was sampled, as far as it tells.
 * SPDX-License-Identifier: MIT
 */
#include "imported.h"

#include "decimal.h"
#include "host/base/text.h"

/* A grid is worth a word where so many edges lie on it. */
#define GRID_EDGES_MIN 16u

/* "20 ns", "333.333 ps": ticks of hz a second in the unit in which they are not below 1. */
static void add_step(uint64_t ticks, uint64_t hz, struct buf *text)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    unsigned __int128 thousandths = (unsigned __int128)ticks * 1000;
    size_t unit = 0;
    while (unit + 1 < sizeof units / sizeof units[0] &&
           thousandths < (unsigned __int128)hz * 1000) {
        thousandths *= 1000;
        unit++;
    }
    uint64_t value = (uint64_t)(thousandths / hz);
    char whole[TEXT_NUMBER_MAX];
    buf_add_text(text, text_number(value / 1000, whole));
    if (value % 1000 != 0)
        buf_printf(text, ".%03u", (unsigned)(value % 1000));
    buf_printf(text, " %s", units[unit]);
}

/* "24 MHz", "1.515151 MHz". */
static void add_rate(uint64_t hz, struct buf *text)
{
    static const char *const units[] = {"Hz", "kHz", "MHz", "GHz"};
    uint64_t unit_hz = 1, fraction;
    size_t unit = 0;
    int digits = 0;
    for (; unit < 3 && hz / unit_hz >= 1000; unit++) {
        unit_hz *= 1000;
        digits += 3;
    }
    for (fraction = hz % unit_hz; fraction != 0 && fraction % 10 == 0; fraction /= 10)
        digits--;
    buf_printf(text, "%llu", (unsigned long long)(hz / unit_hz));
    if (fraction != 0)
        buf_printf(text, ".%0*llu", digits, (unsigned long long)fraction);
    buf_printf(text, " %s", units[unit]);
}

static bool has_grid(const struct imported *imported)
{
    return imported->edges != NULL && imported->edges->grid > 1 &&
           imported->edges->accepted >= GRID_EDGES_MIN;
}

double imported_step_seconds(const struct imported *imported)
{
    const struct import_capture *capture = imported->capture;
    if (capture->samplerate_hz != 0)
        return 1 / (double)capture->samplerate_hz;
    return (has_grid(imported) ? (double)imported->edges->grid : 1) / (double)capture->hz;
}

void imported_resolution(const struct imported *imported, struct buf *text)
{
    const struct import_capture *capture = imported->capture;
    if (capture->samplerate_hz != 0) {
        add_step(1, capture->samplerate_hz, text);
        buf_add_text(text, " (sampled at ");
        add_rate(capture->samplerate_hz, text);
        buf_add_text(text, ")");
        return;
    }
    buf_add_text(text, "time stamps of ");
    add_step(1, capture->hz, text);
    if (has_grid(imported)) {
        buf_add_text(text, "; all edges on a grid of ");
        add_step(imported->edges->grid, capture->hz, text);
    }
    buf_add_text(text, "; the file does not state a sampling rate");
}
