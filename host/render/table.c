/* Tables that fit a terminal of 80 columns, whatever stands in them.
 * SPDX-License-Identifier: MIT
 */
#include "table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "wrap.h"

#define TERMINAL 80u
/* Names narrower than this are not worth a column of their own. */
#define NAME_LEAST 12u
/* No column asks for more. */
#define SQUEEZE_MAX TERMINAL
/* Of what stands below its name. */
#define INDENT 4u

/* ---- filling ---- */

void table_row(struct table *table)
{
    table->rows = xgrow(table->rows, &table->capacity, table->count + 1, sizeof *table->rows);
    table->rows[table->count++] = (struct table_row){0};
}

void table_cell(struct table *table, const char *format, ...)
{
    struct table_row *row = &table->rows[table->count - 1];
    va_list arguments;
    assert(table->count != 0 && row->count < table->columns);
    va_start(arguments, format);
    row->cells[row->count++] = text_format(format, arguments);
    va_end(arguments);
}

void table_column(struct table *table, const struct table_title *title)
{
    assert(table->columns < TABLE_COLUMNS_MAX);
    table->left[table->columns] = title->left;
    table->least[table->columns++] = title->least;
    if (table->count != 0)
        table_cell(table, "%s", title->title);
}

void table_titles(struct table *table, const struct table_title *titles, size_t count)
{
    table_row(table);
    for (size_t i = 0; i < count; i++)
        table_column(table, &titles[i]);
}

void table_line(struct table *table, const char *format, ...)
{
    va_list arguments;
    table_row(table);
    va_start(arguments, format);
    table->rows[table->count - 1].line = text_format(format, arguments);
    va_end(arguments);
}

/* ---- laying out ---- */

/* How wide each column is, and whether it begins a line of its own. */
struct layout {
    size_t gap, width[TABLE_COLUMNS_MAX];
    bool breaks[TABLE_COLUMNS_MAX];
};

/* squeeze: by how much narrower a column is than its title asked for, down to what stands in it. */
static void measure(const struct table *table, unsigned squeeze, struct layout *layout)
{
    *layout = (struct layout){.gap = squeeze == 0 && table->gap != 0 ? table->gap : 1};
    for (size_t column = 0; column < table->columns; column++)
        layout->width[column] = table->least[column] > squeeze ? table->least[column] - squeeze : 0;
    for (size_t i = 0; i < table->count; i++)
        for (size_t column = 0; column < table->rows[i].count; column++) {
            size_t length = strlen(table->rows[i].cells[column]);
            if (length > layout->width[column])
                layout->width[column] = length;
        }
}

/* Of the columns behind the names, with the blanks before each. */
static size_t width_behind(const struct table *table, const struct layout *layout)
{
    size_t sum = 0;
    for (size_t column = 1; column < table->columns; column++)
        sum += layout->gap + layout->width[column];
    return sum;
}

/* The names that fit beside their numbers decide how wide their column is. */
static void narrow_names(const struct table *table, size_t room, struct layout *layout)
{
    layout->width[0] = 0;
    for (size_t i = 0; i < table->count; i++) {
        size_t length = table->rows[i].count != 0 ? strlen(table->rows[i].cells[0]) : 0;
        if (length <= room && length > layout->width[0])
            layout->width[0] = length;
    }
}

/* Each row takes several lines: names first, then as many columns as fit. */
static void break_rows(const struct table *table, struct layout *layout)
{
    size_t used = TERMINAL;
    layout->width[0] = INDENT - layout->gap;
    for (size_t column = 1; column < table->columns; column++) {
        layout->breaks[column] = used + layout->gap + layout->width[column] > TERMINAL;
        used = layout->breaks[column] ? INDENT + layout->width[column]
                                      : used + layout->gap + layout->width[column];
    }
}

static void lay_out(const struct table *table, struct layout *layout)
{
    for (unsigned squeeze = 0; squeeze <= SQUEEZE_MAX; squeeze++) {
        measure(table, squeeze, layout);
        if (layout->width[0] + width_behind(table, layout) <= TERMINAL)
            return;
    }
    size_t behind = width_behind(table, layout);
    if (behind + NAME_LEAST <= TERMINAL)
        narrow_names(table, TERMINAL - behind, layout);
    else
        break_rows(table, layout);
}

/* ---- writing ---- */

static void end_line(struct buf *out, size_t begin)
{
    while (out->length > begin && out->bytes[out->length - 1] == ' ')
        out->length--;
    buf_add_text(out, "\n");
}

/* A line of its own begins: with as many blanks as names are wide. */
static void next_line(const struct layout *layout, struct buf *out, size_t *begin)
{
    end_line(out, *begin);
    *begin = out->length;
    buf_printf(out, "%*s", (int)layout->width[0], "");
}

static void add_row(const struct table *table, const struct table_row *row,
                    const struct layout *layout, struct buf *out)
{
    size_t begin = out->length;
    const char *name = row->count != 0 ? row->cells[0] : "";
    int name_width = (int)layout->width[0];
    bool alone = row->count > 1 && (layout->breaks[1] || strlen(name) > layout->width[0]);
    buf_printf(out, "%*s", alone ? 0 : table->left[0] ? -name_width : name_width, name);
    if (alone && !layout->breaks[1])
        next_line(layout, out, &begin);
    for (size_t column = 1; column < row->count; column++) {
        int width = (int)layout->width[column];
        if (layout->breaks[column])
            next_line(layout, out, &begin);
        buf_printf(out, "%*s%*s", (int)layout->gap, "", table->left[column] ? -width : width,
                   row->cells[column]);
    }
    end_line(out, begin);
}

void table_end(struct table *table, struct buf *out)
{
    struct layout layout;
    lay_out(table, &layout);
    for (size_t i = 0; i < table->count; i++) {
        struct table_row *row = &table->rows[i];
        if (row->line != NULL)
            wrap_line(out, INDENT, "%s", row->line);
        else
            add_row(table, row, &layout, out);
        free(row->line);
        for (size_t column = 0; column < row->count; column++)
            free(row->cells[column]);
    }
    free(table->rows);
    *table = (struct table){0};
}
