/* Issue rules that Cortex-M3 and Cortex-M4 share: prefetch buffer, pairing of loads and stores.
 * SPDX-License-Identifier: MIT
 *
 * Three stages: fetch, decode, execute. Sources: DDI0337I and DDI0439 table 3-1 and "Load/store
 * timings"; Arm KA 103488664 (prefetch buffer); silicon: jnk0le/random, cortex_m3m4.md (STM32F103
 * rev X, STM32F407 rev Y), compendium.i-0.nl (branch targets, alignment).
 *
 * Loads and stores. The address phase is the cycle in execute, the data phase the one behind it. A
 * load holds execute for its data phase too, unless the instruction behind it can use that cycle: a
 * load or store puts its own address phase there, a NOP runs in it. A store leaves its data phase
 * to the write buffer; what follows it runs on, but a load that follows waits. A store with a
 * register offset needs a second cycle to read its data, which only a NOP can use. An address made
 * by the data processing instruction just before comes one cycle late. A load or store does not use
 * the data phase of a load from another memory. Which memory an address in a register shows to is
 * not known before the instruction runs: a block takes it for SRAM (sim/core/detour.h).
 *
 * Prefetch buffer. Three words; one word is fetched a cycle, the cycle behind its address phase,
 * and can be decoded in the cycle behind that. A word's place is free when the last half-word in it
 * has left decode. Where that was foreseen, because execute was not busy, the fetch that takes the
 * place starts in the same cycle, else in the next. A direct branch puts out its target's address
 * from decode, in the place of a sequential fetch. So:
 *   - a branch takes 2 cycles, and 3 to a target that needs two words;
 *   - a not-taken branch amid wide instructions takes 2, because the next fetch comes late;
 *   - three half-word-aligned wide instructions right behind one that keeps execute busy take one
 *     cycle more.
 *
 * Data from flash for code in flash. Fetches and data share the flash, data first. Without caches
 * and wait states a load's read takes the place of the fetch that would read the array in the same
 * cycle, which is the first one of each 128-bit line (with wait states flash.c says when the array
 * is free).
 *
 * Code in RAM. Fetches from 0x20000000 on use the system bus and wait for data, whose address goes
 * out first; every first fetch behind a branch takes one cycle more (DDI0337G 12.5, from memory).
 */
#include "sim/timing/v7m.h"

#include "sim/timing/fp.h"
#include "sim/timing/roles.h"

/* What the instruction before has left behind. */
enum before {
    BEFORE_NOTHING,
    BEFORE_LOAD,          /* its data phase */
    BEFORE_STORE,         /* its data phase, in the write buffer */
    BEFORE_STORE_REGISTER /* a cycle in which it reads its data */
};

/* ---- prefetch buffer ---- */

#define BUFFER_WORDS 3

/* In the last cycle before an instruction may execute. */
struct buffer {
    unsigned
        words; /* that can be decoded, the one with the instruction's first half-word included */
    bool fetching; /* another word is in its data phase */
};

/* Code from here on is fetched over the system bus, as data are. */
#define SYSTEM_BUS 0x20000000u

/* Behind a refill: the target's first word, and the next one on its way. On the system bus fetches
 * pass a register, which the first one has to wait for. */
static struct buffer unpack(uint8_t fetched, bool system_bus)
{
    if (fetched == 0)
        return (struct buffer){system_bus ? 0 : 1, true};
    return (struct buffer){(fetched & 7u), (fetched & 8u) != 0};
}

static uint8_t pack(struct buffer buffer)
{
    return (uint8_t)(16u | buffer.words | (buffer.fetching ? 8u : 0));
}

/* Whom a data access keeps from fetching. */
struct contention {
    bool data;           /* the instruction's data take what fetches use, */
    uint32_t fetch_line; /* but only from a fetch that begins so many bytes */
};

/* The next sequential fetch, of code at address of whose first word buffer holds so many, has to
 * wait where data are read. */
static bool must_wait(struct buffer buffer, uint32_t address, const struct contention *contention)
{
    uint32_t next = (address & ~3u) + 4 * (buffer.words + (buffer.fetching ? 1u : 0u));
    return (next & (contention->fetch_line - 1)) == 0;
}

/* One cycle, at the end of which freed words leave. foreseen: their places can be given to a fetch
 * that starts in it. blocked: no sequential fetch can start. */
static struct buffer pass_cycle(struct buffer buffer, unsigned freed, bool foreseen, bool blocked)
{
    unsigned taken = buffer.words + (buffer.fetching ? 1 : 0);
    unsigned places = BUFFER_WORDS - taken + (foreseen ? freed : 0);
    return (struct buffer){taken - freed, !blocked && places != 0};
}

/* The instruction leaves decode, stall cycles later than it might; then it executes for cycles.
 * Returns the stall: at least wait, longer where a word is missing. */
static unsigned fetch_instruction(struct pipeline *pipeline, const struct insn *insn,
                                  uint32_t address, unsigned wait, unsigned cycles, bool branches,
                                  const struct contention *contention)
{
    bool system_bus = address >= SYSTEM_BUS;
    struct buffer buffer = unpack(pipeline->fetched, system_bus);
    bool held = wait != 0 || pipeline->held;
    bool taken = pipeline->bus_taken;
    unsigned halves = (address >> 1 & 1u) + insn->size / 2u;
    unsigned needed = (halves + 1) / 2, freed = halves / 2, stall = 0;
    while (stall < wait || buffer.words < needed) {
        buffer = pass_cycle(buffer, 0, false, taken && must_wait(buffer, address, contention));
        taken = false;
        stall++;
    }
    if (cycles == 0) {
        /* Decoded beside the instruction before. */
        buffer.words -= freed;
    } else {
        taken = taken && must_wait(buffer, address, contention);
        buffer = pass_cycle(buffer, freed, !held, branches || taken);
        address += 4 * freed;
        for (unsigned k = 1; k < cycles; k++)
            buffer = pass_cycle(buffer, 0, false,
                                contention->data && must_wait(buffer, address, contention));
        pipeline->bus_taken = contention->data && cycles == 1;
    }
    pipeline->fetched = pack(buffer);
    pipeline->held = cycles > 1;
    return stall;
}

/* ---- loads and stores ---- */

static uint32_t bit(unsigned reg)
{
    return reg < 16 ? 1u << reg : 0;
}

static bool is_single_load(enum timing_class class)
{
    return class == TIMING_LOAD || class == TIMING_FP_LOAD;
}

static bool is_single_store(enum timing_class class)
{
    return class == TIMING_STORE || class == TIMING_FP_STORE;
}

static bool is_multiple_load(enum timing_class class)
{
    return class == TIMING_LOAD_MULTIPLE || class == TIMING_LOAD_PAIR ||
           class == TIMING_FP_LOAD_MULTIPLE || class == TIMING_FP_LOAD_PAIR;
}

static bool is_access(enum timing_class class)
{
    return is_single_load(class) || is_single_store(class) || is_multiple_load(class) ||
           class == TIMING_STORE_MULTIPLE || class == TIMING_STORE_PAIR ||
           class == TIMING_FP_STORE_MULTIPLE || class == TIMING_FP_STORE_PAIR ||
           class == TIMING_LOAD_PC || class == TIMING_BRANCH_TABLE;
}

/* Registers that make the address. */
static uint32_t address_registers(const struct insn *insn, enum timing_class class)
{
    if (!is_access(class))
        return 0;
    return (bit(insn->rn) | bit(insn->rm)) & ~(1u << PC);
}

static bool updates_base(const struct insn *insn)
{
    switch (insn->op) {
#define INDEXED(name)                                                                              \
    case OP_##name##_pre:                                                                          \
    case OP_##name##_post:
        INDEXED(ldr)
        INDEXED(ldrb)
        INDEXED(ldrh)
        INDEXED(ldrsb)
        INDEXED(ldrsh)
        INDEXED(str)
        INDEXED(strb)
        INDEXED(strh)
#undef INDEXED
        return true;
    default:
        return false;
    }
}

/* insn can put its address phase into the data phase of the load before. */
static bool follows_load(const struct pipeline *pipeline, const struct insn *insn,
                         enum timing_class class, const struct v7m_pairing *pairing)
{
    if (!is_single_load(class) && !is_single_store(class))
        return false;
    uint32_t late = bit(pipeline->loaded) | bit(pipeline->base);
    if ((address_registers(insn, class) & late) != 0)
        return false;
    return pairing->indexed_follows || !updates_base(insn);
}

/* The cycle that SRAM2 takes for each access is that of the change into it. */
static unsigned change_of_memory(const uint32_t *knob, enum timing_memory before,
                                 enum timing_memory memory)
{
    if (before == memory || (memory == TIMING_MEMORY_SRAM2 && knob[TIMING_KNOB_SRAM2_WAIT] != 0))
        return 0;
    return knob[TIMING_KNOB_BUS_CHANGE];
}

/* Cycles that insn waits for the access before it. */
static unsigned wait_for_access(const struct timing *timing, const struct pipeline *pipeline,
                                const struct insn *insn, enum timing_memory memory,
                                enum timing_class class, const struct v7m_pairing *pairing)
{
    switch ((enum before)pipeline->before) {
    case BEFORE_LOAD:
        if (class == TIMING_NOP)
            return 0;
        if (!follows_load(pipeline, insn, class, pairing))
            return 1;
        return change_of_memory(timing->knob, (enum timing_memory)pipeline->memory, memory);
    case BEFORE_STORE:
        if (is_single_load(class) || is_multiple_load(class))
            return 1;
        return (address_registers(insn, class) & bit(pipeline->base)) != 0 ? 1 : 0;
    case BEFORE_STORE_REGISTER:
        return class == TIMING_NOP ? 0 : 1;
    case BEFORE_NOTHING:
        break;
    }
    return 0;
}

unsigned v7m_unfinished(const struct pipeline *pipeline)
{
    return pipeline->before == BEFORE_LOAD || pipeline->before == BEFORE_STORE_REGISTER ? 1 : 0;
}

/* ---- operands ---- */

static bool writes(unsigned role)
{
    return role == ROLE_W || role == ROLE_L || role == ROLE_X;
}

/* Registers that are too late for the next instruction's address. */
static uint32_t computed(const struct insn *insn, enum timing_class class)
{
    uint32_t mask = 0;
    if (is_access(class))
        return 0;
    if (writes(timing_roles[class].d))
        mask |= bit(insn->rd);
    if (writes(timing_roles[class].a))
        mask |= bit(insn->ra);
    return mask;
}

/* ---- cycles ---- */

static unsigned list_cycles(const struct insn *insn)
{
    return 1 + (unsigned)__builtin_popcount(insn->imm & 0xFFFFu);
}

static bool accumulates(const struct insn *insn)
{
    switch (insn->op) {
    case OP_mla:
    case OP_mls:
    case OP_umlal:
    case OP_smlal:
        return true;
    default:
        return false;
    }
}

static unsigned own_cycles(const struct timing *timing, const struct pipeline *pipeline,
                           const struct insn *insn, enum timing_class class)
{
    const uint32_t *knob = timing->knob;
    switch ((unsigned)class) {
    case TIMING_MULTIPLY_16:
        return knob[TIMING_KNOB_MULTIPLY];
    case TIMING_MULTIPLY:
        return knob[accumulates(insn) ? TIMING_KNOB_MULTIPLY_ACCUMULATE : TIMING_KNOB_MULTIPLY];
    case TIMING_MULTIPLY_LONG:
        return knob[accumulates(insn) ? TIMING_KNOB_MULTIPLY_LONG_ACCUMULATE
                                      : TIMING_KNOB_MULTIPLY_LONG];
    case TIMING_DIVIDE:
        return knob[TIMING_KNOB_DIVIDE_MIN];
    case TIMING_LOAD_PAIR:
    case TIMING_STORE_PAIR:
        return 3;
    case TIMING_STORE_MULTIPLE:
        return list_cycles(insn);
    case TIMING_LOAD_MULTIPLE:
        return list_cycles(insn) +
               ((insn->imm & 1u << PC) != 0 ? knob[TIMING_KNOB_LOAD_PC_EXTRA] : 0);
    case TIMING_FP_MAC:
        return knob[TIMING_KNOB_FP_MAC];
    case TIMING_FP_STORE:
        return knob[TIMING_KNOB_FP_STORE];
    case TIMING_FP_LOAD_PAIR:
    case TIMING_FP_STORE_PAIR:
        return 3;
    case TIMING_FP_LOAD_MULTIPLE:
    case TIMING_FP_STORE_MULTIPLE:
        return 1u + insn->shift_n;
    case TIMING_FP_TO_CORE:
        return insn->ra < NO_REGISTER ? knob[TIMING_KNOB_FP_PAIR_TO_CORE] : 1;
    case TIMING_FP_FROM_CORE:
        return insn->ra < NO_REGISTER ? knob[TIMING_KNOB_FP_PAIR_FROM_CORE] : 1;
    case TIMING_IT:
        return pipeline->narrow ? 0 : 1;
    default:
        return timing_class_cycles(timing, class);
    }
}

/* The part of cycles in which nothing is executed, because the target is being fetched. */
static unsigned refill_cycles(const uint32_t *knob, const struct insn *insn,
                              enum timing_class class)
{
    switch ((unsigned)class) {
    case TIMING_BRANCH_REGISTER:
        return knob[TIMING_KNOB_BRANCH_REGISTER] - 1;
    case TIMING_LOAD_PC:
        return knob[TIMING_KNOB_LOAD_PC] - 2;
    case TIMING_LOAD_MULTIPLE:
        return (insn->imm & 1u << PC) != 0 ? knob[TIMING_KNOB_LOAD_PC_EXTRA] : 0;
    default:
        return 0;
    }
}

static enum before left_behind(const struct insn *insn, enum timing_class class)
{
    if (is_single_load(class))
        return BEFORE_LOAD;
    if (class == TIMING_STORE)
        return insn->rm < NO_REGISTER ? BEFORE_STORE_REGISTER : BEFORE_STORE;
    return BEFORE_NOTHING;
}

/* Whether a load in an IT block has a data phase is not known before it runs: the whole load counts
 * with it, and nothing follows in its second cycle. */
static bool keeps_second_cycle(const struct pipeline *pipeline, const struct insn *insn,
                               enum timing_class class)
{
    enum before behind = left_behind(insn, class);
    return pipeline->it_left != 0 && (behind == BEFORE_LOAD || behind == BEFORE_STORE_REGISTER);
}

static void remember(struct pipeline *pipeline, const struct insn *insn, enum timing_memory memory,
                     enum timing_class class, bool whole)
{
    enum before before = whole ? BEFORE_NOTHING : left_behind(insn, class);
    pipeline->before = (uint8_t)before;
    pipeline->memory = before == BEFORE_LOAD ? (uint8_t)memory : 0;
    pipeline->late_registers = computed(insn, class);
    pipeline->base = updates_base(insn) ? insn->rn : NO_REGISTER;
    pipeline->loaded = is_single_load(class) ? insn->rd : NO_REGISTER;
    pipeline->narrow = insn->size == 2;
    if (pipeline->it_left != 0 && class != TIMING_IT)
        pipeline->it_left--;
}

/* What an FP instruction leaves behind it. */
static const struct fp_result *fp_result(const struct timing *timing, enum timing_class class,
                                         struct fp_result *result)
{
    if (class != TIMING_FP_ADD && class != TIMING_FP_MUL && class != TIMING_FP_MAC &&
        class != TIMING_FP_CONVERT)
        return NULL;
    *result = (struct fp_result){.late = (uint8_t)timing->knob[TIMING_KNOB_FP_LATE],
                                 .late_addend = (uint8_t)timing->knob[TIMING_KNOB_FP_LATE_ADDEND]};
    if (class == TIMING_FP_MAC)
        result->busy = (uint8_t)timing->knob[TIMING_KNOB_FP_MAC_BUSY];
    return result;
}

/* Cycles that insn waits for what came before it. */
static unsigned wait_for_operands(const struct timing *timing, const struct pipeline *pipeline,
                                  const struct insn *insn, enum timing_memory memory,
                                  enum timing_class class, const struct v7m_pairing *pairing)
{
    unsigned wait = wait_for_access(timing, pipeline, insn, memory, class, pairing);
    unsigned fp = fp_is(class) ? fp_wait(pipeline, insn, class) : 0;
    if (wait != 0 || fp != 0)
        return fp > wait ? fp : wait;
    if ((address_registers(insn, class) & pipeline->late_registers) != 0)
        return 1;
    return 0;
}

/* Where data of code at address are read that keeps a fetch waiting, and which one. */
static struct contention contention(const struct timing *timing, uint32_t address, bool accesses,
                                    enum timing_memory memory)
{
    const struct flash_timing *flash = &timing->flash;
    bool in_flash = memory == TIMING_MEMORY_FLASH, on_system_bus = address >= SYSTEM_BUS;
    if (on_system_bus)
        return (struct contention){accesses && !in_flash && memory != TIMING_MEMORY_CCM, 4};
    bool reads_array =
        flash->wait_states == 0 && !flash->art.icache && !flash->art.dcache && in_flash;
    return (struct contention){accesses && reads_array &&
                                   timing->knob[TIMING_KNOB_LITERAL_FETCH] != 0,
                               timing->knob[TIMING_KNOB_FLASH_WIDTH]};
}

struct timing_issue v7m_issue(const struct timing *timing, struct pipeline *pipeline,
                              const struct insn *insn, uint32_t address, enum timing_memory memory,
                              const struct v7m_pairing *pairing)
{
    const uint32_t *knob = timing->knob;
    enum timing_class class = op_timing_class((enum op)insn->op);
    bool branches = class == TIMING_BRANCH, accesses = is_access(class);
    bool whole = keeps_second_cycle(pipeline, insn, class);
    uint8_t cycles = (uint8_t)(own_cycles(timing, pipeline, insn, class) + (whole ? 1 : 0));
    unsigned wait = wait_for_operands(timing, pipeline, insn, memory, class, pairing);
    struct contention others = contention(timing, address, accesses, memory);
    uint8_t before_refill = (uint8_t)(cycles - refill_cycles(knob, insn, class));
    struct timing_issue issue = {.cycles = cycles,
                                 .taken_cycles =
                                     branches ? (uint8_t)knob[TIMING_KNOB_BRANCH_TAKEN] : cycles,
                                 .return_cycles = before_refill,
                                 .skipped_cycles = 1};
    if (accesses || pipeline->before != BEFORE_NOTHING)
        issue.lsu_stall = (uint8_t)wait;
    if (accesses)
        issue.lsu_cycles = (uint8_t)(before_refill - 1);
    if (pipeline->before == BEFORE_LOAD && accesses && pipeline->memory != memory)
        issue.change_stall =
            (uint8_t)(wait - wait_for_operands(timing, pipeline, insn,
                                               (enum timing_memory)pipeline->memory, class,
                                               pairing));
    issue.stall =
        (uint8_t)fetch_instruction(pipeline, insn, address, wait, cycles, branches, &others);
    issue.buffer_stall = (uint8_t)(issue.stall - wait);
    if (class == TIMING_IT)
        pipeline->it_left = (uint8_t)(4 - __builtin_ctz(insn->imm | 8u));
    if (cycles == 0)
        return issue;
    struct fp_result result;
    fp_pass(pipeline, insn, class, issue.stall + cycles, fp_result(timing, class, &result));
    remember(pipeline, insn, memory, class, whole);
    return issue;
}
