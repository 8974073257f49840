/* Ends a run early with an ERROR line, and parks the board at the end of every run.
 * SPDX-License-Identifier: MIT
 */
#include "lib/check.h"

#include <stddef.h>

#include "boards/board.h"
#include "lib/emit.h"

/* Longest file name, colon, line number; and longest reason that has " 0x" and eight digits. A
 * longer text is cut: an error that is cut says more than one that is lost. All of this runs on the
 * stack of whoever fails, which may be the idle task's. */
#define TEXT_MAX 96u

struct text {
    char bytes[TEXT_MAX + 1u];
    size_t length;
};

static void append(struct text *text, const char *more)
{
    while (*more != '\0' && text->length < TEXT_MAX)
        text->bytes[text->length++] = *more++;
    text->bytes[text->length] = '\0';
}

static void append_digits(struct text *text, uint32_t value, uint32_t base, int at_least)
{
    char digits[12];
    int at = (int)sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = "0123456789abcdef"[value % base];
        value /= base;
        at_least--;
    } while (value != 0 || at_least > 0);
    append(text, &digits[at]);
}

static const char *without_folders(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++)
        if (*c == '/')
            name = c + 1;
    return name;
}

static void mask_interrupts(void)
{
    __asm volatile("cpsid i" ::: "memory");
}

_Noreturn static void fail(const char *file, int line, const char *reason)
{
    mask_interrupts();
    struct text where = {.length = 0};
    append(&where, without_folders(file));
    append(&where, ":");
    append_digits(&where, (uint32_t)line, 10, 1);
    emit_error(where.bytes, reason);
    emit_end_failed();
    check_park();
}

_Noreturn void check_failed(const char *file, int line, const char *reason)
{
    fail(file, line, reason);
}

_Noreturn void check_failed_with(const char *file, int line, const char *reason, uint32_t value)
{
    struct text text = {.length = 0};
    append(&text, reason);
    append(&text, " 0x");
    append_digits(&text, value, 16, 8);
    fail(file, line, text.bytes);
}

_Noreturn void check_park(void)
{
    board_flush();
    mask_interrupts();
    for (;;)
        __asm volatile("wfi");
}
