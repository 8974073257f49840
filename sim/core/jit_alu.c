/* The JIT's data processing.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

/* Rows of ops.def come in families of these. */
enum form { FORM_I, FORM_SI, FORM_R, FORM_SR, FORM_RS, FORM_SRS, FORMS };
enum compare_form { COMPARE_I, COMPARE_R, COMPARE_RS, COMPARE_FORMS };

static bool is_constant(struct operand operand)
{
    return operand.what == SLJIT_IMM;
}

/* ---- second operands ---- */

static void set_carry_of_immediate(struct emit *e)
{
    if (e->u->insn.shift_n != 0)
        jit_set_carry(e, jit_constant(e->u->insn.imm >> 31));
}

static struct operand inverted(struct emit *e, struct operand operand)
{
    if (is_constant(operand))
        return jit_constant(~(uint32_t)operand.value);
    sljit_emit_op2(e->c, SLJIT_XOR32, HOST(HOST_T1), OF(operand), IMMEDIATE(-1));
    return jit_register(HOST_T1);
}

static bool has_rrx(const struct operands *i, enum form form)
{
    return form >= FORM_RS && i->shift_type == SHIFT_RRX;
}

static struct operand second(struct emit *e, enum form form)
{
    const struct operands *i = &e->u->insn;
    if (form <= FORM_SI)
        return jit_constant(i->imm);
    return jit_shifted(e, i->shift_type, form >= FORM_RS ? i->shift_n : 0);
}

/* ---- families ---- */

/* Rd = Rn op b, or b alone where op is SLJIT_MOV32. */
static void logic(struct emit *e, enum form form, int op, bool inverts)
{
    const struct operands *i = &e->u->insn;
    bool sets_flags = form == FORM_SI || form == FORM_SR || form == FORM_SRS;
    struct operand b = second(e, form);
    if (inverts)
        b = inverted(e, b);
    sljit_s32 n = op != SLJIT_MOV32 ? jit_read(e, i->rn) : 0;
    if (form == FORM_SI)
        set_carry_of_immediate(e);
    else if (form == FORM_SRS)
        jit_set_carry_of_shift(e, i->shift_type, i->shift_n);
    sljit_s32 d = jit_write(e, i->rd);
    if (op == SLJIT_MOV32)
        sljit_emit_op1(e->c, op, HOST(d), OF(b));
    else
        sljit_emit_op2(e->c, op, HOST(d), HOST(n), OF(b));
    if (sets_flags)
        jit_set_result(e, d);
}

/* Rd = a + b or a - b. */
static void arithmetic(struct emit *e, bool sets_flags, bool is_sum, struct operand a,
                       struct operand b)
{
    if (sets_flags)
        jit_set_flags(e, is_sum, a, b);
    sljit_s32 d = jit_write(e, e->u->insn.rd);
    sljit_emit_op2(e->c, is_sum ? SLJIT_ADD32 : SLJIT_SUB32, HOST(d), OF(a), OF(b));
}

/* Rd = Rn + b + C, which is in HOST_T2. */
static void add_with_carry(struct emit *e, bool sets_flags, sljit_s32 n, struct operand b)
{
    if (!sets_flags) {
        sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T2), HOST(HOST_T2), HOST(n));
        sljit_emit_op2(e->c, SLJIT_ADD32, HOST(jit_write(e, e->u->insn.rd)), HOST(HOST_T2), OF(b));
        return;
    }
    if (is_constant(b))
        b.value = (uint32_t)b.value;
    sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T0), HOST(n));
    sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T1), OF(b));
    sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T2), HOST(HOST_T2));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T2), HOST(HOST_T2), HOST(HOST_T0));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T2), HOST(HOST_T2), HOST(HOST_T1));
    sljit_emit_op2(e->c, SLJIT_XOR, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_T2));
    sljit_emit_op2(e->c, SLJIT_XOR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
    sljit_emit_op2(e->c, SLJIT_AND, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_T1));
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_T0), HOST(HOST_T0));
    sljit_emit_op2(e->c, SLJIT_LSHR32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(31));
    jit_set_overflow(e, jit_register(HOST_T0));
    sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T0), HOST(HOST_T2), IMMEDIATE(32));
    jit_set_carry(e, jit_register(HOST_T0));
    sljit_s32 d = jit_write(e, e->u->insn.rd);
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), HOST(HOST_T2));
    jit_set_result(e, d);
}

static bool emit_arithmetic(struct emit *e, unsigned first, enum form form)
{
    bool sets_flags = form == FORM_SI || form == FORM_SR || form == FORM_SRS;
    bool with_carry = first == OP_adc_i || first == OP_sbc_i;
    if (with_carry)
        jit_get_carry(e, HOST_T2); /* which may call, so first */
    struct operand b = second(e, form), a = jit_register(jit_read(e, e->u->insn.rn));
    if (with_carry)
        add_with_carry(e, sets_flags, a.what, first == OP_sbc_i ? inverted(e, b) : b);
    else if (first == OP_rsb_i)
        arithmetic(e, sets_flags, false, b, a);
    else
        arithmetic(e, sets_flags, first == OP_add_i, a, b);
    return true;
}

static bool emit_family(struct emit *e)
{
    static const struct {
        uint16_t first;
        int op; /* 0: arithmetic */
        bool inverts;
    } families[] = {
        {OP_and_i, SLJIT_AND32, false}, {OP_bic_i, SLJIT_AND32, true},
        {OP_orr_i, SLJIT_OR32, false},  {OP_orn_i, SLJIT_OR32, true},
        {OP_eor_i, SLJIT_XOR32, false}, {OP_mov_i, SLJIT_MOV32, false},
        {OP_mvn_i, SLJIT_MOV32, true},  {OP_add_i, 0, false},
        {OP_sub_i, 0, false},           {OP_rsb_i, 0, false},
        {OP_adc_i, 0, false},           {OP_sbc_i, 0, false},
    };
    for (size_t k = 0; k < sizeof families / sizeof families[0]; k++) {
        unsigned form = (unsigned)(e->u->insn.op - families[k].first);
        if (form >= FORMS)
            continue;
        if (has_rrx(&e->u->insn, (enum form)form))
            return false;
        if (families[k].op == 0)
            return emit_arithmetic(e, families[k].first, (enum form)form);
        logic(e, (enum form)form, families[k].op, families[k].inverts);
        return true;
    }
    return false;
}

/* ---- comparisons ---- */

static void compare_logic(struct emit *e, int op, struct operand b, enum compare_form form)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn);
    if (form == COMPARE_I)
        set_carry_of_immediate(e);
    else if (form == COMPARE_RS)
        jit_set_carry_of_shift(e, i->shift_type, i->shift_n);
    sljit_emit_op2(e->c, op, HOST(HOST_RESULT), HOST(n), OF(b));
    jit_set_result(e, HOST_RESULT);
}

static bool emit_comparison(struct emit *e)
{
    unsigned op = e->u->insn.op;
    if (op < OP_tst_i || op > OP_cmp_rs)
        return false;
    unsigned which = (op - OP_tst_i) / COMPARE_FORMS;
    enum compare_form form = (enum compare_form)((op - OP_tst_i) % COMPARE_FORMS);
    static const enum form forms[] = {FORM_I, FORM_R, FORM_RS};
    if (has_rrx(&e->u->insn, forms[form]))
        return false;
    struct operand b = second(e, forms[form]);
    if (which == 0)
        compare_logic(e, SLJIT_AND32, b, form);
    else if (which == 1)
        compare_logic(e, SLJIT_XOR32, b, form);
    else
        jit_set_flags(e, which == 2, jit_register(jit_read(e, e->u->insn.rn)), b);
    return true;
}

/* ---- stack pointer ---- */

void jit_check_stack(struct emit *e, sljit_s32 host)
{
    if (e->sim->core.architecture != ARCH_V8M)
        return;
    /* Above both limits is above the one in use. */
    for (unsigned k = 0; k < 2; k++)
        jit_leave_if(e, e->u,
                     sljit_emit_cmp(e->c, SLJIT_LESS | SLJIT_32, HOST(host), SLJIT_MEM1(HOST_SIM),
                                    (sljit_sw)(offsetof(struct sim, core.splim) + 4 * k)));
}

static bool emit_stack(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    bool is_sum = i->op == OP_sp_add_i || i->op == OP_sp_add_r;
    if (!is_sum && i->op != OP_sp_sub_i && i->op != OP_sp_sub_r && i->op != OP_sp_mov_r)
        return false;
    bool has_immediate = i->op == OP_sp_add_i || i->op == OP_sp_sub_i;
    struct operand b = has_immediate ? jit_constant(i->imm) : jit_register(jit_read(e, i->rm));
    if (i->op == OP_sp_mov_r)
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_T0), OF(b));
    else
        sljit_emit_op2(e->c, is_sum ? SLJIT_ADD32 : SLJIT_SUB32, HOST(HOST_T0),
                       HOST(jit_read(e, i->rn)), OF(b));
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(-4));
    jit_check_stack(e, HOST_T0);
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, SP)), HOST(HOST_T0));
    return true;
}

bool jit_emit_alu(struct emit *e)
{
    return emit_family(e) || emit_comparison(e) || emit_stack(e);
}
