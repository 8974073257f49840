/* The identifier codes of a VCD: short ones by index, long ones by hash.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "vcd.h"

/* Codes are printable characters from '!' (33) to '~' (126). */
static unsigned digit(char character)
{
    return (unsigned)(unsigned char)character - '!';
}

/* The place of a code among the short ones; VCD_SHORT_CODES where it is none. */
static size_t short_index(const char *text, size_t length)
{
    if (length == 1 && digit(text[0]) < 94)
        return digit(text[0]) * 95u;
    if (length == 2 && digit(text[0]) < 94 && digit(text[1]) < 94)
        return digit(text[0]) * 95u + digit(text[1]) + 1;
    return VCD_SHORT_CODES;
}

/* FNV-1a. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static uint32_t *bucket_of(const struct vcd *vcd, const char *text, size_t length)
{
    return &vcd->buckets[hash_of(text, length) & (vcd->bucket_count - 1)];
}

struct vcd_code *vcd_find_code(const struct vcd *vcd, const char *text, size_t length)
{
    size_t index = short_index(text, length);
    if (index != VCD_SHORT_CODES)
        return vcd->short_codes[index] != 0 ? &vcd->codes[vcd->short_codes[index] - 1] : NULL;
    if (vcd->bucket_count == 0)
        return NULL;
    for (uint32_t number = *bucket_of(vcd, text, length); number != 0;) {
        struct vcd_code *code = &vcd->codes[number - 1];
        if (code->length == length && memcmp(code->text, text, length) == 0)
            return code;
        number = code->same_hash;
    }
    return NULL;
}

static void put_in_bucket(struct vcd *vcd, size_t number)
{
    struct vcd_code *code = &vcd->codes[number - 1];
    if (short_index(code->text, code->length) != VCD_SHORT_CODES)
        return;
    uint32_t *bucket = bucket_of(vcd, code->text, code->length);
    code->same_hash = *bucket;
    *bucket = (uint32_t)number;
}

static void grow_buckets(struct vcd *vcd)
{
    free(vcd->buckets);
    vcd->bucket_count = vcd->bucket_count == 0 ? 64 : vcd->bucket_count * 2;
    vcd->buckets = xcalloc(vcd->bucket_count, sizeof *vcd->buckets);
    for (size_t number = 1; number <= vcd->code_count; number++)
        put_in_bucket(vcd, number);
}

struct vcd_code *vcd_add_code(struct vcd *vcd, const char *text, size_t length)
{
    vcd->codes = xgrow(vcd->codes, &vcd->code_capacity, vcd->code_count + 1, sizeof *vcd->codes);
    struct vcd_code *code = &vcd->codes[vcd->code_count++];
    *code = (struct vcd_code){.text = xstrndup(text, length), .length = length};
    size_t index = short_index(text, length);
    if (index != VCD_SHORT_CODES)
        vcd->short_codes[index] = (uint32_t)vcd->code_count;
    else if (vcd->code_count > vcd->bucket_count)
        grow_buckets(vcd);
    else
        put_in_bucket(vcd, vcd->code_count);
    return code;
}

void vcd_free_codes(struct vcd *vcd)
{
    for (size_t i = 0; i < vcd->code_count; i++)
        free(vcd->codes[i].text);
    free(vcd->codes);
    free(vcd->buckets);
}
