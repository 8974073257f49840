/* Random programs for whole machines: code that never ends, with handlers and interrupts at random.
 * SPDX-License-Identifier: MIT
 *
 * They are made of pieces (pieces.def) that keep the program alive: loads and stores stay within
 * its data, loops end, faults are skipped, and somebody wakes who sleeps.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/guest/emit.h"

#define GUEST_RAM UINT32_C(0x20000000)
/* Words in RAM: a random number, a flag that SysTick's handler sets, entries by exception. */
#define GUEST_RANDOM (GUEST_RAM + 0x100)
#define GUEST_FLAG (GUEST_RAM + 0x104)
#define GUEST_ENTRIES (GUEST_RAM + 0x200)
#define GUEST_SELF_MODIFIED (GUEST_RAM + 0x800) /* a function that is written over */
#define GUEST_DATA (GUEST_RAM + 0x2000)         /* 4 KiB on both sides are data */
#define GUEST_RAM_CODE (GUEST_RAM + 0x4000)
#define GUEST_PROCESS_STACK (GUEST_RAM + 0x6800)
#define GUEST_MAIN_STACK (GUEST_RAM + 0x8000)
#define GUEST_FLASH_CODE 0x1000u /* from the start of flash */

enum { GUEST_VECTORS = 80, GUEST_STORES_MAX = 5, GUEST_IRQS = 8, GUEST_SELF_HALVES = 8 };

struct guest_store {
    uint32_t address, value;
};

struct guest_machine {
    const char *name;
    enum architecture architecture;
    uint32_t flash;
    uint32_t timer; /* 0: none */
    unsigned timer_irq;
    struct guest_store clock[GUEST_STORES_MAX];
    struct guest_store speeds[GUEST_STORES_MAX]; /* one is chosen; address 0 behind the last */
    uint32_t memories[2];                        /* further ones that can be written; 0: none */
};

struct guest {
    const struct guest_machine *machine;
    uint32_t vectors[GUEST_VECTORS];
    struct emitter flash, ram;
    uint64_t random;
};

/* NULL past the last. */
const struct guest_machine *guest_machine_at(size_t index);

/* Makes program number index of a seed: always the same. */
void guest_make(struct guest *guest, const struct guest_machine *machine, uint64_t seed,
                uint64_t index);

struct sim;
/* A board that has the program in its memories and is reset. Ends the process where it cannot. */
struct sim *guest_board(const struct guest *guest, bool stepper_only);

/* ---- pieces: pieces.c ---- */

/* A random piece; in_loop: one that may stand in a loop. */
void guest_piece(struct emitter *e, bool in_loop);
/* How often each was used, a line for each that was not; false: one was not. */
bool guest_pieces_used(void);
