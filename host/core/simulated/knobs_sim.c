/* Constants of the timing model as a command line changes them.
 * SPDX-License-Identifier: MIT
 */
#include "knobs_sim.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/suggest.h"
#include "host/base/xalloc.h"

/* A name that there is not, or why. */
static bool refuse(struct sim *sim, const char *name, const char *why, struct error *error)
{
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    struct sim_knob knob;
    bool known = false;
    for (; sim_knob_get(sim, count, &knob); count++) {
        names = xgrow(names, &capacity, count + 1, sizeof *names);
        names[count] = knob.name;
        known = known || strcmp(knob.name, name) == 0;
    }
    if (known)
        error_set(error, "%s", why);
    else
        suggest(error, "knob", name, names, count, "`tailchain model BOARD` lists them");
    free(names);
    return false;
}

bool knobs_sim_set(struct sim *sim, const struct source_sim_knob *knobs, size_t count,
                   struct error *error)
{
    struct sim_error why;
    for (size_t i = 0; i < count; i++)
        if (!sim_knob_set(sim, knobs[i].name, knobs[i].value, &why))
            return refuse(sim, knobs[i].name, why.text, error);
    return true;
}
