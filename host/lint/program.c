/* Reads units, ranges, variables and mapping symbols of an image.
 * SPDX-License-Identifier: MIT
 */
#include "program.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "host/core/image/backtrace_place.h"
#include "program_kernel.h"

#define UNITS_MAX 65536u
#define SYMBOLS_MAX 1000000u

static char *printable(const char *name)
{
    char shown[256];
    text_printable(name, strlen(name), shown, sizeof shown);
    return xstrndup(shown, strlen(shown));
}

static int by_begin(const void *a, const void *b)
{
    const struct program_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static int by_address(const void *a, const void *b)
{
    const struct program_object *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* ---- the symbol table: variables and mapping symbols ---- */

struct mark {
    uint32_t address;
    bool code;
};

static int by_mark(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Instructions stand from each $t to the next mapping symbol (ELF for the Arm Architecture). */
static void add_code(struct program *program, struct mark *marks, size_t count)
{
    if (count != 0)
        qsort(marks, count, sizeof *marks, by_mark);
    for (size_t i = 0; i < count; i++) {
        if (!marks[i].code)
            continue;
        uint32_t end = i + 1 < count ? marks[i + 1].address : UINT32_MAX;
        program->code = xgrow(program->code, &program->code_capacity, program->code_count + 1,
                              sizeof *program->code);
        program->code[program->code_count++] = (struct program_range){marks[i].address, end, 0};
    }
}

static void add_object(struct program *program, const char *name, const GElf_Sym *symbol)
{
    program->objects = xgrow(program->objects, &program->object_capacity, program->object_count + 1,
                             sizeof *program->objects);
    program->objects[program->object_count++] =
        (struct program_object){.name = printable(name),
                                .address = (uint32_t)symbol->st_value,
                                .size = (uint32_t)symbol->st_size,
                                .unit = -1};
}

static void read_symbols(struct program *program, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    struct mark *marks = NULL;
    size_t mark_count = 0, capacity = 0;
    size_t count = data != NULL && header->sh_entsize != 0 ? data->d_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count && i < SYMBOLS_MAX; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol) != NULL
                               ? elf_strptr(program->elf, header->sh_link, symbol.st_name)
                               : NULL;
        if (name == NULL || symbol.st_shndx == SHN_UNDEF)
            continue;
        if (name[0] == '$' && (name[1] == 't' || name[1] == 'd')) {
            marks = xgrow(marks, &capacity, mark_count + 1, sizeof *marks);
            marks[mark_count++] = (struct mark){(uint32_t)symbol.st_value, name[1] == 't'};
        } else if (GELF_ST_TYPE(symbol.st_info) == STT_OBJECT)
            add_object(program, name, &symbol);
    }
    add_code(program, marks, mark_count);
    free(marks);
}

/* ---- debug data: units, their ranges, whose each variable is ---- */

static void add_ranges(struct program *program, Dwarf_Die *die, size_t unit)
{
    Dwarf_Addr base, begin, end;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &begin, &end)) > 0;) {
        /* What the linker has dropped stands at 0. */
        if (begin == 0 || end <= begin || end > UINT32_MAX)
            continue;
        program->ranges = xgrow(program->ranges, &program->range_capacity, program->range_count + 1,
                                sizeof *program->ranges);
        program->ranges[program->range_count++] =
            (struct program_range){(uint32_t)begin, (uint32_t)end, unit};
        program->units[unit].has_code = true;
    }
}

/* Of those that lie at address or behind it; they are in order. */
static size_t first_object(const struct program *program, uint32_t address)
{
    size_t low = 0, high = program->object_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (program->objects[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void claim_object(struct program *program, Dwarf_Die *variable, int unit)
{
    Dwarf_Attribute memory;
    Dwarf_Op *operations;
    size_t count;
    if (dwarf_getlocation(dwarf_attr(variable, DW_AT_location, &memory), &operations, &count) !=
            0 ||
        count != 1 || operations[0].atom != DW_OP_addr)
        return;
    uint32_t address = (uint32_t)operations[0].number;
    for (size_t i = first_object(program, address);
         i < program->object_count && program->objects[i].address == address; i++)
        program->objects[i].unit = unit;
}

static void claim_objects(struct program *program, Dwarf_Die *die, int unit)
{
    Dwarf_Die child;
    if (dwarf_child(die, &child) != 0)
        return;
    do
        if (dwarf_tag(&child) == DW_TAG_variable && dwarf_hasattr(&child, DW_AT_location))
            claim_object(program, &child, unit);
    while (dwarf_siblingof(&child, &child) == 0);
}

static void add_unit(struct program *program, Dwarf_Die *die)
{
    Dwarf_Attribute memory;
    const char *name = dwarf_diename(die);
    const char *producer = dwarf_formstring(dwarf_attr(die, DW_AT_producer, &memory));
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    if (program->unit_count == UNITS_MAX)
        return;
    name = slash != NULL ? slash + 1 : name != NULL ? name : "?";
    program->units = xgrow(program->units, &program->unit_capacity, program->unit_count + 1,
                           sizeof *program->units);
    size_t unit = program->unit_count++;
    program->units[unit] =
        (struct program_unit){.name = printable(name),
                              .producer = producer != NULL ? printable(producer) : NULL,
                              .is_kernel = program_kernel_unit(name)};
    add_ranges(program, die, unit);
    claim_objects(program, die, (int)unit);
}

static void read_units(struct program *program)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    while (dwarf_nextcu(program->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        Dwarf_Die die;
        if (dwarf_offdie(program->dwarf, offset + header, &die) != NULL)
            add_unit(program, &die);
        offset = next;
    }
}

/* ---- the file ---- */

void program_open(struct program *program, const struct image *image)
{
    *program = (struct program){.image = image};
    elf_version(EV_CURRENT);
    program->elf = elf_memory((char *)image->file, image->file_size);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(program->elf, section)) != NULL;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) != NULL && header.sh_type == SHT_SYMTAB)
            read_symbols(program, section, &header);
    }
    if (program->object_count != 0)
        qsort(program->objects, program->object_count, sizeof *program->objects, by_address);
    program->dwarf = dwarf_begin_elf(program->elf, DWARF_C_READ, NULL);
    if (program->dwarf != NULL)
        read_units(program);
    if (program->range_count != 0)
        qsort(program->ranges, program->range_count, sizeof *program->ranges, by_begin);
}

void program_close(struct program *program)
{
    for (size_t i = 0; i < program->unit_count; i++) {
        free(program->units[i].name);
        free(program->units[i].producer);
    }
    for (size_t i = 0; i < program->object_count; i++)
        free(program->objects[i].name);
    free(program->units);
    free(program->ranges);
    free(program->code);
    free(program->objects);
    if (program->dwarf != NULL)
        dwarf_end(program->dwarf);
    elf_end(program->elf);
    *program = (struct program){0};
}

/* ---- questions ---- */

/* The last range that begins at or before address, NULL where that one has ended. */
static const struct program_range *range_at(const struct program_range *ranges, size_t count,
                                            uint32_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low != 0 && address < ranges[low - 1].end ? &ranges[low - 1] : NULL;
}

const struct program_unit *program_unit_at(const struct program *program, uint32_t address)
{
    const struct program_range *range = range_at(program->ranges, program->range_count, address);
    return range != NULL ? &program->units[range->unit] : NULL;
}

bool program_is_kernel(const struct program *program, uint32_t address)
{
    const struct program_unit *unit = program_unit_at(program, address);
    if (unit != NULL)
        return unit->is_kernel;
    int function = image_function_at(program->image, address);
    return function >= 0 && program_kernel_function(program->image->symbols[function].name);
}

bool program_is_code(const struct program *program, uint32_t address)
{
    return program->code_count == 0 ||
           range_at(program->code, program->code_count, address) != NULL;
}

const struct program_object *program_object_at(const struct program *program, uint32_t address)
{
    for (size_t i = 0; i < program->object_count; i++) {
        const struct program_object *object = &program->objects[i];
        uint32_t size = object->size != 0 ? object->size : 1;
        if (address - object->address < size)
            return object;
    }
    return NULL;
}

const struct program_object *program_object_named(const struct program *program, const char *name)
{
    for (size_t i = 0; i < program->object_count; i++)
        if (strcmp(program->objects[i].name, name) == 0)
            return &program->objects[i];
    return NULL;
}

const char *program_place(const struct program *program, uint32_t address)
{
    static char place[512];
    struct buf text = {0};
    backtrace_place_add(program->image, program->dwarf, address, "", &text);
    /* An inlined function's callers stand behind it, a line each. */
    size_t length = strcspn(text.bytes, "\n");
    snprintf(place, sizeof place, "%.*s (0x%08" PRIX32 ")", (int)(length < 400 ? length : 400),
             text.bytes, address);
    buf_free(&text);
    return place;
}

const char *program_level(const struct program_unit *unit, char level[static 8])
{
    const char *producer = unit->producer;
    if (producer == NULL || strncmp(producer, "GNU C", 5) != 0)
        return NULL;
    /* GCC names its flags, that of the core at least, or it was told to name none of them. */
    if (strstr(producer, " -") == NULL)
        return NULL;
    snprintf(level, 8, "-O0"); /* what GCC does without a flag */
    for (const char *at = producer; (at = strstr(at, " -O")) != NULL; at++)
        if (strcspn(at + 1, " ") < 8)
            snprintf(level, 8, "%.*s", (int)strcspn(at + 1, " "), at + 1);
    if (strcmp(level, "-O") == 0)
        snprintf(level, 8, "-O1");
    return level;
}
