/* Cores, parts and knobs of the timing model; buses and exceptions.
 * SPDX-License-Identifier: MIT
 */
#include "sim/timing/timing.h"

#include <string.h>

#include "sim/sim.h"
#include "sim/timing/roles.h"

/* ---- rows ---- */

struct knob_row {
    const char *name, *unit, *meaning;
    uint32_t least, most;
};

static const struct knob_row knob_rows[TIMING_KNOBS] = {
#define KNOB(id, name, unit, least, most, meaning) {name, unit, meaning, least, most},
#include "knobs.def"
#undef KNOB
};

struct value_row {
    enum timing_knob_id id;
    uint32_t value;
    const char *confidence, *source;
};

#define VALUE(id, value, confidence, source) {TIMING_KNOB_##id, value, confidence, source},
static const struct value_row m0[] = {
#include "m0.def"
};
static const struct value_row m3[] = {
#include "m3.def"
};
static const struct value_row m4[] = {
#include "m4.def"
};
static const struct value_row m33[] = {
#include "m33.def"
};
static const struct value_row stm32f091[] = {
#include "stm32f091.def"
};
static const struct value_row stm32f407[] = {
#include "stm32f407.def"
};
static const struct value_row stm32f410[] = {
#include "stm32f410.def"
};
static const struct value_row stm32h5[] = {
#include "stm32h5.def"
};
static const struct value_row generic[] = {
#include "generic.def"
};
#undef VALUE

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const struct core_row {
    const struct core_rules *rules;
    const struct value_row *values;
    size_t count;
} cores[] = {
    {&timing_cortex_m0, m0, COUNT(m0)},
    {&timing_cortex_m3, m3, COUNT(m3)},
    {&timing_cortex_m4, m4, COUNT(m4)},
    {&timing_cortex_m33, m33, COUNT(m33)},
};

static const struct part_row {
    const char *machine;
    const struct value_row *values;
    size_t count;
} parts[] = {
#define PART(machine, part) {machine, part, COUNT(part)},
#include "parts.def"
#undef PART
};

static void take_values(struct timing *timing, const struct value_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        timing->knob[rows[i].id] = rows[i].value;
        timing->row[rows[i].id] = &rows[i];
    }
}

void timing_init(struct timing *timing, enum architecture architecture, const char *machine)
{
    const struct part_row *part = NULL;
    memset(timing, 0, sizeof *timing);
    for (size_t i = 0; i < COUNT(cores); i++) {
        if (cores[i].rules->architecture != architecture)
            continue;
        timing->rules = cores[i].rules;
        take_values(timing, cores[i].values, cores[i].count);
    }
    for (size_t i = 0; i < COUNT(parts); i++)
        if (strcmp(parts[i].machine, machine) == 0)
            part = &parts[i];
    if (part != NULL)
        take_values(timing, part->values, part->count);
    else
        take_values(timing, generic, COUNT(generic));
    flash_reset(timing);
}

void timing_reset(struct timing *timing)
{
    flash_reset(timing);
    timing->sram2_free_cycle = timing->bus_free_cycle = timing->fp_free_cycle = 0;
}

/* Number index of the knobs in use; TIMING_KNOBS past the last. */
static unsigned knob_at(const struct timing *timing, unsigned index)
{
    unsigned id = 0;
    for (; id < TIMING_KNOBS; id++)
        if (timing->row[id] != NULL && index-- == 0)
            break;
    return id;
}

bool timing_knob_describe(const struct timing *timing, unsigned index, struct sim_knob *knob)
{
    unsigned id = knob_at(timing, index);
    if (id == TIMING_KNOBS)
        return false;
    const struct value_row *row = timing->row[id];
    *knob = (struct sim_knob){.name = knob_rows[id].name,
                              .unit = knob_rows[id].unit,
                              .meaning = knob_rows[id].meaning,
                              .value = timing->knob[id],
                              .default_value = row->value,
                              .least = knob_rows[id].least,
                              .most = knob_rows[id].most,
                              .confidence = row->confidence,
                              .source = row->source};
    return true;
}

bool timing_knob_set(struct timing *timing, const char *name, uint32_t value)
{
    for (unsigned id = 0; id < TIMING_KNOBS; id++) {
        if (timing->row[id] != NULL && strcmp(knob_rows[id].name, name) == 0) {
            timing->knob[id] = value;
            return true;
        }
    }
    return false;
}

/* ---- for the cores' rules ---- */

const struct roles timing_roles[TIMING_CLASSES] = {
#define TIMING_CLASS(id, d, n, m, a, what) {ROLE_##d, ROLE_##n, ROLE_##m, ROLE_##a},
#include "classes.def"
#undef TIMING_CLASS
};

unsigned timing_class_cycles(const struct timing *timing, enum timing_class class)
{
#define KNOB_OF_CLASS(id) [TIMING_##id] = TIMING_KNOB_##id + 1
    static const uint8_t knobs[TIMING_CLASSES] = {
        KNOB_OF_CLASS(MSR),      KNOB_OF_CLASS(MRS),          KNOB_OF_CLASS(CPS),
        KNOB_OF_CLASS(DMB),      KNOB_OF_CLASS(DSB),          KNOB_OF_CLASS(ISB),
        KNOB_OF_CLASS(MULTIPLY), KNOB_OF_CLASS(BRANCH_TABLE), KNOB_OF_CLASS(BRANCH_REGISTER),
        KNOB_OF_CLASS(LOAD_PC),
    };
#undef KNOB_OF_CLASS
    return knobs[class] != 0 ? timing->knob[knobs[class] - 1] : 1;
}

unsigned timing_quotient_cycles(const struct timing *timing, uint32_t dividend, uint32_t divisor,
                                bool is_signed)
{
    if (is_signed) {
        dividend = (int32_t)dividend < 0 ? 0u - dividend : dividend;
        divisor = (int32_t)divisor < 0 ? 0u - divisor : divisor;
    }
    if (divisor == 0 || dividend < divisor)
        return 0;
    unsigned bits = (unsigned)(__builtin_clz(divisor) - __builtin_clz(dividend)) + 1;
    unsigned per_cycle = timing->knob[TIMING_KNOB_DIVIDE_BITS_PER_CYCLE];
    return timing->knob[TIMING_KNOB_DIVIDE_EXTRA] +
           (per_cycle != 0 ? (bits + per_cycle - 1) / per_cycle : bits);
}

/* ---- buses ---- */

/* What a peripheral's data phase takes, and when its value is taken. */
struct phase {
    unsigned read, sample, write;
};

static struct phase ahb_phase(const uint32_t *knob)
{
    return (struct phase){knob[TIMING_KNOB_AHB_READ], knob[TIMING_KNOB_AHB_READ] - 1,
                          knob[TIMING_KNOB_AHB_WRITE]};
}

static struct phase apb_phase(const uint32_t *knob, const struct bus_region *region)
{
    uint32_t divider = region->device != NULL ? region->device->bus_divider : 1;
    unsigned more = divider > 1 ? (divider - 1) * knob[TIMING_KNOB_APB_DIVIDER] : 0;
    return (struct phase){knob[TIMING_KNOB_APB_READ] + more, knob[TIMING_KNOB_APB_SAMPLE] + more,
                          knob[TIMING_KNOB_APB_WRITE] + more};
}

static struct timing_access device_access(struct timing *timing, struct phase phase, bool is_write,
                                          uint64_t now)
{
    uint64_t wait = timing->bus_free_cycle > now ? timing->bus_free_cycle - now : 0;
    wait += timing->knob[TIMING_KNOB_BUS_MATRIX];
    struct timing_access access = {(unsigned)wait, (unsigned)wait};
    if (is_write) {
        timing->bus_free_cycle = now + wait + phase.write;
        access.sample += phase.write - 1;
    } else {
        access.sample += phase.sample;
        access.stall += phase.read - 1;
    }
    return access;
}

uint32_t timing_free_sram(const struct timing *timing, uint32_t size)
{
    uint32_t first_bank = timing->knob[TIMING_KNOB_SRAM1_SIZE];
    return first_bank != 0 && first_bank < size ? first_bank : size;
}

enum timing_memory timing_memory(const struct timing *timing, const struct bus_region *region,
                                 uint32_t address)
{
    switch (region->kind) {
    case BUS_KIND_FLASH:
        return TIMING_MEMORY_FLASH;
    case BUS_KIND_CCM:
        return TIMING_MEMORY_CCM;
    case BUS_KIND_SRAM:
        return address - region->base < timing_free_sram(timing, region->size)
                   ? TIMING_MEMORY_SYSTEM
                   : TIMING_MEMORY_SRAM2;
    case BUS_KIND_AHB:
    case BUS_KIND_APB:
    case BUS_KIND_EXTERNAL:
    case BUS_KIND_PPB:
    case BUS_KIND_BIT_BAND:
    case BUS_KINDS:
        break;
    }
    return TIMING_MEMORY_SYSTEM;
}

/* The bank gives a master its place anew for each instruction. A store's data leave it later, which
 * holds up what follows: in its own list, or the next instruction's access. */
static struct timing_access second_bank_access(struct timing *timing, unsigned word, bool is_write,
                                               uint64_t now)
{
    unsigned wait = timing->knob[TIMING_KNOB_SRAM2_WAIT];
    unsigned stall = word == (is_write ? 1u : 0u) ? wait : 0;
    uint64_t free = timing->sram2_free_cycle + (is_write ? 0 : 1);
    if (word == 0 && free > now)
        stall += (unsigned)(free - now);
    if (word == 0 && is_write)
        timing->sram2_free_cycle = now + stall + wait + 1;
    return (struct timing_access){stall, stall};
}

struct timing_access timing_access(struct timing *timing, const struct bus_region *region,
                                   uint32_t address, unsigned size, unsigned word, bool is_write,
                                   uint64_t now)
{
    const uint32_t *knob = timing->knob;
    switch (region->kind) {
    case BUS_KIND_FLASH: {
        unsigned stall = flash_load(timing, address, now);
        return (struct timing_access){stall, stall};
    }
    case BUS_KIND_AHB:
        return device_access(timing, ahb_phase(knob), is_write, now);
    case BUS_KIND_APB:
        return device_access(timing, apb_phase(knob, region), is_write, now);
    case BUS_KIND_EXTERNAL:
        return timing_external_access(timing, size, is_write, now);
    case BUS_KIND_PPB: {
        unsigned stall = knob[is_write ? TIMING_KNOB_PPB_WRITE : TIMING_KNOB_PPB_READ] - 1;
        return (struct timing_access){stall, stall};
    }
    case BUS_KIND_SRAM:
        if (address - region->base >= timing_free_sram(timing, region->size) &&
            address - region->base < region->size) /* not by its bits' addresses */
            return second_bank_access(timing, word, is_write, now);
        break;
    case BUS_KIND_CCM:
    case BUS_KIND_BIT_BAND:
    case BUS_KINDS:
        break;
    }
    return (struct timing_access){0, 0};
}

/* ---- exceptions ---- */

unsigned timing_context_save(const struct timing *timing, unsigned words)
{
    return words * timing->knob[TIMING_KNOB_EXCEPTION_WORD];
}

unsigned timing_late_arrival(const struct timing *timing)
{
    return timing->knob[TIMING_KNOB_LATE_ARRIVAL];
}
