/* image: a good ELF is read, every kind of bad one is refused with a reason, none is trusted.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "host/core/image/image.h"
#include "host/core/image/image_attributes.h"
#include "host/core/image/image_flat.h"

static bool parse(struct image *image, const char *kind, struct error *error)
{
    struct buf file = {0};
    if (!elf_file_add(&file, kind))
        fail_msg("no kind %s", kind);
    bool ok = image_parse(image, kind, file.bytes, file.length, error);
    buf_free(&file);
    return ok;
}

static void a_good_image_says_what_it_is(void **state)
{
    (void)state;
    struct image image;
    struct error error;
    assert_true(parse(&image, "endless", &error));
    assert_int_equal(image.segment_count, 1);
    assert_int_equal(image.segments[0].load_address, 0x08000000);
    assert_int_equal(image.segments[0].file_size, 96);
    assert_string_equal(image.note[NOTE_MACHINE], "nucleo-h5e5zj");
    assert_string_equal(image.note[NOTE_CORE_HZ], "250000000");
    assert_string_equal(image.note[NOTE_WIRE], "1");
    assert_null(image.note[NOTE_FLAGS]);
    image_close(&image);
}

static void symbols_and_labels_are_found(void **state)
{
    (void)state;
    struct image image;
    struct error error;
    uint32_t address;
    assert_true(parse(&image, "endless", &error));
    assert_int_equal(image.symbol_count, 3);
    assert_true(image_find(&image, "window_begin_notify_preempt", &address));
    assert_int_equal(address, 0x08000042);
    assert_false(image_find(&image, "$t", &address));
    int function = image_function_at(&image, 0x08000040);
    assert_true(function >= 0);
    assert_string_equal(image.symbols[function].name, "reset");
    assert_int_equal(image_function_at(&image, 0x08000047), function);
    assert_int_equal(image_function_at(&image, 0x08000048), -1);
    assert_int_equal(image_function_at(&image, 0x0800003F), -1);
    image_close(&image);
}

static void no_note_is_no_error(void **state)
{
    (void)state;
    struct image image;
    struct error error;
    assert_true(parse(&image, "no-note", &error));
    assert_null(image.note[NOTE_MACHINE]);
    image_close(&image);
}

static void memory_is_counted_as_the_linker_does(void **state)
{
    (void)state;
    struct image image;
    struct error error;
    assert_true(parse(&image, "endless", &error));
    assert_int_equal(image_use(&image, 0x08000000, 0x00400000, true), 96);
    assert_int_equal(image_use(&image, 0x20000000, 0x00180000, false), 0);
    image_close(&image);
    /* 96 bytes, a gap of 8, 8 bytes of data; in RAM a stack, 8 bytes of data, 24 of zeros. */
    assert_true(parse(&image, "data", &error));
    assert_int_equal(image_use(&image, 0x08000000, 0x00400000, true), 96 + 8 + 8);
    assert_int_equal(image_use(&image, 0x20000000, 0x00180000, false), 0x1000 + 8 + 24);
    assert_int_equal(image_use(&image, 0x20000000, 0x00001000, false), 0x1000);
    assert_int_equal(image_use(&image, 0x10000000, 0x00010000, true), 0);
    image_close(&image);
}

static void it_is_flat_as_in_flash(void **state)
{
    (void)state;
    struct image image;
    struct image_flat flat;
    struct error error;
    assert_true(parse(&image, "data", &error));
    assert_true(image_flatten(&image, "data", &flat, &error));
    assert_int_equal(flat.address, 0x08000000);
    assert_int_equal(flat.size, 96 + 8 + 8);
    assert_memory_equal(flat.bytes, image.segments[0].bytes, 96);
    assert_memory_equal(flat.bytes + 96, "\0\0\0\0\0\0\0", 8);
    assert_memory_equal(flat.bytes + 104, image.segments[0].bytes, 8);
    image_flat_free(&flat);
    image_close(&image);
    /* A segment that is loaded into RAM. */
    assert_true(parse(&image, "data", &error));
    image.segments[1].load_address = 0x20000000;
    assert_false(image_flatten(&image, "data", &flat, &error));
    assert_non_null(strstr(error.text, "from 0x08000000 to 0x20000008"));
    image_close(&image);
}

static void bad_images_are_refused_by_name_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *says;
    } rows[] = {
        {"x86", "another processor (machine 3"},
        {"arm64", "another processor (machine 183"},
        {"big-endian", "big-endian"},
        {"object", "not an executable"},
        {"empty", "nothing to load"},
        {"cut", "truncated"},
        {"wraps", "beyond the 32-bit address space"},
        {"overlap", "overlap at 0x08000008"},
        {"fat", "larger in the file than in memory"},
        {"many", "more than 64 segments"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct image image;
        struct error error;
        assert_false(parse(&image, rows[i].kind, &error));
        if (strstr(error.text, rows[i].says) == NULL ||
            strncmp(error.text, rows[i].kind, strlen(rows[i].kind)) != 0)
            fail_msg("%s: \"%s\"", rows[i].kind, error.text);
        assert_null(image.file);
    }
}

static void what_is_no_elf(void **state)
{
    (void)state;
    struct image image;
    struct error error;
    assert_false(image_parse(&image, "x", "", 0, &error));
    assert_non_null(strstr(error.text, "not an ELF file"));
    assert_false(image_parse(&image, "x", "\177ELF", 4, &error));
    assert_false(image_parse(&image, "x", "hello, world", 12, &error));
    assert_false(image_open(&image, "/nonexistent", &error));
    assert_false(image_open(&image, "/", &error));
    assert_false(image_open(&image, "/dev/zero", &error));
    assert_non_null(strstr(error.text, "regular file"));
}

/* Cut after every byte, and with every byte of its tables set to all ones: never a crash. */
static void no_damage_crashes(void **state)
{
    (void)state;
    struct buf file = {0};
    struct image image;
    struct error error;
    elf_file_add(&file, "endless");
    for (size_t size = 0; size < file.length; size++)
        assert_false(image_parse(&image, "x", file.bytes, size, &error));
    for (size_t at = 0; at < file.length; at++) {
        char was = file.bytes[at];
        file.bytes[at] = (char)0xFF;
        if (image_parse(&image, "x", file.bytes, file.length, &error))
            image_close(&image);
        file.bytes[at] = was;
    }
    buf_free(&file);
}

/* As GNU as writes them for -mcpu=cortex-m4: raw name, name, architecture, profile, Thumb. */
static const uint8_t attributes[] = {'A', 36, 0,  0, 0,   'a', 'e', 'a', 'b', 'i', 0,   1,   26,
                                     0,   0,  0,  5, 'C', 'o', 'r', 't', 'e', 'x', '-', 'M', '4',
                                     0,   6,  13, 7, 'M', 9,   2,   33,  'x', 0,   34};

static uint32_t architecture_of(const uint8_t *bytes, size_t size)
{
    struct image image = {0};
    uint8_t *own = malloc(size + 1); /* so that the sanitizer sees its end */
    memcpy(own, bytes, size);
    uint8_t *exact = realloc(own, size != 0 ? size : 1);
    image_attributes_read(&image, exact, size);
    free(exact);
    return image.architecture;
}

static void build_attributes_name_the_architecture(void **state)
{
    (void)state;
    uint8_t v7m[sizeof attributes];
    memcpy(v7m, attributes, sizeof v7m);
    assert_int_equal(architecture_of(attributes, sizeof attributes), 13);
    v7m[28] = 10;
    assert_int_equal(architecture_of(v7m, sizeof v7m), IMAGE_ARCHITECTURE_V7M);
    v7m[30] = 'A';
    assert_int_equal(architecture_of(v7m, sizeof v7m), 10);
    v7m[5] = 'z';
    assert_int_equal(architecture_of(v7m, sizeof v7m), 0);
}

static void damaged_build_attributes_are_left(void **state)
{
    (void)state;
    uint8_t bytes[sizeof attributes];
    for (size_t size = 0; size < sizeof attributes; size++)
        assert_int_equal(architecture_of(attributes, size), 0);
    for (size_t at = 0; at < sizeof bytes; at++)
        for (unsigned value = 0; value < 256; value++) {
            memcpy(bytes, attributes, sizeof bytes);
            bytes[at] = (uint8_t)value;
            architecture_of(bytes, sizeof bytes);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_image_says_what_it_is),
        cmocka_unit_test(symbols_and_labels_are_found),
        cmocka_unit_test(no_note_is_no_error),
        cmocka_unit_test(memory_is_counted_as_the_linker_does),
        cmocka_unit_test(it_is_flat_as_in_flash),
        cmocka_unit_test(bad_images_are_refused_by_name_and_reason),
        cmocka_unit_test(what_is_no_elf),
        cmocka_unit_test(no_damage_crashes),
        cmocka_unit_test(build_attributes_name_the_architecture),
        cmocka_unit_test(damaged_build_attributes_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
