/* The text of an image's instructions, as the simulator disassembles them.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/image/image.h"

struct listing_sim;

/* The image must outlive it. NULL and error where it does not fit the machine. */
struct listing_sim *listing_sim_open(const struct image *image, const char *name,
                                     const char *machine, struct error *error);
/* NULL is allowed. */
void listing_sim_close(struct listing_sim *listing);

/* Whether the machine's core has CLZ. */
bool listing_sim_has_clz(const struct listing_sim *listing);

/* Fills text, "?" where there is no code of the image; returns it. listing: a struct listing_sim.
 */
const char *listing_sim_text(void *listing, uint32_t address, char *text, size_t size);

/* The same; returns the instruction's size in bytes, 0 where there is no code. */
int listing_sim_decode(void *listing, uint32_t address, char *text, size_t size);
