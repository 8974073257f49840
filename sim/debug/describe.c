/* A board's core for people: registers, fault status with names, the stacked frame.
 * SPDX-License-Identifier: MIT
 *
 * Bits: DDI 0553 D1.2, CFSR and HFSR.
 */
#include <stdarg.h>
#include <stdio.h>

#include "sim/core/exception_state.h"
#include "sim/state.h"

struct text {
    char *bytes;
    size_t size, used;
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text->bytes + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    if (written > 0)
        text->used += (size_t)written;
    if (text->used >= text->size)
        text->used = text->size - 1;
}

struct flag {
    uint32_t bit;
    const char *name;
};

static const struct flag cfsr_flags[] = {
    {CFSR_IACCVIOL, "IACCVIOL"},
    {CFSR_DACCVIOL, "DACCVIOL"},
    {CFSR_IBUSERR, "IBUSERR"},
    {CFSR_PRECISERR, "PRECISERR"},
    {CFSR_IMPRECISERR, "IMPRECISERR"},
    {CFSR_UNSTKERR, "UNSTKERR"},
    {CFSR_STKERR, "STKERR"},
    {CFSR_LSPERR, "LSPERR"},
    {CFSR_UNDEFINSTR, "UNDEFINSTR"},
    {CFSR_INVSTATE, "INVSTATE"},
    {CFSR_INVPC, "INVPC"},
    {CFSR_NOCP, "NOCP"},
    {CFSR_STKOF, "STKOF"},
    {CFSR_UNALIGNED, "UNALIGNED"},
    {CFSR_DIVBYZERO, "DIVBYZERO"},
    {0, NULL},
};

static const struct flag hfsr_flags[] = {
    {HFSR_FORCED, "FORCED"},
    {HFSR_VECTTBL, "VECTTBL"},
    {HFSR_DEBUGEVT, "DEBUGEVT"},
    {0, NULL},
};

static void add_flags(struct text *text, const char *name, uint32_t value, const struct flag *flags)
{
    add(text, "%s %08X", name, (unsigned)value);
    for (; flags->name != NULL; flags++)
        if ((value & flags->bit) != 0)
            add(text, " %s", flags->name);
}

/* v6-M has no fault status. */
static void add_faults(const struct sim *sim, struct text *text)
{
    const struct ppb *ppb = &sim->ppb;
    if (sim->core.architecture == ARCH_V6M)
        return;
    add_flags(text, "CFSR", ppb->cfsr, cfsr_flags);
    if ((ppb->cfsr & CFSR_MMARVALID) != 0)
        add(text, " at %08X", (unsigned)ppb->mmfar);
    if ((ppb->cfsr & CFSR_BFARVALID) != 0)
        add(text, " at %08X", (unsigned)ppb->bfar);
    add_flags(text, "  HFSR", ppb->hfsr, hfsr_flags);
    add(text, "\n");
}

/* Whether words can be the frame of an interrupt. Where its handler has pushed registers something
 * else stands there. A fault can have come from anywhere, and is asked nothing. */
static bool can_be_frame(const struct sim *sim, const uint32_t *frame)
{
    uint16_t code;
    return sim->core.ipsr <= EXC_USAGE_FAULT ||
           ((frame[7] & XPSR_T) != 0 && sim_peek(sim, frame[6], &code, sizeof code));
}

/* The frame of the exception that is active, on the stack that its EXC_RETURN names: as long as the
 * handler has not moved its stack pointer, where it stands. */
static void add_frame(const struct sim *sim, struct text *text)
{
    static const char *const names[] = {"r0", "r1", "r2", "r3", "r12", "lr", "pc", "xpsr"};
    const struct core *core = &sim->core;
    uint32_t frame[8], lr = core->r[LR];
    if (core->ipsr == 0 || lr < 0xFF000000u)
        return;
    bool process = (lr & 4u) != 0;
    uint32_t sp = core_sp_get(core, process ? STACK_PROCESS : STACK_MAIN);
    if (!sim_peek(sim, sp, frame, sizeof frame) || !can_be_frame(sim, frame))
        return;
    add(text, "frame at %s %08X:", process ? "PSP" : "MSP", (unsigned)sp);
    for (unsigned k = 0; k < 8; k++)
        add(text, "%s%s %08X", k == 4 ? "\n  " : " ", names[k], (unsigned)frame[k]);
    add(text, "\n");
}

static void add_registers(const struct core *core, struct text *text)
{
    static const char *const names[] = {"r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
                                        "r8", "r9", "r10", "r11", "r12", "sp", "lr"};
    for (unsigned k = 0; k <= LR; k++)
        add(text, "%-4s %08X%s", names[k], (unsigned)core->r[k],
            k % 4 == 3 || k == LR ? "\n" : "  ");
    add(text, "xpsr %08X  msp  %08X  psp  %08X  control %X  primask %u", (unsigned)core_xpsr(core),
        (unsigned)core_sp_get(core, STACK_MAIN), (unsigned)core_sp_get(core, STACK_PROCESS),
        (unsigned)core->control, (unsigned)core->primask);
    if (core->architecture != ARCH_V6M)
        add(text, "  basepri %02X  faultmask %u", (unsigned)core->basepri,
            (unsigned)core->faultmask);
    if (core->control & CONTROL_FPCA)
        add(text, "  fpscr %08X", (unsigned)core->fpscr);
    if (core->architecture == ARCH_V8M)
        add(text, "\nmsplim %08X  psplim %08X", (unsigned)core->splim[STACK_MAIN],
            (unsigned)core->splim[STACK_PROCESS]);
    add(text, "\n");
}

size_t sim_describe(const struct sim *sim, char *bytes, size_t size)
{
    const struct core *core = &sim->core;
    struct text text = {bytes, size, 0};
    char assembly[128];
    if (size == 0)
        return 0;
    sim_disassemble(sim, core->r[PC], assembly, sizeof assembly);
    add(&text, "pc   %08X: %s  (cycle %llu, exception %u)\n", (unsigned)core->r[PC], assembly,
        (unsigned long long)sim->now, (unsigned)core->ipsr);
    add_registers(core, &text);
    add_faults(sim, &text);
    add_frame(sim, &text);
    return text.used;
}
