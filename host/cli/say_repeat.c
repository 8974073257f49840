/* Says whether repeated runs have equal statistics.
 * SPDX-License-Identifier: MIT
 */
#include "say_repeat.h"

#include <inttypes.h>
#include <stdio.h>

#include "host/core/verify/identity.h"
#include "host/core/verify/repeat.h"
#include "host/render/wrap.h"

#define INDENT 4

static void say_difference(const struct repeat_difference *difference, size_t runs)
{
    struct buf values = {0}, lines = {0};
    for (size_t i = 0; i < runs; i++) {
        buf_add_text(&values, i != 0 ? ", " : "");
        if (difference->has[i])
            buf_printf(&values, "%" PRIu64, difference->values[i]);
        else
            buf_add_text(&values, "none");
    }
    wrap_line(&lines, INDENT, "  %s%s%s %s: %s", difference->phase != NULL ? difference->phase : "",
              difference->phase != NULL ? " " : "", difference->name, difference->item,
              values.bytes);
    fputs(lines.bytes, stdout);
    buf_free(&values);
    buf_free(&lines);
}

/* Of another board or firmware equal statistics would be chance. */
static void say_unlike(const struct run *const *runs, size_t count)
{
    struct identity first = {0};
    identity_fill(&first, runs[0], NULL);
    for (size_t i = 1; i < count; i++) {
        struct identity other = {0};
        identity_fill(&other, runs[i], NULL);
        int field = identity_difference(&first, &other, 0);
        if (field >= 0)
            fprintf(stderr, "warning: run %zu does not repeat run 1: %s is %s, not %s\n", i + 1,
                    identity_field_name(field), other.value[field], first.value[field]);
        identity_free(&other);
    }
    identity_free(&first);
}

bool say_repeat(const struct run *const *runs, size_t count)
{
    struct repeat repeat;
    say_unlike(runs, count);
    repeat_compare(&repeat, runs, count);
    bool equal = repeat.count == 0;
    if (equal)
        printf("%zu runs: all %zu items of their statistics are equal\n", count, repeat.items);
    else
        printf("%zu runs: %zu of %zu items of their statistics differ\n", count, repeat.count,
               repeat.items);
    for (size_t i = 0; i < repeat.count; i++)
        say_difference(&repeat.differences[i], count);
    repeat_free(&repeat);
    return equal;
}
