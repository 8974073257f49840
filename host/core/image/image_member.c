/* Looks a structure's member up in DWARF.
 * SPDX-License-Identifier: MIT
 */
#include "image_member.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

static bool find_child(Dwarf_Die *parent, int tag, const char *name, Dwarf_Die *child)
{
    if (dwarf_child(parent, child) != 0)
        return false;
    do {
        const char *found = dwarf_diename(child);
        if (dwarf_tag(child) == tag && found != NULL && strcmp(found, name) == 0)
            return true;
    } while (dwarf_siblingof(child, child) == 0);
    return false;
}

static bool find_in_unit(Dwarf_Die *unit, const char *structure, const char *member,
                         uint32_t *offset)
{
    Dwarf_Die type, found;
    Dwarf_Attribute memory;
    Dwarf_Word bytes;
    if (!find_child(unit, DW_TAG_structure_type, structure, &type) ||
        !find_child(&type, DW_TAG_member, member, &found) ||
        dwarf_formudata(dwarf_attr(&found, DW_AT_data_member_location, &memory), &bytes) != 0 ||
        bytes > UINT32_MAX)
        return false;
    *offset = (uint32_t)bytes;
    return true;
}

bool image_member(const struct image *image, const char *structure, const char *member,
                  uint32_t *offset)
{
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)image->file, image->file_size);
    Dwarf *dwarf = elf != NULL ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    Dwarf_Off unit = 0, next;
    size_t header;
    bool found = false;
    while (!found && dwarf != NULL &&
           dwarf_nextcu(dwarf, unit, &next, &header, NULL, NULL, NULL) == 0) {
        Dwarf_Die die;
        if (dwarf_offdie(dwarf, unit + header, &die) != NULL)
            found = find_in_unit(&die, structure, member, offset);
        unit = next;
    }
    if (dwarf != NULL)
        dwarf_end(dwarf);
    if (elf != NULL)
        elf_end(elf);
    return found;
}
