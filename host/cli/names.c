/* Names that users give: of boards, benches and choices.
 * SPDX-License-Identifier: MIT
 */
#include "names.h"

#include <stdio.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/base/suggest.h"
#include "host/base/text.h"
#include "host/core/simulated/source_sim.h"

#define MACHINES_MAX 32

size_t name_choice(struct argp_state *state, const char *what, const char *value,
                   const char *const *names, size_t count)
{
    struct error error;
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], value) == 0)
            return i;
    suggest(&error, what, value, names, count, NULL);
    argp_error(state, "%s", error.text);
    return 0;
}

enum wire_bench name_bench(const char *name, struct error *error)
{
    const char *names[WIRE_BENCHES];
    enum wire_bench bench = wire_bench_named(name);
    for (int i = 0; i < WIRE_BENCHES; i++)
        names[i] = wire_benches[i].name;
    if (bench == WIRE_BENCHES)
        suggest(error, "bench", name, names, WIRE_BENCHES, "`tailchain benches` lists them");
    return bench;
}

static size_t machine_names(const char *names[static MACHINES_MAX])
{
    size_t count = 0;
    while (count < MACHINES_MAX && (names[count] = source_sim_machine(count)) != NULL)
        count++;
    return count;
}

bool name_is_machine(const char *name)
{
    const char *names[MACHINES_MAX];
    size_t count = machine_names(names);
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

bool name_machine(const char *what, const char *name, struct error *error)
{
    const char *names[MACHINES_MAX];
    size_t count = machine_names(names);
    if (name_is_machine(name))
        return true;
    struct buf otherwise = {0};
    buf_add_text(&otherwise, "the boards are ");
    for (size_t i = 0; i < count; i++)
        buf_printf(&otherwise, "%s%s", i != 0 ? ", " : "", names[i]);
    suggest(error, what, name, names, count, otherwise.bytes);
    buf_free(&otherwise);
    return false;
}

void name_hint_board(const char *name)
{
    const char *names[MACHINES_MAX];
    const char *nearest = text_nearest(name, names, machine_names(names));
    if (nearest != NULL && strcmp(nearest, name) != 0)
        fprintf(stderr, "tailchain: hint: is board '%s' your own, or did you mean '%s'?\n", name,
                nearest);
}
