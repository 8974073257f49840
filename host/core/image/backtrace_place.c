/* What stands at an address.
 * SPDX-License-Identifier: MIT
 */
#include "backtrace_place.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"

/* A compilation unit by address ranges; .debug_aranges may be missing or wrong. */
static bool find_unit(Dwarf *dwarf, uint32_t address, Dwarf_Die *unit)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    if (dwarf == NULL)
        return false;
    if (dwarf_addrdie(dwarf, address, unit) != NULL)
        return true;
    while (dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(dwarf, offset + header, unit) != NULL && dwarf_haspc(unit, address) == 1)
            return true;
        offset = next;
    }
    return false;
}

static void add_text(struct buf *text, const char *name)
{
    char shown[160];
    buf_add_text(text, text_printable(name, strlen(name), shown, sizeof shown));
}

/* " at file:line"; the file's last two parts tell it apart and fit on a line. */
static void add_line(struct buf *text, const char *file, int line)
{
    const char *part = file;
    if (file == NULL)
        return;
    for (const char *slash = file, *before = file; (slash = strchr(slash, '/')) != NULL;) {
        part = before;
        before = ++slash;
    }
    buf_add_text(text, " at ");
    add_text(text, part);
    buf_printf(text, ":%d", line);
}

static void add_source_line(Dwarf_Die *unit, uint32_t address, struct buf *text)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    int number = 0;
    if (line != NULL && dwarf_lineno(line, &number) == 0)
        add_line(text, dwarf_linesrc(line, NULL, NULL), number);
}

static bool number_of(Dwarf_Die *die, unsigned attribute, Dwarf_Word *number)
{
    Dwarf_Attribute memory, *found = dwarf_attr(die, attribute, &memory);
    return found != NULL && dwarf_formudata(found, number) == 0;
}

/* Where an inlined function was called. */
static void add_call_line(Dwarf_Die *unit, Dwarf_Die *inlined, struct buf *text)
{
    Dwarf_Files *files;
    size_t count;
    Dwarf_Word file, line;
    if (number_of(inlined, DW_AT_call_file, &file) && number_of(inlined, DW_AT_call_line, &line) &&
        dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
        add_line(text, dwarf_filesrc(files, file, NULL, NULL), (int)line);
}

static void add_function(const struct image *image, Dwarf_Die *function, uint32_t address,
                         struct buf *text)
{
    const char *name = function != NULL ? dwarf_diename(function) : NULL;
    int symbol = image_function_at(image, address);
    if (name == NULL && symbol >= 0)
        name = image->symbols[symbol].name;
    add_text(text, name != NULL ? name : "?");
}

static bool is_function(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* scopes: innermost first. */
static void add_scopes(const struct image *image, Dwarf_Die *unit, Dwarf_Die *scopes, int count,
                       uint32_t address, const char *prefix, struct buf *text)
{
    Dwarf_Die *inlined = NULL;
    bool any = false;
    for (int k = 0; k < count; k++) {
        if (!is_function(&scopes[k]))
            continue;
        if (any)
            buf_printf(text, "\n%s", prefix);
        add_function(image, &scopes[k], address, text);
        if (inlined == NULL)
            add_source_line(unit, address, text);
        else
            add_call_line(unit, inlined, text);
        any = true;
        if (dwarf_tag(&scopes[k]) == DW_TAG_subprogram)
            break;
        inlined = &scopes[k];
    }
    if (any)
        return;
    add_function(image, NULL, address, text);
    add_source_line(unit, address, text);
}

void backtrace_place_add(const struct image *image, Dwarf *dwarf, uint32_t address,
                         const char *prefix, struct buf *text)
{
    Dwarf_Die unit, *scopes = NULL;
    if (!find_unit(dwarf, address, &unit)) {
        add_function(image, NULL, address, text);
        return;
    }
    int count = dwarf_getscopes(&unit, address, &scopes);
    add_scopes(image, &unit, scopes, count, address, prefix, text);
    free(scopes);
}
