/* The JIT's fetches, waits and barriers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

/* A line of the ART: places are one higher than indices, 0 is none. */
static void hit_art(struct emit *e, uint32_t line)
{
    sljit_sw place =
        (sljit_sw)(offsetof(struct sim, timing.flash.art.place) + (line & (ART_INDEX_SIZE - 1)));
    sljit_emit_op1(e->c, SLJIT_MOV_U8, HOST(HOST_T0), SLJIT_MEM1(HOST_SIM), place);
    jit_leave_if(e, e->u, sljit_emit_cmp(e->c, SLJIT_EQUAL, HOST(HOST_T0), IMMEDIATE(0)));
    sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T0), IMMEDIATE(2));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_SIM));
    jit_leave_if(e, e->u,
                 sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL | SLJIT_32, SLJIT_MEM1(HOST_T1),
                                (sljit_sw)offsetof(struct sim, timing.flash.art.line) - 4,
                                IMMEDIATE_32(line)));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T2), IN_SIM(timing.flash.art.uses), IMMEDIATE(1));
    sljit_emit_op1(e->c, SLJIT_MOV, IN_SIM(timing.flash.art.uses), HOST(HOST_T2));
    sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T0), IMMEDIATE(3));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_SIM));
    sljit_emit_op1(e->c, SLJIT_MOV, SLJIT_MEM1(HOST_T1),
                   (sljit_sw)offsetof(struct sim, timing.flash.art.used) - 8, HOST(HOST_T2));
}

static bool fetch(struct emit *e)
{
    const struct flash_timing *flash = &e->sim->timing.flash;
    const struct operands *i = &e->u->insn;
    /* Nothing ever hits. */
    if (!flash->icache.enabled && !flash->art.icache)
        return false;
    for (uint32_t granule = i->imm; granule < i->imm + i->rd; granule++) {
        struct sljit_jump *same = NULL;
        if (e->granule == 0)
            same = sljit_emit_cmp(e->c, SLJIT_EQUAL | SLJIT_32, IN_SIM(fetch_granule),
                                  IMMEDIATE_32(granule));
        if (flash->icache.enabled)
            jit_hit_icache(e, granule);
        else
            hit_art(e, granule);
        sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(fetch_granule), IMMEDIATE_32(granule));
        if (same != NULL)
            sljit_set_label(same, sljit_emit_label(e->c));
        e->granule = granule;
    }
    return true;
}

/* Leaves where the 64-bit member, a cycle, is behind the issue of this micro-operation. */
static void leave_if_later(struct emit *e, sljit_sw member)
{
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T0), HOST(HOST_CYC), IMMEDIATE(e->u->offset));
    jit_leave_if(e, e->u,
                 sljit_emit_cmp(e->c, SLJIT_LESS, HOST(HOST_T0), SLJIT_MEM1(HOST_SIM), member));
}

static void begin_division(struct emit *e)
{
    sljit_emit_op2(
        e->c, SLJIT_ADD, HOST(HOST_T0), HOST(HOST_CYC),
        IMMEDIATE(e->u->offset + (uint64_t)timing_knob(&e->sim->timing, TIMING_KNOB_FP_DIVIDE)));
    sljit_emit_op1(e->c, SLJIT_MOV, IN_SIM(timing.fp_free_cycle), HOST(HOST_T0));
}

bool jit_emit_pseudo(struct emit *e)
{
    switch ((unsigned)e->u->insn.op) {
    case PSEUDO_FETCH:
        return fetch(e);
    case PSEUDO_FP_WAIT:
        leave_if_later(e, (sljit_sw)offsetof(struct sim, timing.fp_free_cycle));
        return true;
    case PSEUDO_FP_DIVIDE:
        begin_division(e);
        return true;
    case OP_dmb:
    case OP_dsb:
    case OP_isb:
        leave_if_later(e, (sljit_sw)offsetof(struct sim, timing.bus_free_cycle));
        return true;
    default:
        return false;
    }
}
