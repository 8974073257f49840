/* Where the machine begins, and where it ends up when something goes wrong.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* Reset: memory, board, then main(). Named by the linker script as the entry. */
_Noreturn void startup_reset(void);
