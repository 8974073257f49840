/* What a board with a core without VTOR offers: RAM in the place of flash at address 0.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* From here on the core takes its vectors from the start of RAM, where the image must have placed a
 * table in section .ram_vectors. */
void board_show_ram_at_0(void);
