/* Priorities and bit sets of struct exception_state: what the exception files share.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B3.13 (priorities), B3.18 to B3.22 (entry, return, faults).
 */
#pragma once

#include "sim/core/core.h"
#include "sim/core/exception.h"

#define XPSR_N UINT32_C(0x80000000)
#define XPSR_Z UINT32_C(0x40000000)
#define XPSR_T UINT32_C(0x01000000)
#define XPSR_SPREALIGN UINT32_C(0x200)
#define XPSR_EXCEPTION UINT32_C(0x1ff)

/* Bits of EXC_RETURN (DDI 0553 D1.2). */
#define EXC_RETURN_ES UINT32_C(0x01)
#define EXC_RETURN_SPSEL UINT32_C(0x04)
#define EXC_RETURN_THREAD UINT32_C(0x08)
#define EXC_RETURN_NO_FP UINT32_C(0x10)
#define EXC_RETURN_DCRS UINT32_C(0x20)
#define EXC_RETURN_S UINT32_C(0x40)

#define FRAME_WORDS 8u
#define FRAME_BYTES (4 * FRAME_WORDS)
#define EXTENDED_FRAME_BYTES (FRAME_BYTES + 4u * FPU_FRAME_WORDS) /* fpu_state.h */

static inline bool core_has_dsp(const struct core *core)
{
    return core->architecture == ARCH_V7EM || core->architecture == ARCH_V8M;
}

static inline bool set_has(const uint32_t *set, unsigned number)
{
    return set[number / 32] >> (number % 32) & 1;
}

static inline void set_add(uint32_t *set, unsigned number)
{
    set[number / 32] |= UINT32_C(1) << (number % 32);
}

static inline void set_remove(uint32_t *set, unsigned number)
{
    set[number / 32] &= ~(UINT32_C(1) << (number % 32));
}

static inline void set_put(uint32_t *set, unsigned number, bool member)
{
    if (member)
        set_add(set, number);
    else
        set_remove(set, number);
}

/* Reset, NMI and HardFault have fixed priorities, which no grouping touches. */
static inline int full_priority(const struct exception_state *e, unsigned number)
{
    return number <= EXC_HARD_FAULT ? (int)number - 4 : e->priority[number];
}

static inline int group_priority(const struct exception_state *e, unsigned number)
{
    return number <= EXC_HARD_FAULT ? (int)number - 4 : e->priority[number] & e->group_mask;
}

/* Priority that BASEPRI, PRIMASK and FAULTMASK raise the core to. */
static inline int mask_priority(const struct core *core, bool with_primask)
{
    int priority = PRIORITY_THREAD;

    if (core->basepri)
        priority = (int)core->basepri & core->exceptions.group_mask;
    if (core->primask && with_primask)
        priority = 0;
    if (core->faultmask)
        priority = -1;
    return priority;
}

static inline int execution_priority(const struct core *core)
{
    int masked = mask_priority(core, true);
    int active = core->exceptions.active_priority;

    return active < masked ? active : masked;
}

/* To be called where only the masks, best or active_priority changed. */
static inline void exception_update_ready(struct core *core)
{
    core->exception_ready = core->exceptions.best_priority < execution_priority(core);
}

/* Recomputes best and best_priority. */
void exception_find_best(struct core *core);
/* Recomputes active_priority and active_count. */
void exception_find_active(struct core *core);

/* Pends fault handler number, or escalates to HardFault. False: the core has locked up. */
bool exception_raise(struct sim *sim, unsigned number);

/* Frames in memory, from the lowest word; a device takes and gives words as the bus says. False: a
 * word could not be moved, those behind it were not. */
bool exception_store_words(struct sim *sim, uint32_t address, const uint32_t *words,
                           unsigned count);
bool exception_load_words(struct sim *sim, uint32_t address, uint32_t *words, unsigned count);

/* Adds to sim->frame_wait what the basic frame at address takes in external memory. */
void exception_wait_for_frame(struct sim *sim, uint32_t address, bool is_write);

/* Pushes a frame and changes to Handler mode's stack; LR gets EXC_RETURN. Returns the words moved.
 * A fault of the push is pended, or locks the core up. */
unsigned exception_push(struct sim *sim);

/* Enters the best pending exception, behind a push or instead of a pop. */
struct exception_event exception_take(struct sim *sim, enum exception_outcome outcome,
                                      unsigned words);
