/* The rows of targets.def.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/target.h"

#include <stddef.h>
#include <string.h>

static const struct target targets[TARGETS] = {
#define TARGET(id, architecture, machine, oracle, model, ...)                                      \
    {TARGET_##id, #id, architecture, machine, oracle, __VA_ARGS__},
#include "tests/isa/targets.def"
#undef TARGET
};

const struct target *target_named(const char *name)
{
    for (size_t k = 0; k < TARGETS; k++)
        if (strcmp(targets[k].name, name) == 0)
            return &targets[k];
    return NULL;
}
