/* Which memory an instruction will access, before it does.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/accessed.h"

#include "sim/state.h"

static enum timing_memory memory_at(const struct sim *sim, uint32_t address)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 1);
    return region != NULL ? timing_memory(&sim->timing, region, address) : TIMING_MEMORY_SYSTEM;
}

bool accessed_by(const struct insn *insn)
{
    switch ((unsigned)op_timing_class((enum op)insn->op)) {
    case TIMING_LOAD:
    case TIMING_LOAD_PAIR:
    case TIMING_LOAD_MULTIPLE:
    case TIMING_STORE:
    case TIMING_STORE_PAIR:
    case TIMING_STORE_MULTIPLE:
    case TIMING_FP_LOAD:
    case TIMING_FP_LOAD_PAIR:
    case TIMING_FP_LOAD_MULTIPLE:
    case TIMING_FP_STORE:
    case TIMING_FP_STORE_PAIR:
    case TIMING_FP_STORE_MULTIPLE:
        return true;
    default:
        return false;
    }
}

bool accessed_is_literal(const struct insn *insn)
{
    switch ((unsigned)insn->op) {
    case OP_ldr_lit:
    case OP_ldrb_lit:
    case OP_ldrh_lit:
    case OP_ldrsb_lit:
    case OP_ldrsh_lit:
    case OP_ldrd_lit:
    case OP_vldr_lit:
    case OP_vldrd_lit:
        return true;
    default:
        return false;
    }
}

/* Bytes from the base register's address to the access. */
static uint32_t displacement(const struct sim *sim, const struct insn *insn)
{
    if (insn->rm < NO_REGISTER)
        return sim->core.r[insn->rm] << insn->shift_n;
    switch ((unsigned)insn->op) {
#define POST(name) case OP_##name##_post:
        POST(ldr)
        POST(ldrb)
        POST(ldrh)
        POST(ldrsb)
        POST(ldrsh)
        POST(ldrd)
        POST(str)
        POST(strb)
        POST(strh)
        POST(strd)
#undef POST
    case OP_ldm:
    case OP_ldm_w:
    case OP_ldm_pc:
    case OP_ldm_pc_w:
    case OP_vldm:
    case OP_vldm_w:
    case OP_vstm:
    case OP_vstm_w:
    case OP_stm:
    case OP_stm_w:
        return 0;
    case OP_ldmdb:
    case OP_ldmdb_w:
    case OP_ldmdb_pc:
    case OP_ldmdb_pc_w:
    case OP_stmdb:
    case OP_stmdb_w:
        return 0u - 4u * insn->shift_n;
    case OP_vldmdb_w:
    case OP_vstmdb_w:
        return 0u - insn->imm;
    default:
        return insn->imm;
    }
}

enum timing_memory accessed_statically(const struct sim *sim, const struct insn *insn, uint32_t pc)
{
    if (!sim->timing.rules->knows_memories || !accessed_is_literal(insn))
        return TIMING_MEMORY_SYSTEM;
    return memory_at(sim, ((pc + 4) & ~3u) + insn->imm);
}

/* A store exclusive that fails. */
static bool is_dropped(const struct sim *sim, const struct insn *insn)
{
    switch ((unsigned)insn->op) {
    case OP_strex:
    case OP_strexb:
    case OP_strexh:
        return !sim->core.monitor_open;
    default:
        return false;
    }
}

enum timing_memory accessed_memory(const struct sim *sim, const struct insn *insn, uint32_t pc)
{
    if (!sim->timing.rules->knows_memories || !accessed_by(insn) || is_dropped(sim, insn))
        return TIMING_MEMORY_SYSTEM;
    if (accessed_is_literal(insn))
        return accessed_statically(sim, insn, pc);
    return memory_at(sim, sim->core.r[insn->rn] + displacement(sim, insn));
}
