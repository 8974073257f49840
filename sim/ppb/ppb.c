/* One bus device for all of the private peripheral bus: finds the register's row, checks the
 * access. SPDX-License-Identifier: MIT
 */
#include "sim/ppb/ppb.h"

#include <assert.h>
#include <stdio.h>

#include "sim/ppb/blocks.h"
#include "sim/state.h"

static ppb_reader read_zero;
static ppb_writer write_nothing;

enum { U = 1, F = 2 };

static const struct ppb_row {
    uint32_t first, last;
    uint8_t sizes, architectures, flags;
    ppb_reader *read; /* NULL: not modelled */
    ppb_writer *write;
    const char *name;
} rows[] = {
#define ALL (ARCH_V6M | ARCH_V7M | ARCH_V7EM | ARCH_V8M)
#define MAINLINE (ARCH_V7M | ARCH_V7EM | ARCH_V8M)
#define NONE NULL
#define ZERO read_zero
#define IGNORE write_nothing
#define PPB_REGISTER(first, last, sizes, archs, flags, read, write, name)                          \
    {first, last, sizes, archs, flags, read, write, name},
#include "sim/ppb/registers.def"
#undef PPB_REGISTER
};

static enum bus_result read_zero(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)ppb, (void)offset, (void)size, (void)now;
    *value = 0;
    return BUS_OK;
}

static enum bus_result write_nothing(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                     uint32_t value)
{
    (void)ppb, (void)offset, (void)size, (void)now, (void)value;
    return BUS_OK;
}

/* The row that covers offset, on whatever core; NULL where there is none. */
static const struct ppb_row *row_at(const struct ppb *ppb, uint32_t offset)
{
    size_t low = 0, high = sizeof rows / sizeof rows[0];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (offset > rows[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    /* Rows for one offset may follow each other, each for other architectures. */
    while (low + 1 < sizeof rows / sizeof rows[0] && offset >= rows[low + 1].first &&
           !(rows[low].architectures & ppb->core->architecture))
        low++;
    if (low == sizeof rows / sizeof rows[0] || offset < rows[low].first)
        return NULL;
    return &rows[low];
}

static bool core_has(const struct ppb *ppb, const struct ppb_row *row)
{
    return (row->architectures & ppb->core->architecture) && (!(row->flags & F) || ppb->core->fpu);
}

static const struct ppb_row *find_row(struct ppb *ppb, uint32_t offset)
{
    const struct ppb_row *row = ppb->recent_row;

    if (row && offset >= row->first && offset <= row->last)
        return row;
    row = row_at(ppb, offset);
    if (!row || !core_has(ppb, row))
        return NULL;
    ppb->recent_row = row;
    return row;
}

enum bus_result ppb_reject(struct ppb *ppb, uint32_t offset, bool is_write, const char *reason)
{
    return device_reject(ppb->device, offset, is_write, "%s", reason);
}

static enum bus_result reject_row(struct ppb *ppb, uint32_t offset, bool is_write, const char *why)
{
    const struct ppb_row *row = row_at(ppb, offset);
    char reason[96];

    if (row && !core_has(ppb, row))
        snprintf(reason, sizeof reason, "%s: %s has no such register", row->name, ppb->core->name);
    else
        snprintf(reason, sizeof reason, "%s %s", row ? row->name : "the register", why);
    return ppb_reject(ppb, offset, is_write, reason);
}

/* Unprivileged accesses end in a BusFault, but for rows that check more themselves. */
static bool may_access(const struct ppb *ppb, const struct ppb_row *row)
{
    const struct core *core = &ppb->device->sim->core;

    if (core_privileged(core) && !core->access_unprivileged)
        return true;
    return row && (row->flags & U);
}

static bool size_allowed(const struct ppb *ppb, const struct ppb_row *row, unsigned size)
{
    return size == 4 || (ppb->core->architecture != ARCH_V6M && (row->sizes & size));
}

static void advance(struct ppb *ppb, uint64_t now)
{
    nvic_advance(ppb, now);
    systick_advance(ppb, now);
}

static enum bus_result ppb_read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t *value)
{
    struct ppb *ppb = &device->sim->ppb;
    const struct ppb_row *row = find_row(ppb, offset);

    *value = 0;
    if (!may_access(ppb, row))
        return BUS_FAULT;
    if (!row || !row->read)
        return reject_row(ppb, offset, false, "is not modelled for reads");
    if (!size_allowed(ppb, row, size))
        return reject_row(ppb, offset, false, "cannot be read in this size");
    if (device->event_cycle <= now) {
        advance(ppb, now);
        ppb_schedule(ppb);
    }
    return row->read(ppb, offset, size, now, value);
}

static enum bus_result ppb_write(struct device *device, uint32_t offset, unsigned size,
                                 uint64_t now, uint32_t value)
{
    struct ppb *ppb = &device->sim->ppb;
    const struct ppb_row *row = find_row(ppb, offset);

    if (!may_access(ppb, row))
        return BUS_FAULT;
    if (!row || !row->write)
        return reject_row(ppb, offset, true, "is not modelled for writes");
    if (!size_allowed(ppb, row, size))
        return reject_row(ppb, offset, true, "cannot be written in this size");
    if (device->event_cycle <= now) {
        advance(ppb, now);
        ppb_schedule(ppb);
    }
    return row->write(ppb, offset, size, now, value);
}

void ppb_schedule(struct ppb *ppb)
{
    uint64_t nvic = nvic_next(ppb), systick = systick_next(ppb);
    uint64_t next = nvic < systick ? nvic : systick;

    if (next != ppb->device->event_cycle)
        device_schedule(ppb->device, next);
}

static void ppb_event(struct device *device, uint64_t now)
{
    struct ppb *ppb = &device->sim->ppb;

    advance(ppb, now);
    ppb_schedule(ppb);
}

static void ppb_reset(struct device *device)
{
    struct ppb *ppb = &device->sim->ppb;
    bool cold = !ppb->reset_requested;

    ppb->device = device;
    ppb->core = ppb_core_of(device->sim->core.architecture);
    assert(ppb->core);
    ppb->reset_requested = false;
    nvic_reset(ppb);
    systick_reset(ppb);
    scb_reset(ppb);
    fpu_reset(ppb);
    mpu_reset(ppb);
    itm_reset(ppb);
    debug_reset(ppb, cold);
    dwt_reset(ppb, cold);
    device_schedule(device, NEVER);
}

const struct device_class ppb_class = {
    .kind = "PPB",
    .state_size = sizeof(struct device),
    .reset = ppb_reset,
    .read = ppb_read,
    .write = ppb_write,
    .event = ppb_event,
};
