/* A firmware image: what an ELF file asks to be loaded, its symbols, and our note.
 * SPDX-License-Identifier: MIT
 *
 * The file is hostile until proven otherwise: everything is checked against its size and against
 * the 32-bit address space. Sources: System V gABI (program header, note section), ELF for the Arm
 * Architecture (EM_ARM, bit 0 of a Thumb function's symbol).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/core/run/environment.h"
#include "host/base/error.h"

#define IMAGE_FILE_MAX (64u << 20) /* bytes; a firmware image with all its debug data is less */

/* Armv7-M, whose Tag_CPU_arch is that of the other profiles, too. */
#define IMAGE_ARCHITECTURE_V7M 0x4D0Au

/* bytes[0, file_size) go to load_address before the run; [run_address, + memory_size) is used
 * while it runs. */
struct image_segment {
    uint32_t load_address, run_address;
    uint32_t file_size, memory_size;
    const uint8_t *bytes;
};

struct image_symbol {
    char *name;
    uint32_t address; /* bit 0 cleared in functions */
    uint32_t size;    /* 0 where unknown */
    bool is_function;
};

struct image {
    uint8_t *file;
    size_t file_size;
    struct image_segment *segments; /* by load address */
    size_t segment_count;
    struct image_symbol *symbols; /* by address; functions, labels, global objects */
    size_t symbol_count;
    uint32_t architecture; /* Tag_CPU_arch of the build attributes, or the next; 0: not known */
    char *note_text;
    const char *note[NOTE_KEYS]; /* into note_text; NULL where absent */
};

/* Reads a file. False and error where it is no loadable Arm image; image is then empty. */
bool image_open(struct image *image, const char *path, struct error *error);
/* The same from memory; bytes are copied. name: for messages. */
bool image_parse(struct image *image, const char *name, const void *bytes, size_t size,
                 struct error *error);
void image_close(struct image *image);

/* SHA-256 of the file, as sha256sum prints it. */
void image_hash(const struct image *image, char text[static ENVIRONMENT_HASH_MAX]);
/* A symbol by name; false where there is none. */
bool image_find(const struct image *image, const char *name, uint32_t *address);
/* Bytes of the memory [base, base + size) from the first to the last that the image has there, what
 * alignment leaves between sections included: as a linker counts the use of a memory. loaded:
 * before the run, from the file; else while it runs. 0 where it has none. */
uint64_t image_use(const struct image *image, uint32_t base, uint32_t size, bool loaded);
/* The function that an address lies in: index into symbols, -1 where none. */
int image_function_at(const struct image *image, uint32_t address);
