/* Ctrl-C and its relatives.
 * SPDX-License-Identifier: MIT
 */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t seen;
static void (*volatile stop_hook)(void);

static void remember(int signal_number)
{
    seen = signal_number;
    void (*hook)(void) = stop_hook;
    if (hook != NULL)
        hook();
}

void interrupt_install(void)
{
    /* No SA_RESTART: a blocked read must come back. */
    struct sigaction action = {.sa_handler = remember};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int interrupt_signal(void)
{
    return seen;
}

void interrupt_set_hook(void (*hook)(void))
{
    stop_hook = hook;
    if (hook != NULL && seen != 0)
        hook();
}
