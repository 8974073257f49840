/* Which files and functions are FreeRTOS's.
 * SPDX-License-Identifier: MIT
 */
#include "program_kernel.h"

#include <stddef.h>
#include <string.h>

static const char *const units[] = {
#define KERNEL_UNIT(name) name,
#include "kernel_units.def"
};

bool program_kernel_unit(const char *name)
{
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i]) == length && strncmp(name, units[i], length) == 0)
            return true;
    return false;
}

/* A prefix of types (x, v, ux, pv, ...), then the name of a module. */
bool program_kernel_function(const char *name)
{
    static const char *const modules[] = {"Task",  "Queue",  "List", "Timer",
                                          "Event", "Stream", "Port", "CoRoutine"};
    size_t prefix = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    if (prefix == 0 || prefix > 3)
        return false;
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
        if (strncmp(name + prefix, modules[i], strlen(modules[i])) == 0)
            return true;
    return false;
}
