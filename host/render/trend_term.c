/* A trend in a terminal.
 * SPDX-License-Identifier: MIT
 */
#include "trend_term.h"

#define ROWS 12
/* 80 columns less the scale. */
#define COLUMNS 66u

static int row_of(double value, double min, double max)
{
    return max > min ? (int)((value - min) / (max - min) * (ROWS - 1) + 0.5) : ROWS / 2;
}

void trend_term_add(const double *values, size_t count, struct buf *out)
{
    if (count > COLUMNS) {
        buf_printf(out, "(the newest %u of %zu runs)\n", COLUMNS, count);
        values += count - COLUMNS;
        count = COLUMNS;
    }
    double min = values[0], max = values[0];
    for (size_t i = 1; i < count; i++) {
        min = values[i] < min ? values[i] : min;
        max = values[i] > max ? values[i] : max;
    }
    for (int row = ROWS - 1; row >= 0; row--) {
        if (max > min ? row == ROWS - 1 || row == 0 : row == ROWS / 2)
            buf_printf(out, "%11.2f |", row == 0 ? min : max);
        else
            buf_printf(out, "%11s |", "");
        size_t last = count;
        while (last > 0 && row_of(values[last - 1], min, max) != row)
            last--;
        for (size_t i = 0; i < last; i++)
            buf_add_text(out, row_of(values[i], min, max) == row ? "*" : " ");
        buf_add_text(out, "\n");
    }
    buf_printf(out, "%11s +", "");
    for (size_t i = 0; i < count; i++)
        buf_add_text(out, "-");
    buf_add_text(out, "\n");
}
