/* Tables that fit a terminal of 80 columns, whatever stands in them.
 * SPDX-License-Identifier: MIT
 *
 * A column is as wide as its widest cell. Where that is too much, the columns move closer together;
 * then names that are too long stand on a line of their own above their numbers; then a row goes on
 * below itself. Nothing is cut: only a single cell wider than a terminal runs over.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/buf.h"

#define TABLE_COLUMNS_MAX 12

struct table_row {
    char *cells[TABLE_COLUMNS_MAX];
    size_t count;
    char *line; /* instead of cells: a line across all columns */
};

/* All zero is an empty table with one blank between its columns. */
struct table {
    unsigned gap; /* blanks between columns where there is room; 0 counts as 1 */
    size_t columns;
    bool left[TABLE_COLUMNS_MAX];
    unsigned least[TABLE_COLUMNS_MAX]; /* width where there is room */
    struct table_row *rows;
    size_t count, capacity;
};

/* Its columns, and the row of their titles; least: a width that a column has where there is room.
 */
struct table_title {
    const char *title;
    unsigned least;
    bool left; /* aligned to the left */
};
void table_titles(struct table *table, const struct table_title *titles, size_t count);
/* One more column; its title is the next cell of the last row, where there is a row. */
void table_column(struct table *table, const struct table_title *title);
/* Begins a row; table_cell then fills it from the left, at most as many as there are columns. */
void table_row(struct table *table);
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line between the rows, wrapped where it is too long. */
void table_line(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds the table to out, and empties it. */
void table_end(struct table *table, struct buf *out);
