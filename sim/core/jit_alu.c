/* The JIT's data processing.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

#include "sim/core/operations.h"

/* Rows of ops.def come in families of these. */
enum form { FORM_I, FORM_SI, FORM_R, FORM_SR, FORM_RS, FORM_SRS, FORMS };
enum compare_form { COMPARE_I, COMPARE_R, COMPARE_RS, COMPARE_FORMS };

static struct operand reg(sljit_s32 host)
{
    return (struct operand){host, 0};
}

static struct operand constant(uint32_t value)
{
    return (struct operand){SLJIT_IMM, (int32_t)value};
}

static bool is_constant(struct operand operand)
{
    return operand.what == SLJIT_IMM;
}

/* ---- second operands ---- */

/* Rm shifted by a constant; what is not a register itself is in HOST_T1. */
static struct operand shifted(struct emit *e, unsigned type, unsigned amount)
{
    static const int ops[] = {SLJIT_SHL32, SLJIT_LSHR32, SLJIT_ASHR32, SLJIT_ROTR32};
    sljit_s32 m = jit_read(e, e->u->insn.rm);
    if (amount == 0)
        return reg(m);
    if (amount >= 32 && type != SHIFT_ROR) {
        if (type != SHIFT_ASR)
            return constant(0);
        amount = 31;
    }
    sljit_emit_op2(e->c, ops[type], HOST(HOST_T1), HOST(m), IMMEDIATE(amount & 31));
    return reg(HOST_T1);
}

/* The last bit that leaves Rm. */
static void set_carry_of_shift(struct emit *e, unsigned type, unsigned amount)
{
    if (amount == 0)
        return;
    sljit_s32 m = jit_read(e, e->u->insn.rm);
    unsigned bit = type == SHIFT_LSL ? 32 - amount : (amount - 1) & 31;
    sljit_emit_op2(e->c, SLJIT_LSHR32, HOST(HOST_T2), HOST(m), IMMEDIATE(bit));
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T2), HOST(HOST_T2), IMMEDIATE(1));
    jit_set_carry(e, reg(HOST_T2));
}

static void set_carry_of_immediate(struct emit *e)
{
    if (e->u->insn.shift_n != 0)
        jit_set_carry(e, constant(e->u->insn.imm >> 31));
}

static struct operand inverted(struct emit *e, struct operand operand)
{
    if (is_constant(operand))
        return constant(~(uint32_t)operand.value);
    sljit_emit_op2(e->c, SLJIT_XOR32, HOST(HOST_T1), OF(operand), IMMEDIATE(-1));
    return reg(HOST_T1);
}

static bool has_rrx(const struct operands *i, enum form form)
{
    return form >= FORM_RS && i->shift_type == SHIFT_RRX;
}

static struct operand second(struct emit *e, enum form form)
{
    const struct operands *i = &e->u->insn;
    if (form <= FORM_SI)
        return constant(i->imm);
    return shifted(e, i->shift_type, form >= FORM_RS ? i->shift_n : 0);
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
        set_carry_of_shift(e, i->shift_type, i->shift_n);
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
    jit_set_overflow(e, reg(HOST_T0));
    sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T0), HOST(HOST_T2), IMMEDIATE(32));
    jit_set_carry(e, reg(HOST_T0));
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
    struct operand b = second(e, form), a = reg(jit_read(e, e->u->insn.rn));
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
        set_carry_of_shift(e, i->shift_type, i->shift_n);
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
        jit_set_flags(e, which == 2, reg(jit_read(e, e->u->insn.rn)), b);
    return true;
}

/* ---- shifts ---- */

static bool shift_by_constant(struct emit *e, bool sets_flags)
{
    const struct operands *i = &e->u->insn;
    if (i->shift_type == SHIFT_RRX)
        return false;
    struct operand b = shifted(e, i->shift_type, i->shift_n);
    if (sets_flags)
        set_carry_of_shift(e, i->shift_type, i->shift_n);
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), OF(b));
    if (sets_flags)
        jit_set_result(e, d);
    return true;
}

/* With C as a bit beside the operand, which an amount of 0 leaves where it is. */
static bool shift_with_carry(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    if (i->shift_type > SHIFT_ASR)
        return false;
    sljit_s32 m = jit_read(e, i->rm), n = jit_read(e, i->rn);
    jit_get_carry(e, HOST_T2);
    sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T2), HOST(HOST_T2));
    sljit_emit_op1(e->c, SLJIT_MOV_U8, HOST(HOST_T0), HOST(m));
    jit_leave_if(e, e->u, sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL, HOST(HOST_T0), IMMEDIATE(64)));
    sljit_emit_op1(e->c, i->shift_type == SHIFT_ASR ? SLJIT_MOV_S32 : SLJIT_MOV_U32, HOST(HOST_T1),
                   HOST(n));
    sljit_s32 d = jit_write(e, i->rd);
    if (i->shift_type == SHIFT_LSL) {
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T2), HOST(HOST_T2), IMMEDIATE(32));
        sljit_emit_op2(e->c, SLJIT_OR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T0));
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), HOST(HOST_T1));
        sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(32));
    } else {
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(1));
        sljit_emit_op2(e->c, SLJIT_OR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
        sljit_emit_op2(e->c, i->shift_type == SHIFT_ASR ? SLJIT_ASHR : SLJIT_LSHR, HOST(HOST_T1),
                       HOST(HOST_T1), HOST(HOST_T0));
        sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T2), HOST(HOST_T1), IMMEDIATE(1));
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), HOST(HOST_T2));
    }
    sljit_emit_op2(e->c, SLJIT_AND, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(1));
    jit_set_carry(e, reg(HOST_T1));
    jit_set_result(e, d);
    return true;
}

/* Amounts from 32 on are rare: they leave. */
static bool shift_by_register(struct emit *e, bool sets_flags)
{
    static const int ops[] = {SLJIT_MSHL32, SLJIT_MLSHR32, SLJIT_MASHR32, SLJIT_ROTR32};
    const struct operands *i = &e->u->insn;
    if (sets_flags)
        return shift_with_carry(e);
    if (i->shift_type == SHIFT_RRX)
        return false;
    sljit_s32 m = jit_read(e, i->rm), n = jit_read(e, i->rn);
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T0), HOST(m), IMMEDIATE(0xFF));
    if (i->shift_type != SHIFT_ROR)
        jit_leave_if(
            e, e->u,
            sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL | SLJIT_32, HOST(HOST_T0), IMMEDIATE(32)));
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, ops[i->shift_type], HOST(d), HOST(n), HOST(HOST_T0));
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
    struct operand b = has_immediate ? constant(i->imm) : reg(jit_read(e, i->rm));
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

/* ---- bit fields, extension ---- */

static uint32_t mask(uint32_t width)
{
    return (uint32_t)(((uint64_t)1 << width) - 1);
}

static void insert_field(struct emit *e, bool clears)
{
    const struct operands *i = &e->u->insn;
    uint32_t field = mask(i->imm) << i->shift_n;
    if (!clears) {
        sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T0), HOST(jit_read(e, i->rn)),
                       IMMEDIATE_32(mask(i->imm)));
        sljit_emit_op2(e->c, SLJIT_SHL32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(i->shift_n));
    }
    jit_read(e, i->rd);
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(d), HOST(d), IMMEDIATE_32(~field));
    if (!clears)
        sljit_emit_op2(e->c, SLJIT_OR32, HOST(d), HOST(d), HOST(HOST_T0));
}

/* Rd = (Rn << left) >> right. */
static void extract_field(struct emit *e, int right_op)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn), d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, SLJIT_SHL32, HOST(d), HOST(n), IMMEDIATE(32 - i->imm - i->shift_n));
    sljit_emit_op2(e->c, right_op, HOST(d), HOST(d), IMMEDIATE(32 - i->imm));
}

static void extend(struct emit *e, int op)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 m = jit_read(e, i->rm), from = m;
    if (i->shift_n != 0) {
        sljit_emit_op2(e->c, SLJIT_ROTR32, HOST(HOST_T0), HOST(m), IMMEDIATE(i->shift_n));
        from = HOST_T0;
    }
    sljit_emit_op1(e->c, op, HOST(jit_write(e, i->rd)), HOST(from));
}

static void unary(struct emit *e, int op)
{
    sljit_s32 m = jit_read(e, e->u->insn.rm);
    sljit_emit_op1(e->c, op, HOST(jit_write(e, e->u->insn.rd)), HOST(m));
}

static void move_top(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    jit_read(e, i->rd);
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(d), HOST(d), IMMEDIATE(0xFFFF));
    sljit_emit_op2(e->c, SLJIT_OR32, HOST(d), HOST(d), IMMEDIATE_32(i->imm << 16));
}

/* ---- multiplication ---- */

/* Rd = Rn * Rm, or Ra with that added or subtracted. */
static void multiply(struct emit *e, int op)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn), m = jit_read(e, i->rm);
    if (op == 0) {
        sljit_emit_op2(e->c, SLJIT_MUL32, HOST(jit_write(e, i->rd)), HOST(n), HOST(m));
        return;
    }
    sljit_emit_op2(e->c, SLJIT_MUL32, HOST(HOST_T0), HOST(n), HOST(m));
    sljit_s32 a = jit_read(e, i->ra);
    sljit_emit_op2(e->c, op, HOST(jit_write(e, i->rd)), HOST(a), HOST(HOST_T0));
}

/* widen: how a factor becomes 64 bits. */
static void multiply_long(struct emit *e, int widen, bool accumulates)
{
    const struct operands *i = &e->u->insn;
    sljit_emit_op1(e->c, widen, HOST(HOST_T0), HOST(jit_read(e, i->rn)));
    sljit_emit_op1(e->c, widen, HOST(HOST_T1), HOST(jit_read(e, i->rm)));
    sljit_emit_op2(e->c, SLJIT_MUL, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_T1));
    if (accumulates) {
        sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T1), HOST(jit_read(e, i->ra)));
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(32));
        sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T2), HOST(jit_read(e, i->rd)));
        sljit_emit_op2(e->c, SLJIT_OR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
        sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_T1));
    }
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->rd)), HOST(HOST_T0));
    sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(32));
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->ra)), HOST(HOST_T0));
}

static void move_constant(struct emit *e, uint32_t value)
{
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, e->u->insn.rd)), IMMEDIATE_32(value));
}

static bool emit_multiplication(struct emit *e)
{
    switch ((unsigned)e->u->insn.op) {
    case OP_mul:
        multiply(e, 0);
        return true;
    case OP_muls:
        multiply(e, 0);
        jit_set_result(e, jit_read(e, e->u->insn.rd));
        return true;
    case OP_mla:
        multiply(e, SLJIT_ADD32);
        return true;
    case OP_mls:
        multiply(e, SLJIT_SUB32);
        return true;
    case OP_umull:
    case OP_umlal:
        multiply_long(e, SLJIT_MOV_U32, e->u->insn.op == OP_umlal);
        return true;
    case OP_smull:
    case OP_smlal:
        multiply_long(e, SLJIT_MOV_S32, e->u->insn.op == OP_smlal);
        return true;
    default:
        return false;
    }
}

static bool emit_single(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    switch ((unsigned)i->op) {
    case OP_shift_i:
    case OP_shifts_i:
        return shift_by_constant(e, i->op == OP_shifts_i);
    case OP_shift_r:
    case OP_shifts_r:
        return shift_by_register(e, i->op == OP_shifts_r);
    case OP_movt:
        move_top(e);
        return true;
    case OP_adr:
        move_constant(e, ((e->u->pc + 4) & ~3u) + i->imm);
        return true;
    case OP_bfi:
    case OP_bfc:
        insert_field(e, i->op == OP_bfc);
        return true;
    case OP_ubfx:
        extract_field(e, SLJIT_LSHR32);
        return true;
    case OP_sbfx:
        extract_field(e, SLJIT_ASHR32);
        return true;
    case OP_clz:
        unary(e, SLJIT_CLZ32);
        return true;
    case OP_rev:
        unary(e, SLJIT_REV32);
        return true;
    case OP_sxtb:
        extend(e, SLJIT_MOV32_S8);
        return true;
    case OP_sxth:
        extend(e, SLJIT_MOV32_S16);
        return true;
    case OP_uxtb:
        extend(e, SLJIT_MOV32_U8);
        return true;
    case OP_uxth:
        extend(e, SLJIT_MOV32_U16);
        return true;
    case OP_nop:
    case OP_pld:
        return true;
    default:
        return false;
    }
}

bool jit_emit_alu(struct emit *e)
{
    return emit_family(e) || emit_comparison(e) || emit_single(e) || emit_multiplication(e) ||
           emit_stack(e);
}
