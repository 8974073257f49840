/* Reads the kernel's layout through libdw.
 * SPDX-License-Identifier: MIT
 */
#include "kernel_layout.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

static bool is_called(Dwarf_Die *die, const char *name)
{
    const char *own = dwarf_diename(die);
    return own != NULL && strcmp(own, name) == 0;
}

/* The first child of parent with this tag and name that has this attribute: declarations have not.
 */
static bool find_child(Dwarf_Die *parent, int tag, const char *name, unsigned attribute,
                       Dwarf_Die *child)
{
    if (dwarf_child(parent, child) != 0)
        return false;
    do
        if (dwarf_tag(child) == tag && is_called(child, name) && dwarf_hasattr(child, attribute))
            return true;
    while (dwarf_siblingof(child, child) == 0);
    return false;
}

static bool find_offset(Dwarf_Die *structure, const char *name, uint32_t *offset)
{
    Dwarf_Die member;
    Dwarf_Attribute location;
    Dwarf_Word number;
    if (!find_child(structure, DW_TAG_member, name, DW_AT_data_member_location, &member) ||
        dwarf_formudata(dwarf_attr(&member, DW_AT_data_member_location, &location), &number) != 0)
        return false;
    *offset = (uint32_t)number;
    return true;
}

static bool find_address(Dwarf_Die *unit, const char *name, uint32_t *address)
{
    Dwarf_Die variable;
    Dwarf_Attribute location;
    Dwarf_Op *operations;
    size_t count;
    if (!find_child(unit, DW_TAG_variable, name, DW_AT_location, &variable) ||
        dwarf_getlocation(dwarf_attr(&variable, DW_AT_location, &location), &operations, &count) !=
            0 ||
        count != 1 || operations[0].atom != DW_OP_addr)
        return false;
    *address = (uint32_t)operations[0].number;
    return true;
}

/* All of it is in the unit of tasks.c. */
static bool read_unit(Dwarf_Die *unit, struct kernel_layout *layout)
{
    Dwarf_Die task;
    return find_address(unit, "pxCurrentTCB", &layout->current) &&
           find_child(unit, DW_TAG_structure_type, "tskTaskControlBlock", DW_AT_byte_size, &task) &&
           find_offset(&task, "uxPriority", &layout->priority) &&
           find_offset(&task, "pcTaskName", &layout->name);
}

bool kernel_layout_read(struct kernel_layout *layout, const struct image *image)
{
    Dwarf_Off offset = 0, next;
    Dwarf_Die unit;
    size_t header;
    bool found = false;
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)image->file, image->file_size);
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    while (!found && dwarf != NULL &&
           dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        found = dwarf_offdie(dwarf, offset + header, &unit) != NULL && read_unit(&unit, layout);
        offset = next;
    }
    dwarf_end(dwarf);
    elf_end(elf);
    return found;
}
