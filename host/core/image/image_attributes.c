/* Reads build attributes: sections by vendor, in them parts of the file, in them pairs.
 * SPDX-License-Identifier: MIT
 */
#include "image_attributes.h"

#include <string.h>

#define FORMAT 'A'
#define VENDOR "aeabi"
#define TAG_FILE 1u
#define TAG_CPU_RAW_NAME 4u
#define TAG_CPU_NAME 5u
#define TAG_CPU_ARCH 6u
#define TAG_CPU_ARCH_PROFILE 7u
#define TAG_COMPATIBILITY 32u
#define ARCHITECTURE_V7 10u

/* What is left of the bytes; all of it is gone where they were malformed. */
struct rest {
    const uint8_t *at, *end;
};

static uint32_t take_word(struct rest *rest)
{
    if (rest->end - rest->at < 4) {
        rest->at = rest->end;
        return 0;
    }
    const uint8_t *b = rest->at;
    rest->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Bits above 32 are left out. */
static uint32_t take_uleb(struct rest *rest)
{
    uint32_t value = 0;
    for (unsigned shift = 0; rest->at < rest->end; shift += 7) {
        uint8_t byte = *rest->at++;
        if (shift < 32)
            value |= (uint32_t)(byte & 0x7Fu) << shift;
        if ((byte & 0x80u) == 0)
            break;
    }
    return value;
}

static const char *take_text(struct rest *rest)
{
    const uint8_t *begin = rest->at;
    const uint8_t *zero = memchr(begin, 0, (size_t)(rest->end - begin));
    rest->at = zero != NULL ? zero + 1 : rest->end;
    return zero != NULL ? (const char *)begin : "";
}

/* The first size bytes from begin on, no more than there are; rest goes on behind them. */
static struct rest take_part(struct rest *rest, const uint8_t *begin, uint32_t size)
{
    struct rest part = {rest->at, rest->end};
    if (size < (size_t)(rest->at - begin) || size > (size_t)(rest->end - begin))
        part.at = part.end;
    else
        part.end = begin + size;
    rest->at = part.end;
    return part;
}

static void read_pairs(struct image *image, struct rest pairs)
{
    uint32_t architecture = 0, profile = 0;
    while (pairs.at < pairs.end) {
        uint32_t tag = take_uleb(&pairs);
        if (tag == TAG_CPU_ARCH)
            architecture = take_uleb(&pairs);
        else if (tag == TAG_CPU_ARCH_PROFILE)
            profile = take_uleb(&pairs);
        else if (tag == TAG_COMPATIBILITY) {
            take_uleb(&pairs);
            take_text(&pairs);
        } else if (tag == TAG_CPU_RAW_NAME || tag == TAG_CPU_NAME ||
                   (tag > TAG_COMPATIBILITY && tag % 2 != 0))
            take_text(&pairs);
        else
            take_uleb(&pairs);
    }
    if (architecture == ARCHITECTURE_V7 && profile == 'M')
        architecture = IMAGE_ARCHITECTURE_V7M;
    image->architecture = architecture;
}

void image_attributes_read(struct image *image, const uint8_t *bytes, size_t size)
{
    struct rest sections = {bytes, bytes + size};
    if (size == 0 || *sections.at++ != FORMAT)
        return;
    while (sections.at < sections.end) {
        const uint8_t *begin = sections.at;
        uint32_t length = take_word(&sections);
        struct rest section = take_part(&sections, begin, length);
        if (strcmp(take_text(&section), VENDOR) != 0)
            continue;
        while (section.at < section.end) {
            const uint8_t *part_begin = section.at;
            uint32_t tag = take_uleb(&section), part_size = take_word(&section);
            struct rest part = take_part(&section, part_begin, part_size);
            if (tag == TAG_FILE)
                read_pairs(image, part);
        }
    }
}
