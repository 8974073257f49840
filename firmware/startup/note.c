/* The ELF note by which the image says what it is made for (wire/note.h, wire/note.def).
 * SPDX-License-Identifier: MIT
 *
 * The build passes the values as NOTE_VALUE_<ID> strings; those that the compiler knows are here.
 */
#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

#include "startup/note.h"
#include "wire/note.h"
#include "wire/wire.h"

#define TEXT_OF(x) #x
#define EXPANDED_TEXT_OF(x) TEXT_OF(x)

#define NOTE_VALUE_CORE_HZ EXPANDED_TEXT_OF(BOARD_CORE_HZ)
#define NOTE_VALUE_TIMER_HZ EXPANDED_TEXT_OF(BOARD_TIMER_HZ)
#define NOTE_VALUE_WIRE EXPANDED_TEXT_OF(WIRE_VERSION)
#define NOTE_VALUE_KERNEL tskKERNEL_VERSION_NUMBER
#define NOTE_VALUE_COMPILER "gcc " __VERSION__

#define NOTE_KEY(id, key, meaning) key "=" NOTE_VALUE_##id "\n"

/* Only its size is wanted; the linker drops the text itself. */
static const char text[] =
#include "wire/note.def"
    ;

#define PADDED(size) (((size) + 3u) / 4u * 4u)

struct note {
    uint32_t name_size;
    uint32_t descriptor_size;
    uint32_t type;
    char name[PADDED(sizeof WIRE_NOTE_NAME)];
    char descriptor[PADDED(sizeof text)];
};

__attribute__((section(WIRE_NOTE_SECTION), used, aligned(4))) static const struct note note = {
    .name_size = sizeof WIRE_NOTE_NAME,
    .descriptor_size = sizeof text - 1u,
    .type = WIRE_NOTE_TYPE,
    .name = WIRE_NOTE_NAME,
    .descriptor =
#include "wire/note.def"
};
#undef NOTE_KEY

const char note_option[NOTE_OPTION_SIZE] = NOTE_VALUE_OPTION;
