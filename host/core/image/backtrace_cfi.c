/* Unwinding by DWARF call frame information, through libdw.
 * SPDX-License-Identifier: MIT
 *
 * Register numbers: "DWARF for the Arm Architecture", 0 to 15 for r0 to pc. Expressions are the few
 * that compilers write for C; others end the walk.
 */
#include "backtrace_frame.h"

#include <dwarf.h>
#include <stdlib.h>

#define STACK_MAX 8

struct evaluation {
    const struct backtrace_start *start;
    const struct frame *frame;
    uint32_t cfa; /* for DW_OP_call_frame_cfa */
    uint32_t stack[STACK_MAX];
    unsigned depth;
    bool is_value;    /* the result is the value itself, not where it lies */
    bool is_register; /* the result is that register's number */
};

static bool push(struct evaluation *e, uint32_t value)
{
    if (e->depth == STACK_MAX)
        return false;
    e->stack[e->depth++] = value;
    return true;
}

static bool push_register(struct evaluation *e, uint64_t number, uint64_t offset)
{
    return number < 16 && push(e, e->frame->r[number] + (uint32_t)offset);
}

static bool add(struct evaluation *e, uint32_t value)
{
    if (e->depth == 0)
        return false;
    e->stack[e->depth - 1] += value;
    return true;
}

static bool apply(struct evaluation *e, const Dwarf_Op *op)
{
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return push_register(e, op->atom - DW_OP_breg0, op->number);
    switch (op->atom) {
    case DW_OP_bregx:
        return push_register(e, op->number, op->number2);
    case DW_OP_regx:
        e->is_register = true;
        return push(e, (uint32_t)op->number);
    case DW_OP_call_frame_cfa:
        return push(e, e->cfa);
    case DW_OP_plus_uconst:
        return add(e, (uint32_t)op->number);
    case DW_OP_stack_value:
        e->is_value = true;
        return true;
    default:
        return false;
    }
}

static bool evaluate(struct evaluation *e, const Dwarf_Op *ops, size_t count, uint32_t *result)
{
    for (size_t k = 0; k < count; k++)
        if (!apply(e, &ops[k]))
            return false;
    if (e->depth == 0)
        return false;
    *result = e->stack[e->depth - 1];
    return true;
}

static bool find_cfa(Dwarf_Frame *rules, const struct backtrace_start *start,
                     const struct frame *frame, uint32_t *cfa)
{
    struct evaluation e = {.start = start, .frame = frame};
    Dwarf_Op *ops;
    size_t count;
    return dwarf_frame_cfa(rules, &ops, &count) == 0 && evaluate(&e, ops, count, cfa);
}

/* The caller's value of a register. False: it is lost. */
static bool find_register(Dwarf_Frame *rules, const struct backtrace_start *start,
                          const struct frame *frame, uint32_t cfa, int number, uint32_t *value)
{
    struct evaluation e = {.start = start, .frame = frame, .cfa = cfa};
    Dwarf_Op memory[3], *ops;
    size_t count;
    uint32_t result;
    if (dwarf_frame_register(rules, number, memory, &ops, &count) != 0)
        return false;
    if (count == 0) {
        *value = frame->r[number];
        /* A leaf has no rule for LR, because it never touches it. */
        return ops == memory || (number == FRAME_LR && frame->lr_live);
    }
    if (!evaluate(&e, ops, count, &result))
        return false;
    if (e.is_register) {
        *value = result < 16 ? frame->r[result] : 0;
        return result < 16;
    }
    *value = result;
    return e.is_value || start->read(start->context, result, value, sizeof *value);
}

static bool unwind(Dwarf_Frame *rules, const struct backtrace_start *start, struct frame *frame)
{
    struct frame caller = *frame;
    uint32_t cfa, lr;
    if (!find_cfa(rules, start, frame, &cfa) || cfa < frame->r[FRAME_SP] ||
        !find_register(rules, start, frame, cfa, FRAME_LR, &lr))
        return false;
    for (int number = 0; number < FRAME_SP; number++)
        if (!find_register(rules, start, frame, cfa, number, &caller.r[number]))
            caller.r[number] = frame->r[number];
    caller.r[FRAME_SP] = cfa;
    caller.r[FRAME_LR] = caller.r[FRAME_PC] = lr;
    caller.lr_live = false;
    *frame = caller;
    return true;
}

bool frame_unwind_cfi(Dwarf_CFI *cfi, const struct backtrace_start *start, struct frame *frame)
{
    Dwarf_Frame *rules = NULL;
    if (cfi == NULL || dwarf_cfi_addrframe(cfi, frame_lookup_pc(frame), &rules) != 0)
        return false;
    bool ok = unwind(rules, start, frame);
    free(rules);
    return ok;
}
