/* Where the machine begins, and where it ends up when something goes wrong.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

/* The image's vector table, in flash; its size is the board's. By the linker script. */
extern const uint32_t startup_vectors[];

/* Reset: memory, board, then main(). Named by the linker script as the entry. */
_Noreturn void startup_reset(void);

/* ---- of the architecture: faults_mainline.c or faults_baseline.c ---- */

/* Tells the core where the vectors are, where it can be told. */
void startup_set_vectors(const void *table);

/* Handler of every fault: ends the run with an ERROR line that names cause and place. */
void startup_fault_entry(void);
