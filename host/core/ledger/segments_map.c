/* Sorts the instructions of a PendSV handler into the segments of a switch.
 * SPDX-License-Identifier: MIT
 */
#include "segments.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct segment_row segment_rows[SEGMENTS] = {
#define SEGMENT(id, name, min, max) {name, false, min, max},
#define SEGMENT_IN_HANDLER(id, name, min, max) {name, true, min, max},
#include "segments.def"
#undef SEGMENT
#undef SEGMENT_IN_HANDLER
};

/* What an instruction is for. */
enum role {
    ROLE_UNKNOWN,
    ROLE_LIKE_BEFORE, /* a barrier */
    ROLE_PREPARES,    /* belongs to what comes next */
    ROLE_CALL,
    ROLE_LAST,
    ROLE_SEGMENT, /* without which the segment is not there */
    ROLE_HELPS    /* the segment has it, or has it not */
};

struct reading {
    bool called; /* the call lies behind */
    bool seen[SEGMENTS];
    size_t prepared; /* instructions that wait for what they prepare */
};

__attribute__((format(printf, 2, 3))) static void refuse(struct segments_map *map,
                                                         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(map->why, sizeof map->why, format, arguments);
    va_end(arguments);
    map->count = 0;
    map->begin = map->end = 0;
}

static bool starts(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

static const char *operands_of(const char *text)
{
    text += strcspn(text, " \t");
    return text + strspn(text, " \t");
}

/* The special register of MRS stands last, that of MSR first. */
static bool names_register(const char *text, bool is_last, const char *name)
{
    const char *at = is_last ? strrchr(text, ' ') : operands_of(text);
    if (at == NULL)
        return false;
    at += strspn(at, " ");
    return strcspn(at, ", \t") == strlen(name) && starts(at, name);
}

static enum role move(const char *text, bool called, enum segment *segment)
{
    *segment = called ? SEGMENT_RESTORE : SEGMENT_SAVE;
    return strchr(text, '#') != NULL ? ROLE_PREPARES : ROLE_HELPS;
}

static enum role multiple(const char *text, bool is_store, enum segment *segment)
{
    bool on_main_stack =
        starts(operands_of(text), "sp") || starts(text, "push") || starts(text, "pop");
    if (is_store)
        *segment = on_main_stack ? SEGMENT_ENTER_CRITICAL : SEGMENT_SAVE;
    else
        *segment = on_main_stack ? SEGMENT_LEAVE_CRITICAL : SEGMENT_RESTORE;
    return on_main_stack ? ROLE_HELPS : ROLE_SEGMENT;
}

/* A special register is read or written. */
static enum role special(const char *text, bool called, enum segment *segment)
{
    if (starts(text, "mrs")) {
        *segment = names_register(text, true, "PSP") ? SEGMENT_READ_PSP : SEGMENT_SAVE;
        return *segment == SEGMENT_READ_PSP ? ROLE_SEGMENT : ROLE_HELPS;
    }
    if (names_register(text, false, "BASEPRI")) {
        *segment = called ? SEGMENT_LEAVE_CRITICAL : SEGMENT_ENTER_CRITICAL;
        return ROLE_SEGMENT;
    }
    *segment = SEGMENT_RETURN;
    return names_register(text, false, "PSP") ? ROLE_SEGMENT : ROLE_HELPS;
}

/* By mnemonic; of two that begin alike the longer first. */
static const struct {
    const char *mnemonic;
    enum role role;
    enum segment before, behind; /* the call */
} plain[] = {
    {"isb", ROLE_LIKE_BEFORE, 0, 0},
    {"dsb", ROLE_LIKE_BEFORE, 0, 0},
    {"dmb", ROLE_LIKE_BEFORE, 0, 0},
    {"add", ROLE_PREPARES, 0, 0},
    {"sub", ROLE_PREPARES, 0, 0},
    {"cps", ROLE_SEGMENT, SEGMENT_ENTER_CRITICAL, SEGMENT_LEAVE_CRITICAL},
    {"tst", ROLE_HELPS, SEGMENT_FLOAT_TEST, SEGMENT_FLOAT_TEST},
    {"it", ROLE_HELPS, SEGMENT_FLOAT_TEST, SEGMENT_FLOAT_TEST},
    {"vstm", ROLE_HELPS, SEGMENT_SAVE_FLOAT, SEGMENT_SAVE_FLOAT},
    {"vldm", ROLE_HELPS, SEGMENT_RESTORE_FLOAT, SEGMENT_RESTORE_FLOAT},
    {"str", ROLE_SEGMENT, SEGMENT_STORE_TOP, SEGMENT_STORE_TOP},
    {"blx", ROLE_UNKNOWN, 0, 0},
    {"bl ", ROLE_CALL, SEGMENT_SWITCH_CONTEXT, SEGMENT_SWITCH_CONTEXT},
    {"bx", ROLE_LAST, SEGMENT_RETURN, SEGMENT_RETURN},
};

static enum role role_of(const char *text, bool called, enum segment *segment)
{
    *segment = SEGMENT_BEFORE;
    if (starts(text, "mov"))
        return move(text, called, segment);
    if (starts(text, "stm") || starts(text, "push"))
        return multiple(text, true, segment);
    if (starts(text, "ldm") || starts(text, "pop"))
        return multiple(text, false, segment);
    if (starts(text, "mrs") || starts(text, "msr"))
        return special(text, called, segment);
    if (starts(text, "ldr")) {
        *segment = called ? SEGMENT_LOAD_TOP : SEGMENT_STORE_TOP;
        return called ? ROLE_SEGMENT : ROLE_HELPS;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (starts(text, plain[i].mnemonic)) {
            *segment = called ? plain[i].behind : plain[i].before;
            return plain[i].role;
        }
    return ROLE_UNKNOWN;
}

/* Sorts the last instruction of the map; false where it fits nowhere. */
static bool sort_last(struct segments_map *map, struct reading *reading, bool *is_last)
{
    struct segments_instruction *last = &map->instructions[map->count - 1];
    enum segment segment;
    enum role role = role_of(last->text, reading->called, &segment);
    *is_last = role == ROLE_LAST;
    if (role == ROLE_PREPARES) {
        reading->prepared++;
        return true;
    }
    if (role == ROLE_LIKE_BEFORE) {
        if (map->count < 2 || reading->prepared != 0)
            return false;
        segment = last[-1].segment;
    }
    if (role == ROLE_UNKNOWN || (role == ROLE_CALL && reading->called))
        return false;
    for (size_t i = 0; i <= reading->prepared; i++)
        map->instructions[map->count - 1 - i].segment = segment;
    reading->prepared = 0;
    if (role == ROLE_SEGMENT || role == ROLE_CALL)
        reading->seen[segment] = true;
    reading->called |= role == ROLE_CALL;
    return true;
}

/* Whatever a switch must do; the FPU's segments depend on port and configuration. */
static void check_complete(struct segments_map *map, const struct reading *reading)
{
    for (int i = 0; i < SEGMENTS; i++)
        if (segment_rows[i].in_handler && !reading->seen[i] && i != SEGMENT_FLOAT_TEST &&
            i != SEGMENT_SAVE_FLOAT && i != SEGMENT_RESTORE_FLOAT) {
            refuse(map,
                   "the PendSV handler has no instruction for \"%s\": not a port that the "
                   "segments are known of",
                   segment_rows[i].name);
            return;
        }
}

static bool find_handler(const struct image *image, uint32_t *address)
{
    return image_find(image, "PendSV_Handler", address) ||
           image_find(image, "xPortPendSVHandler", address);
}

void segments_map_read(struct segments_map *map, const struct image *image,
                       int (*text)(void *context, uint32_t address, char *text, size_t size),
                       void *context)
{
    struct reading reading = {0};
    *map = (struct segments_map){0};
    if (!find_handler(image, &map->begin)) {
        refuse(map, "the image has no function PendSV_Handler or xPortPendSVHandler");
        return;
    }
    map->end = map->begin;
    for (bool is_last = false; !is_last;) {
        if (map->count == SEGMENTS_INSTRUCTIONS_MAX) {
            refuse(map, "the PendSV handler is longer than %d instructions",
                   SEGMENTS_INSTRUCTIONS_MAX);
            return;
        }
        struct segments_instruction *next = &map->instructions[map->count++];
        next->address = map->end;
        int size = text(context, map->end, next->text, sizeof next->text);
        if (size == 0 || !sort_last(map, &reading, &is_last)) {
            refuse(map, "the PendSV handler has at 0x%08" PRIx32 " \"%s\", which fits no segment",
                   map->end, size != 0 ? next->text : "no instruction");
            return;
        }
        map->end += (uint32_t)size;
    }
    check_complete(map, &reading);
}

int segments_map_find(const struct segments_map *map, uint32_t address)
{
    for (size_t low = 0, high = map->count; low < high;) {
        size_t middle = (low + high) / 2;
        if (map->instructions[middle].address == address)
            return (int)middle;
        if (map->instructions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
