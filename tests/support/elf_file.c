/* Makes small ELF files for tests.
 * SPDX-License-Identifier: MIT
 */
#include "elf_file.h"

#include <elf.h>
#include <string.h>

#include "wire/note.h"

#define FLASH 0x08000000u
#define RAM 0x20000000u
#define SEGMENTS_MAX 65

/* File layout: header, program headers, code, note, section names, symbols, names, sections. */
enum { SECTION_NULL, SECTION_NOTE, SECTION_NAMES, SECTION_SYMBOLS, SECTION_STRINGS, SECTIONS };

struct making {
    Elf32_Ehdr header;
    Elf32_Phdr segments[SEGMENTS_MAX];
    uint16_t code[48];
    const char *note;
};

static void default_image(struct making *m)
{
    memcpy(m->header.e_ident, ELFMAG, SELFMAG);
    m->header.e_ident[EI_CLASS] = ELFCLASS32;
    m->header.e_ident[EI_DATA] = ELFDATA2LSB;
    m->header.e_ident[EI_VERSION] = EV_CURRENT;
    m->header.e_type = ET_EXEC;
    m->header.e_machine = EM_ARM;
    m->header.e_version = EV_CURRENT;
    m->header.e_ehsize = sizeof(Elf32_Ehdr);
    m->header.e_phentsize = sizeof(Elf32_Phdr);
    m->header.e_shentsize = sizeof(Elf32_Shdr);
    m->header.e_phoff = sizeof(Elf32_Ehdr);
    m->header.e_phnum = 1;
    m->segments[0] = (Elf32_Phdr){.p_type = PT_LOAD,
                                  .p_vaddr = FLASH,
                                  .p_paddr = FLASH,
                                  .p_filesz = sizeof m->code,
                                  .p_memsz = sizeof m->code,
                                  .p_flags = PF_R | PF_X};
    /* Vectors: SP, then reset and 15 handlers, all at the instruction behind the table. */
    m->code[0] = 0x1000;
    m->code[1] = RAM >> 16;
    for (int i = 1; i < 16; i++) {
        m->code[2 * i] = 0x0041;
        m->code[2 * i + 1] = FLASH >> 16;
    }
    m->code[32] = 0xE7FE; /* B . */
    m->note = "machine=nucleo-h5e5zj\ncore_hz=250000000\nwire=1\n";
}

static Elf32_Phdr *add_segment(struct making *m)
{
    Elf32_Phdr *segment = &m->segments[m->header.e_phnum++];
    *segment = m->segments[0];
    return segment;
}

static void far_bss(struct making *m)
{
    Elf32_Phdr *bss = add_segment(m);
    bss->p_filesz = 0;
    bss->p_vaddr = bss->p_paddr = RAM;
    bss->p_memsz = 0x08000000;
    bss->p_flags = PF_R | PF_W;
}

static void data(struct making *m)
{
    Elf32_Phdr *initialised = add_segment(m), *stack = add_segment(m);
    initialised->p_paddr = FLASH + (uint32_t)sizeof m->code + 8;
    initialised->p_vaddr = RAM + 0x1000;
    initialised->p_filesz = 8;
    initialised->p_memsz = 8 + 24;
    initialised->p_flags = PF_R | PF_W;
    stack->p_paddr = stack->p_vaddr = RAM;
    stack->p_filesz = 0;
    stack->p_memsz = 0x1000;
    stack->p_flags = PF_R | PF_W;
}

static void synthetic(struct making *m)
{
    data(m);
    m->note = "machine=nucleo-h5e5zj\ncore_hz=250000000\ntimer_hz=250000000\nwire=2\n"
              "compiler=gcc 0.0.0 synthetic\nbench=rtos_bench\nclock=pll250\n";
}

static void many(struct making *m)
{
    while (m->header.e_phnum < SEGMENTS_MAX)
        add_segment(m)->p_paddr = FLASH + 0x100u * m->header.e_phnum;
}

static bool make(struct making *m, const char *kind)
{
    default_image(m);
    if (strcmp(kind, "endless") == 0 || strcmp(kind, "cut") == 0)
        return true;
    if (strcmp(kind, "undefined") == 0)
        m->code[32] = 0xDE00; /* UDF #0 */
    else if (strcmp(kind, "no-note") == 0)
        m->note = NULL;
    else if (strcmp(kind, "other-machine") == 0)
        m->note = "machine=toaster\n";
    else if (strcmp(kind, "synthetic") == 0)
        synthetic(m);
    else if (strcmp(kind, "data") == 0)
        data(m);
    else if (strcmp(kind, "x86") == 0)
        m->header.e_machine = EM_386;
    else if (strcmp(kind, "arm64") == 0)
        m->header.e_machine = EM_AARCH64;
    else if (strcmp(kind, "big-endian") == 0)
        m->header.e_ident[EI_DATA] = ELFDATA2MSB;
    else if (strcmp(kind, "object") == 0)
        m->header.e_type = ET_REL;
    else if (strcmp(kind, "empty") == 0)
        m->segments[0].p_type = PT_NULL;
    else if (strcmp(kind, "outside") == 0)
        m->segments[0].p_paddr = 0x60000000;
    else if (strcmp(kind, "far-bss") == 0)
        far_bss(m);
    else if (strcmp(kind, "wraps") == 0)
        m->segments[0].p_paddr = 0xFFFFFFF0;
    else if (strcmp(kind, "overlap") == 0)
        add_segment(m)->p_paddr = FLASH + 8;
    else if (strcmp(kind, "fat") == 0)
        m->segments[0].p_memsz = 4;
    else if (strcmp(kind, "many") == 0)
        many(m);
    else
        return false;
    return true;
}

static void pad(struct buf *out)
{
    while (out->length % 4 != 0)
        buf_add(out, "", 1);
}

static Elf32_Shdr add_note(struct buf *out, const struct making *m)
{
    Elf32_Shdr section = {.sh_type = SHT_NOTE, .sh_addralign = 4};
    if (m->note == NULL)
        return (Elf32_Shdr){.sh_type = SHT_NULL};
    pad(out);
    uint32_t head[3] = {sizeof WIRE_NOTE_NAME, (uint32_t)strlen(m->note), WIRE_NOTE_TYPE};
    section.sh_offset = (Elf32_Off)out->length;
    buf_add(out, head, sizeof head);
    buf_add(out, WIRE_NOTE_NAME, sizeof WIRE_NOTE_NAME);
    pad(out);
    buf_add_text(out, m->note);
    pad(out);
    section.sh_size = (Elf32_Word)(out->length - section.sh_offset);
    return section;
}

/* A function `reset`, labels as the ledger wants them, and a mapping symbol. */
static void add_symbols(struct buf *out, Elf32_Shdr *symbols, Elf32_Shdr *strings)
{
    static const char names[] =
        "\0reset\0window_begin_notify_preempt\0window_end_notify_preempt\0$t";
    const Elf32_Sym table[] = {{0},
                               {.st_name = 1,
                                .st_value = FLASH + 0x41,
                                .st_size = 8,
                                .st_shndx = SHN_ABS,
                                .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)},
                               {.st_name = 7,
                                .st_value = FLASH + 0x42,
                                .st_shndx = SHN_ABS,
                                .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_NOTYPE)},
                               {.st_name = 35,
                                .st_value = FLASH + 0x46,
                                .st_shndx = SHN_ABS,
                                .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_NOTYPE)},
                               {.st_name = 61,
                                .st_value = FLASH + 0x40,
                                .st_shndx = SHN_ABS,
                                .st_info = ELF32_ST_INFO(STB_LOCAL, STT_NOTYPE)}};
    pad(out);
    *symbols = (Elf32_Shdr){.sh_type = SHT_SYMTAB,
                            .sh_offset = (Elf32_Off)out->length,
                            .sh_size = sizeof table,
                            .sh_link = SECTION_STRINGS,
                            .sh_entsize = sizeof table[0],
                            .sh_addralign = 4};
    buf_add(out, table, sizeof table);
    *strings = (Elf32_Shdr){.sh_type = SHT_STRTAB,
                            .sh_offset = (Elf32_Off)out->length,
                            .sh_size = sizeof names,
                            .sh_addralign = 1};
    buf_add(out, names, sizeof names);
}

bool elf_file_add(struct buf *out, const char *kind)
{
    struct making m = {0};
    if (!make(&m, kind))
        return false;
    Elf32_Shdr sections[SECTIONS] = {0};
    struct buf file = {0};
    Elf32_Off code = (Elf32_Off)(sizeof m.header + m.header.e_phnum * sizeof m.segments[0]);
    for (int i = 0; i < m.header.e_phnum; i++)
        m.segments[i].p_offset = code;
    buf_add(&file, &m.header, sizeof m.header);
    buf_add(&file, m.segments, m.header.e_phnum * sizeof m.segments[0]);
    buf_add(&file, m.code, sizeof m.code);
    sections[SECTION_NOTE] = add_note(&file, &m);
    static const char section_names[] = "\0.shstrtab";
    sections[SECTION_NAMES] = (Elf32_Shdr){.sh_name = 1,
                                           .sh_type = SHT_STRTAB,
                                           .sh_offset = (Elf32_Off)file.length,
                                           .sh_size = sizeof section_names,
                                           .sh_addralign = 1};
    buf_add(&file, section_names, sizeof section_names);
    add_symbols(&file, &sections[SECTION_SYMBOLS], &sections[SECTION_STRINGS]);
    pad(&file);
    m.header.e_shoff = (Elf32_Off)file.length;
    m.header.e_shnum = SECTIONS;
    m.header.e_shstrndx = SECTION_NAMES;
    buf_add(&file, sections, sizeof sections);
    memcpy(file.bytes, &m.header, sizeof m.header);
    bool cut = strcmp(kind, "cut") == 0;
    buf_add(out, file.bytes, cut ? code + sizeof m.code / 2 : file.length);
    buf_free(&file);
    return true;
}
