/* Reads our note: namesz, descsz, type, name, descriptor, each padded to 4 bytes.
 * SPDX-License-Identifier: MIT
 */
#include "image_note.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

#define DESCRIPTOR_MAX 4096u

const char *const note_key_name[NOTE_KEYS] = {
#define NOTE_KEY(id, key, meaning) [NOTE_##id] = key,
#include "wire/note.def"
#undef NOTE_KEY
};

static uint32_t read_word(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint64_t padded(uint32_t size)
{
    return ((uint64_t)size + 3) & ~UINT64_C(3);
}

static void keep_line(struct image *image, char *line)
{
    char *value = strchr(line, '=');
    if (value == NULL)
        return;
    *value++ = '\0';
    for (int key = 0; key < NOTE_KEYS; key++)
        if (image->note[key] == NULL && strcmp(line, note_key_name[key]) == 0)
            image->note[key] = value;
}

/* Cuts the descriptor into lines; what a terminal would obey becomes '?'. */
static void keep_descriptor(struct image *image, const uint8_t *bytes, size_t size)
{
    image->note_text = xstrndup((const char *)bytes, size);
    char *text = image->note_text;
    for (size_t i = 0; i < size; i++)
        if (text[i] != '\n' && text[i] != '\0' && (text[i] < 0x20 || text[i] > 0x7E))
            text[i] = '?';
    for (char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (*end == '\n')
            *end++ = '\0';
        keep_line(image, line);
    }
}

void image_note_read(struct image *image, const uint8_t *bytes, size_t size)
{
    const size_t head = 12;
    while (size >= head && image->note_text == NULL) {
        uint32_t name_size = read_word(bytes), descriptor_size = read_word(bytes + 4);
        uint64_t whole = head + padded(name_size) + padded(descriptor_size);
        if (head + padded(name_size) + descriptor_size > size)
            return;
        if (name_size == sizeof WIRE_NOTE_NAME && read_word(bytes + 8) == WIRE_NOTE_TYPE &&
            memcmp(bytes + head, WIRE_NOTE_NAME, sizeof WIRE_NOTE_NAME) == 0 &&
            descriptor_size <= DESCRIPTOR_MAX)
            keep_descriptor(image, bytes + head + padded(name_size), descriptor_size);
        if (whole > size)
            return;
        bytes += whole;
        size -= whole;
    }
}
