/* Ctrl-C stops the board that runs.
 * SPDX-License-Identifier: MIT
 */
#include "stop_sim.h"

#include <stddef.h>

#include "host/base/interrupt.h"

/* sim_stop_request may be called from a signal handler. */
static struct sim *volatile stoppable;

static void stop(void)
{
    if (stoppable != NULL)
        sim_stop_request(stoppable);
}

void stop_sim_by_signal(struct sim *sim)
{
    if (sim == NULL)
        interrupt_set_hook(NULL);
    stoppable = sim;
    if (sim != NULL)
        interrupt_set_hook(stop);
}
