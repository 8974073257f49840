/* Ctrl-C and its relatives: remembered, so that the work ends by itself and cleans up.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* From now on SIGINT, SIGTERM and SIGHUP are remembered; SIGPIPE becomes a write error. */
void interrupt_install(void);
/* The signal that came, 0 for none. The exit code is 128 + signal (130 after Ctrl-C). */
int interrupt_signal(void);
/* Called from the signal handler too, so it must be async-signal-safe; NULL for none. */
void interrupt_set_hook(void (*hook)(void));
