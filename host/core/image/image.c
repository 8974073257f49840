/* Reads a firmware image through libelf.
 * SPDX-License-Identifier: MIT
 */
#include "image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "image_attributes.h"
#include "image_note.h"

#define SEGMENTS_MAX 64u
#define SYMBOLS_MAX 1000000u

/* What a check works on. */
struct reading {
    struct image *image;
    const char *name;
    size_t size;
    Elf *elf;
    GElf_Ehdr header;
    struct error *error;
};

static bool check_header(struct reading *r)
{
    if (elf_kind(r->elf) != ELF_K_ELF || gelf_getehdr(r->elf, &r->header) == NULL)
        error_set(r->error, "%s: not an ELF file; give the .elf that the firmware build writes",
                  r->name);
    else if (r->header.e_ident[EI_CLASS] != ELFCLASS32 || r->header.e_machine != EM_ARM)
        error_set(r->error,
                  "%s: an ELF file for another processor (machine %u, %s bits), not for a 32-bit "
                  "Arm; give the firmware's .elf",
                  r->name, r->header.e_machine,
                  r->header.e_ident[EI_CLASS] == ELFCLASS32 ? "32" : "64");
    else if (r->header.e_ident[EI_DATA] != ELFDATA2LSB)
        error_set(r->error, "%s: a big-endian image; build it little-endian", r->name);
    else if (r->header.e_type != ET_EXEC)
        error_set(r->error, "%s: not an executable (ELF type %u); link it first", r->name,
                  r->header.e_type);
    else
        return true;
    return false;
}

static bool truncated(struct reading *r, const char *what)
{
    error_set(r->error, "%s: truncated: %s beyond the end of the file (%zu bytes); build it again",
              r->name, what, r->size);
    return false;
}

static bool check_tables(struct reading *r)
{
    uint64_t segments_end = r->header.e_phoff + (uint64_t)r->header.e_phnum * r->header.e_phentsize;
    uint64_t sections_end = r->header.e_shoff + (uint64_t)r->header.e_shnum * r->header.e_shentsize;
    if (segments_end > r->size)
        return truncated(r, "its program headers lie");
    if (sections_end > r->size)
        return truncated(r, "its section headers lie");
    return true;
}

static bool check_segment(struct reading *r, size_t index, const GElf_Phdr *p)
{
    const uint64_t space = UINT64_C(1) << 32;
    if (p->p_offset > r->size || p->p_filesz > r->size - p->p_offset)
        return truncated(r, "a segment's bytes lie");
    if (p->p_filesz > p->p_memsz)
        error_set(r->error, "%s: segment %zu is larger in the file than in memory; corrupt",
                  r->name, index);
    else if (p->p_paddr + p->p_filesz > space || p->p_vaddr + p->p_memsz > space)
        error_set(r->error, "%s: segment %zu reaches beyond the 32-bit address space; corrupt",
                  r->name, index);
    else
        return true;
    return false;
}

static bool add_segment(struct reading *r, size_t index, const GElf_Phdr *p)
{
    struct image *image = r->image;
    if (!check_segment(r, index, p))
        return false;
    if (image->segment_count == SEGMENTS_MAX) {
        error_set(r->error, "%s: more than %u segments to load; not a firmware image", r->name,
                  SEGMENTS_MAX);
        return false;
    }
    struct image_segment segment = {.load_address = (uint32_t)p->p_paddr,
                                    .run_address = (uint32_t)p->p_vaddr,
                                    .file_size = (uint32_t)p->p_filesz,
                                    .memory_size = (uint32_t)p->p_memsz,
                                    .bytes = image->file + p->p_offset};
    image->segments[image->segment_count++] = segment;
    return true;
}

static int by_load_address(const void *a, const void *b)
{
    const struct image_segment *x = a, *y = b;
    return (x->load_address > y->load_address) - (x->load_address < y->load_address);
}

/* Two segments over each other: whichever is loaded last would win. */
static bool check_overlap(struct reading *r)
{
    const struct image *image = r->image;
    const struct image_segment *before = NULL;
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        if (segment->file_size == 0)
            continue;
        if (before != NULL &&
            (uint64_t)before->load_address + before->file_size > segment->load_address) {
            error_set(r->error,
                      "%s: two segments overlap at 0x%08" PRIX32 "; correct the linker script",
                      r->name, segment->load_address);
            return false;
        }
        before = segment;
    }
    return true;
}

static bool has_bytes(const struct image *image)
{
    for (size_t i = 0; i < image->segment_count; i++)
        if (image->segments[i].file_size != 0)
            return true;
    return false;
}

static bool read_segments(struct reading *r)
{
    struct image *image = r->image;
    size_t count;
    if (elf_getphdrnum(r->elf, &count) != 0)
        return truncated(r, "its program headers lie");
    image->segments = xcalloc(SEGMENTS_MAX, sizeof *image->segments);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr p;
        if (gelf_getphdr(r->elf, (int)i, &p) == NULL)
            return truncated(r, "its program headers lie");
        if (p.p_type == PT_LOAD && p.p_memsz != 0 && !add_segment(r, i, &p))
            return false;
    }
    if (!has_bytes(image)) {
        error_set(r->error, "%s: has nothing to load; give the linked .elf", r->name);
        return false;
    }
    qsort(image->segments, image->segment_count, sizeof *image->segments, by_load_address);
    return check_overlap(r);
}

/* ---- symbols ---- */

/* Functions first where several share an address, so that a label does not hide one. */
static int by_address(const void *a, const void *b)
{
    const struct image_symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address > y->address ? 1 : -1;
    if (x->is_function != y->is_function)
        return x->is_function ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void add_symbol(struct image *image, size_t *capacity, const GElf_Sym *symbol,
                       const char *name)
{
    bool is_function = GELF_ST_TYPE(symbol->st_info) == STT_FUNC;
    bool is_label = GELF_ST_TYPE(symbol->st_info) == STT_NOTYPE;
    bool is_shared =
        GELF_ST_TYPE(symbol->st_info) == STT_OBJECT && GELF_ST_BIND(symbol->st_info) == STB_GLOBAL;
    /* $t, $d and their like mark code and data (ELF for the Arm Architecture, "Mapping symbols").
     */
    if (name == NULL || name[0] == '\0' || name[0] == '$' || symbol->st_shndx == SHN_UNDEF ||
        (!is_function && !is_label && !is_shared) || image->symbol_count == SYMBOLS_MAX)
        return;
    char shown[128];
    text_printable(name, strlen(name), shown, sizeof shown);
    image->symbols =
        xgrow(image->symbols, capacity, image->symbol_count + 1, sizeof *image->symbols);
    image->symbols[image->symbol_count++] =
        (struct image_symbol){.name = xstrndup(shown, strlen(shown)),
                              .address = (uint32_t)symbol->st_value & (is_function ? ~1u : ~0u),
                              .size = (uint32_t)symbol->st_size,
                              .is_function = is_function};
}

/* A table that cannot be read is none: the run needs no symbols, the ledger will say so. */
static void read_symbol_table(struct reading *r, Elf_Scn *section, const GElf_Shdr *header,
                              size_t *capacity)
{
    Elf_Data *data = elf_getdata(section, NULL);
    if (data == NULL || header->sh_entsize == 0)
        return;
    size_t count = data->d_size / header->sh_entsize;
    for (size_t i = 0; i < count && i < SYMBOLS_MAX; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            return;
        add_symbol(r->image, capacity, &symbol,
                   elf_strptr(r->elf, header->sh_link, symbol.st_name));
    }
}

static void read_sections(struct reading *r)
{
    size_t capacity = 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(r->elf, section)) != NULL;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == NULL)
            continue;
        const uint8_t *bytes = r->image->file + header.sh_offset;
        bool is_inside =
            header.sh_offset <= r->size && header.sh_size <= r->size - header.sh_offset;
        if (header.sh_type == SHT_SYMTAB)
            read_symbol_table(r, section, &header, &capacity);
        else if (header.sh_type == SHT_NOTE && is_inside)
            image_note_read(r->image, bytes, (size_t)header.sh_size);
        else if (header.sh_type == SHT_ARM_ATTRIBUTES && is_inside)
            image_attributes_read(r->image, bytes, (size_t)header.sh_size);
    }
    if (r->image->symbol_count != 0)
        qsort(r->image->symbols, r->image->symbol_count, sizeof *r->image->symbols, by_address);
}

/* ---- the file ---- */

bool image_parse(struct image *image, const char *name, const void *bytes, size_t size,
                 struct error *error)
{
    *image = (struct image){.file = xcalloc(size, 1), .file_size = size};
    if (size != 0)
        memcpy(image->file, bytes, size);
    elf_version(EV_CURRENT);
    struct reading r = {.image = image, .name = name, .size = size, .error = error};
    r.elf = size != 0 ? elf_memory((char *)image->file, size) : NULL;
    bool ok = check_header(&r) && check_tables(&r) && read_segments(&r);
    if (ok)
        read_sections(&r);
    elf_end(r.elf);
    if (!ok)
        image_close(image);
    return ok;
}

static bool read_all(int file, const char *path, uint8_t *bytes, size_t size, struct error *error)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(file, bytes + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            error_set(error, "%s: cannot read: %s", path,
                      got < 0 ? strerror(errno) : "it became shorter meanwhile");
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

bool image_open(struct image *image, const char *path, struct error *error)
{
    *image = (struct image){0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        error_set(error, "%s: cannot read: %s", path, strerror(errno));
        if (file >= 0)
            close(file);
        return false;
    }
    bool ok = false;
    if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s: is no regular file; give the firmware's .elf", path);
    } else if (status.st_size > (off_t)IMAGE_FILE_MAX) {
        error_set(error, "%s: larger than %u MiB: not a firmware image", path,
                  IMAGE_FILE_MAX >> 20);
    } else {
        size_t size = (size_t)status.st_size;
        uint8_t *bytes = xcalloc(size, 1);
        ok = read_all(file, path, bytes, size, error) &&
             image_parse(image, path, bytes, size, error);
        free(bytes);
    }
    close(file);
    return ok;
}

void image_close(struct image *image)
{
    for (size_t i = 0; i < image->symbol_count; i++)
        free(image->symbols[i].name);
    free(image->symbols);
    free(image->segments);
    free(image->note_text);
    free(image->file);
    *image = (struct image){0};
}

void image_hash(const struct image *image, char text[static ENVIRONMENT_HASH_MAX])
{
    SHA256Data(image->file, image->file_size, text);
}

bool image_find(const struct image *image, const char *name, uint32_t *address)
{
    for (size_t i = 0; i < image->symbol_count; i++)
        if (strcmp(image->symbols[i].name, name) == 0) {
            /* A label in Thumb code may be marked as such; instructions stand at even addresses. */
            *address = image->symbols[i].address & ~1u;
            return true;
        }
    return false;
}

uint64_t image_use(const struct image *image, uint32_t base, uint32_t size, bool loaded)
{
    uint64_t first = UINT64_MAX, end = 0;
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        uint64_t from = loaded ? segment->load_address : segment->run_address;
        uint64_t to = from + (loaded ? segment->file_size : segment->memory_size);
        if (from == to || from < base || to > (uint64_t)base + size)
            continue;
        first = from < first ? from : first;
        end = to > end ? to : end;
    }
    return end != 0 ? end - first : 0;
}

int image_function_at(const struct image *image, uint32_t address)
{
    size_t low = 0, high = image->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->symbols[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    while (low-- > 0) {
        const struct image_symbol *symbol = &image->symbols[low];
        if (symbol->is_function)
            return symbol->size == 0 || address - symbol->address < symbol->size ? (int)low : -1;
    }
    return -1;
}
