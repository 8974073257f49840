/* What a lint must know of an image beyond image.h: whose each function and variable is, where
 * instructions stand, and how each file was compiled.
 * SPDX-License-Identifier: MIT
 *
 * From the symbol table and, where the image has them, its debug data (libdw). Without debug data a
 * function of the kernel is known by its name.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/core/image/image.h"

struct program_unit {
    char *name;     /* of its source file, without folders */
    char *producer; /* the compiler's line, with its flags; NULL where it left none */
    bool is_kernel; /* one of FreeRTOS, its port, its heap or a wrapper around it */
    bool has_code;
};

struct program_range {
    uint32_t begin, end;
    size_t unit; /* of units; not used of code */
};

struct program_object {
    char *name;
    uint32_t address, size;
    int unit; /* -1 unknown */
};

struct program {
    const struct image *image;
    void *elf, *dwarf; /* Elf, Dwarf; dwarf may be NULL */
    struct program_unit *units;
    size_t unit_count, unit_capacity;
    struct program_range *ranges; /* of units, by address */
    size_t range_count, range_capacity;
    struct program_range *code; /* between mapping symbols $t and $d, by address */
    size_t code_count, code_capacity;
    struct program_object *objects; /* variables, by address */
    size_t object_count, object_capacity;
};

/* image must outlive it. Never fails: what cannot be read is not known. */
void program_open(struct program *program, const struct image *image);
void program_close(struct program *program);

/* The unit that an address of code lies in, NULL where unknown. */
const struct program_unit *program_unit_at(const struct program *program, uint32_t address);
/* Whether an address of code is of the kernel. */
bool program_is_kernel(const struct program *program, uint32_t address);
/* Whether instructions stand at an address, as far as mapping symbols say. */
bool program_is_code(const struct program *program, uint32_t address);
/* The variable that an address lies in, NULL where there is none. */
const struct program_object *program_object_at(const struct program *program, uint32_t address);
const struct program_object *program_object_named(const struct program *program, const char *name);
/* "xTaskCreate at queue.c:12 (0x080012A4)", in a static buffer. */
const char *program_place(const struct program *program, uint32_t address);
/* The level that a unit was compiled at: "-O2"; NULL where its producer does not say. */
const char *program_level(const struct program_unit *unit, char level[static 8]);
