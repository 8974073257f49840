/* Data accesses and instruction fetches of the core: map, time and device events together.
 * SPDX-License-Identifier: MIT
 *
 * The access happens at sim->now + sim->stall; stall grows by what it costs. On false the run has
 * stopped, or sim->fault and sim->fault_address say how the instruction faults.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sim;

/* size: 1, 2 or 4. Unaligned accesses are split, or fault where CCR.UNALIGN_TRP or a device wants
 * alignment. The value is zero-extended. */
bool memory_read(struct sim *sim, uint32_t address, unsigned size, uint32_t *value);
bool memory_write(struct sim *sim, uint32_t address, unsigned size, uint32_t value);

/* count words at a word-aligned address, else a fault (LDM, STM, LDRD, STRD). */
bool memory_read_words(struct sim *sim, uint32_t address, uint32_t *words, unsigned count);
bool memory_write_words(struct sim *sim, uint32_t address, const uint32_t *words, unsigned count);

/* One half-word of code, without time. */
bool memory_fetch(struct sim *sim, uint32_t address, uint16_t *half);

/* Enters the granules of flash that the instruction at address touches, where they are in flash; returns the
 * stall cycles. */
unsigned memory_fetch_time(struct sim *sim, uint32_t address, unsigned size);
