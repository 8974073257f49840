/* NVIC: interrupt inputs behind their synchroniser, enable, pending, active and priority registers.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B3.13 and D1.2. Inputs are levels: a rising edge pends, also while the handler is
 * active; a level that is high when the handler returns pends again (exception_return.c).
 */
#include "sim/ppb/blocks.h"

#include <assert.h>
#include <string.h>

#include "sim/core/exception.h"
#include "sim/core/exception_state.h"
#include "sim/state.h"

static struct core *core_of(const struct ppb *ppb)
{
    return &ppb->device->sim->core;
}

void nvic_reset(struct ppb *ppb)
{
    memset(ppb->input, 0, sizeof ppb->input);
    ppb->change_first = 0;
    ppb->changes = 0;
}

static struct nvic_change *change_at(struct ppb *ppb, unsigned index)
{
    return &ppb->change[(ppb->change_first + index) % NVIC_CHANGES_MAX];
}

static void apply(struct sim *sim, unsigned irq, bool level)
{
    struct exception_state *e = &sim->core.exceptions;
    unsigned number = EXC_IRQ0 + irq;
    bool was_high = set_has(e->line, number);

    set_put(e->line, number, level);
    if (level && !was_high)
        exception_pend(sim, number);
}

void nvic_set_line(struct sim *sim, unsigned irq, bool level, uint64_t now)
{
    struct ppb *ppb = &sim->ppb;
    uint32_t delay = timing_knob(&sim->timing, TIMING_KNOB_IRQ_SYNCHRONISER);
    struct nvic_change change = {now + delay, (uint16_t)irq, level};
    unsigned index = ppb->changes;

    assert(irq < sim->core.interrupts);
    if (set_has(ppb->input, EXC_IRQ0 + irq) == level)
        return;
    set_put(ppb->input, EXC_IRQ0 + irq, level);
    if (delay == 0 && ppb->changes == 0) {
        apply(sim, irq, level);
        return;
    }
    if (ppb->changes == NVIC_CHANGES_MAX) {
        sim_stop_with(sim, SIM_STOP_MISSING,
                      "over %u changes of interrupt inputs within %u cycles: not modelled",
                      NVIC_CHANGES_MAX, (unsigned)delay);
        return;
    }
    /* An access may act some cycles ahead of events that are still to come. */
    for (; index > 0 && change_at(ppb, index - 1)->cycle > change.cycle; index--)
        *change_at(ppb, index) = *change_at(ppb, index - 1);
    *change_at(ppb, index) = change;
    ppb->changes++;
    ppb_schedule(ppb);
}

void nvic_advance(struct ppb *ppb, uint64_t now)
{
    while (ppb->changes && change_at(ppb, 0)->cycle <= now) {
        struct nvic_change change = *change_at(ppb, 0);
        ppb->change_first = (ppb->change_first + 1) % NVIC_CHANGES_MAX;
        ppb->changes--;
        apply(ppb->device->sim, change.irq, change.level);
    }
}

uint64_t nvic_next(const struct ppb *ppb)
{
    return ppb->changes ? ppb->change[ppb->change_first].cycle : NEVER;
}

static unsigned word_of(uint32_t offset)
{
    return offset % 0x80 / 4;
}

/* Bit registers: word n holds interrupts 32n to 32n + 31, which are exceptions 16 higher. */
static uint32_t get_word(const uint32_t *set, uint32_t offset)
{
    unsigned word = word_of(offset);
    uint32_t low = word < EXC_MAX / 32 ? set[word] >> 16 : 0;

    return low | (word + 1 < EXC_MAX / 32 ? set[word + 1] << 16 : 0);
}

/* Calls act for each interrupt of the machine whose bit is set. */
static void for_each_bit(struct ppb *ppb, uint32_t offset, uint32_t bits,
                         void (*act)(struct sim *sim, unsigned number))
{
    for (; bits; bits &= bits - 1) {
        unsigned irq = word_of(offset) * 32 + (unsigned)__builtin_ctz(bits);
        if (irq < core_of(ppb)->interrupts)
            act(ppb->device->sim, EXC_IRQ0 + irq);
    }
}

static void enable(struct sim *sim, unsigned number)
{
    set_add(sim->core.exceptions.enabled, number);
}

static void disable(struct sim *sim, unsigned number)
{
    set_remove(sim->core.exceptions.enabled, number);
}

/* An input that is still high outside its handler keeps its interrupt pending. */
static void clear_pending(struct sim *sim, unsigned number)
{
    const struct exception_state *e = &sim->core.exceptions;

    if (!set_has(e->line, number) || set_has(e->active, number))
        exception_unpend(sim, number);
}

enum bus_result nvic_read_ictr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = (core_of(ppb)->interrupts - 1) / 32;
    return BUS_OK;
}

enum bus_result nvic_read_enabled(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t *value)
{
    (void)size, (void)now;
    *value = get_word(core_of(ppb)->exceptions.enabled, offset);
    return BUS_OK;
}

enum bus_result nvic_read_pending(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t *value)
{
    (void)size, (void)now;
    *value = get_word(core_of(ppb)->exceptions.pending, offset);
    return BUS_OK;
}

enum bus_result nvic_read_active(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)size, (void)now;
    *value = get_word(core_of(ppb)->exceptions.active, offset);
    return BUS_OK;
}

enum bus_result nvic_write_iser(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)size, (void)now;
    for_each_bit(ppb, offset, value, enable);
    exception_update(ppb->device->sim);
    return BUS_OK;
}

enum bus_result nvic_write_icer(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)size, (void)now;
    for_each_bit(ppb, offset, value, disable);
    exception_update(ppb->device->sim);
    return BUS_OK;
}

enum bus_result nvic_write_ispr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)size, (void)now;
    for_each_bit(ppb, offset, value, exception_pend);
    return BUS_OK;
}

enum bus_result nvic_write_icpr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)size, (void)now;
    for_each_bit(ppb, offset, value, clear_pending);
    return BUS_OK;
}

enum bus_result nvic_write_stir(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    struct core *core = core_of(ppb);
    unsigned irq = value & 0x1ff;

    (void)offset, (void)size, (void)now;
    if ((!core_privileged(core) || core->access_unprivileged) && !(ppb->ccr & CCR_USERSETMPEND))
        return BUS_FAULT;
    if (irq < core->interrupts)
        exception_pend(ppb->device->sim, EXC_IRQ0 + irq);
    return BUS_OK;
}

static bool has_priority(const struct core *core, unsigned number)
{
    if (number >= EXC_IRQ0)
        return number < EXC_IRQ0 + core->interrupts;
    if (core->architecture == ARCH_V6M)
        return number == EXC_SVCALL || number == EXC_PENDSV || number == EXC_SYSTICK;
    return number <= EXC_USAGE_FAULT || number == EXC_SVCALL || number == EXC_DEBUG_MONITOR ||
           number == EXC_PENDSV || number == EXC_SYSTICK;
}

/* Priorities are bytes, here those of size exceptions from first on. */
static uint32_t get_priorities(const struct ppb *ppb, unsigned first, unsigned size)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < size && first + i < EXC_MAX; i++)
        value |= (uint32_t)core_of(ppb)->exceptions.priority[first + i] << 8 * i;
    return value;
}

static void set_priorities(struct ppb *ppb, unsigned first, unsigned size, uint32_t value)
{
    struct core *core = core_of(ppb);
    const struct sim_observer *observer = &ppb->device->sim->observer;
    uint32_t mask = 0xff00u >> core->priority_bits & 0xff;

    for (unsigned i = 0; i < size; i++) {
        uint8_t written = (uint8_t)(value >> 8 * i), kept = (uint8_t)(written & mask);
        if (!has_priority(core, first + i))
            continue;
        core->exceptions.priority[first + i] = kept;
        if (observer->priority)
            observer->priority(observer->context, first + i, written, kept);
    }
    exception_update(ppb->device->sim);
}

enum bus_result nvic_read_ipr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)now;
    *value = get_priorities(ppb, EXC_IRQ0 + (offset - 0xe400), size);
    return BUS_OK;
}

enum bus_result nvic_write_ipr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t value)
{
    (void)now;
    set_priorities(ppb, EXC_IRQ0 + (offset - 0xe400), size, value);
    return BUS_OK;
}

enum bus_result nvic_read_shpr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t *value)
{
    (void)now;
    *value = get_priorities(ppb, EXC_MEM_MANAGE + (offset - 0xed18), size);
    return BUS_OK;
}

enum bus_result nvic_write_shpr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)now;
    set_priorities(ppb, EXC_MEM_MANAGE + (offset - 0xed18), size, value);
    return BUS_OK;
}
