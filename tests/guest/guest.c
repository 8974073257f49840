/* Random guests: start-up code, handlers, the code in Thread mode, and a board with all of it.
 * SPDX-License-Identifier: MIT
 */
#include "tests/guest/guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/core.h"
#include "sim/sim.h"
#include "tests/isa/random.h"

#define NVIC UINT32_C(0xE000E000)
#define BX_LR 0x4770u
enum { THREAD_PIECES = 24, HANDLER_PIECES = 4 };

#define STORES(...) {__VA_ARGS__}
#define MEMORIES(...) {__VA_ARGS__}
static const struct guest_machine machines[] = {
#define GUEST(...) {__VA_ARGS__},
#include "tests/guest/guests.def"
#undef GUEST
};

const struct guest_machine *guest_machine_at(size_t index)
{
    return index < sizeof machines / sizeof machines[0] ? &machines[index] : NULL;
}

/* ---- handlers ---- */

/* Adds 1 to the word of an exception. */
static void emit_count(struct emitter *e, unsigned number)
{
    emit_constant(e, 0, GUEST_ENTRIES + 4 * number);
    emit_16(e, 0x6801u); /* LDR r1, [r0] */
    emit_16(e, 0x3101u); /* ADDS r1, #1 */
    emit_16(e, 0x6001u); /* STR r1, [r0] */
}

/* The next random number into r1. */
static void emit_random(struct emitter *e)
{
    emit_constant(e, 0, GUEST_RANDOM);
    emit_16(e, 0x6801u); /* LDR r1, [r0] */
    emit_constant(e, 2, 1664525);
    emit_16(e, 0x4351u); /* MULS r1, r2 */
    emit_16(e, 0x3100u | 79u);
    emit_16(e, 0x6001u); /* STR r1, [r0] */
}

/* Another period each time; the flag. */
static void emit_systick(struct emitter *e)
{
    emit_random(e);
    emit_16(e, 0x0D89u); /* LSRS r1, r1, #22 */
    emit_16(e, 0x3100u | 100u);
    emit_constant(e, 2, NVIC + 0x14);
    emit_16(e, 0x6011u); /* STR r1, [r2] */
    emit_constant(e, 2, GUEST_FLAG);
    emit_16(e, 0x6011u);
}

/* The next compare some time ahead. */
static void emit_timer(struct emitter *e)
{
    emit_random(e);
    emit_16(e, 0x0DC9u); /* LSRS r1, r1, #23 */
    emit_16(e, 0x3100u | 200u);
    emit_constant(e, 2, e->machine->timer);
    emit_16(e, 0x6A50u); /* LDR r0, [r2, #0x24]: CNT */
    emit_16(e, 0x1840u); /* ADDS r0, r0, r1 */
    emit_16(e, 0x6350u); /* STR r0, [r2, #0x34]: CCR1 */
    emit_16(e, 0x2000u);
    emit_16(e, 0x6110u); /* STR r0, [r2, #0x10]: SR */
}

static void emit_body(struct emitter *e, unsigned number)
{
    bool is_timer = e->machine->timer != 0 && number == EXC_IRQ0 + e->machine->timer_irq;
    bool late = emit_below(e, 2) != 0;
    emit_count(e, number);
    if (number == EXC_SYSTICK)
        emit_systick(e);
    if (is_timer && !late)
        emit_timer(e);
    for (unsigned k = emit_below(e, HANDLER_PIECES + 1); k > 0; k--)
        guest_piece(e, false);
    if (is_timer && late)
        emit_timer(e);
}

/* Ends with BX LR, or with one of the loads into PC. */
static void emit_handler(struct emitter *e, unsigned number)
{
    switch (emit_below(e, emit_has_v7m(e) ? 4 : 2)) {
    case 0:
        emit_body(e, number);
        emit_16(e, BX_LR);
        break;
    case 1:
        emit_16(e, 0xB570u); /* PUSH {r4-r6, lr} */
        emit_body(e, number);
        emit_16(e, 0xBD70u);
        break;
    case 2:
        emit_16(e, 0xB500u); /* PUSH {lr} */
        emit_body(e, number);
        emit_32(e, 0xF85DFB04u); /* LDR pc, [sp], #4 */
        break;
    default:
        emit_32(e, 0xE92D4FF0u); /* PUSH {r4-r11, lr} */
        emit_body(e, number);
        emit_32(e, 0xE8BD8FF0u);
    }
}

/* Skips the instruction that faulted: a half-word, as is the one behind an SVC. */
static void emit_fault_handler(struct emitter *e, unsigned number)
{
    emit_count(e, number);
    emit_16(e, 0x4670u); /* MOV r0, lr */
    emit_16(e, 0x0740u); /* LSLS r0, r0, #29 */
    unsigned process = emit_skip(e, 4);
    emit_32(e, 0xF3EF8008u); /* MRS r0, MSP */
    unsigned behind = emit_skip(e, 14);
    emit_land(e, process);
    emit_32(e, 0xF3EF8009u); /* MRS r0, PSP */
    emit_land(e, behind);
    emit_16(e, 0x6981u); /* LDR r1, [r0, #24] */
    emit_16(e, 0x3102u); /* ADDS r1, #2 */
    emit_16(e, 0x6181u); /* STR r1, [r0, #24] */
    emit_16(e, BX_LR);
}

static void emit_nmi_handler(struct emitter *e)
{
    emit_count(e, EXC_NMI);
    emit_fillers(e, 6);
    emit_16(e, BX_LR);
}

static bool has_handler(const struct guest_machine *machine, unsigned number)
{
    return number == EXC_SVCALL || number == EXC_PENDSV || number == EXC_SYSTICK ||
           (number >= EXC_IRQ0 && number < EXC_IRQ0 + GUEST_IRQS) ||
           (machine->timer != 0 && number == EXC_IRQ0 + machine->timer_irq);
}

static struct emitter *flash_or_ram(struct guest *guest)
{
    return random_below(&guest->random, 2) != 0 ? &guest->flash : &guest->ram;
}

static void make_handlers(struct guest *guest)
{
    for (unsigned number = EXC_NMI; number < GUEST_VECTORS; number++) {
        bool is_fault = number >= EXC_HARD_FAULT && number <= EXC_USAGE_FAULT;
        struct emitter *e = flash_or_ram(guest);
        guest->vectors[number] = emit_here(e) | 1u;
        e->in_handler = true;
        if (number == EXC_NMI)
            emit_nmi_handler(e);
        else if (is_fault)
            emit_fault_handler(e, number);
        else if (has_handler(guest->machine, number))
            emit_handler(e, number);
        else
            guest->vectors[number] = guest->vectors[EXC_NMI];
        e->in_handler = false;
    }
}

/* ---- Thread mode ---- */

static void emit_jump(struct emitter *e, uint32_t target)
{
    emit_constant(e, 0, target | 1u);
    emit_16(e, 0x4700u); /* BX r0 */
}

/* For ever; at the end of each pass every mask is off. */
static uint32_t make_thread(struct guest *guest)
{
    struct emitter *e = flash_or_ram(guest);
    uint32_t start = emit_here(e);
    for (unsigned k = 1 + emit_below(e, THREAD_PIECES); k > 0; k--)
        guest_piece(e, false);
    emit_16(e, 0xB662u); /* CPSIE i */
    if (emit_has_v7m(e)) {
        emit_16(e, 0xB661u); /* CPSIE f */
        emit_constant(e, 0, 0);
        emit_32(e, 0xF3808811u); /* MSR BASEPRI, r0 */
    }
    emit_jump(e, start);
    return start;
}

/* ---- start-up ---- */

static void emit_process_stack(struct emitter *e)
{
    if (emit_below(e, 2) == 0)
        return;
    emit_constant(e, 0, GUEST_PROCESS_STACK - 4 * emit_below(e, 2));
    emit_32(e, 0xF3808809u); /* MSR PSP, r0 */
    emit_constant(e, 0, 2);
    emit_32(e, 0xF3808814u); /* MSR CONTROL, r0 */
    emit_32(e, 0xF3BF8F6Fu); /* ISB */
}

static void emit_priorities(struct emitter *e)
{
    for (unsigned k = 0; k < 16; k++)
        emit_store(e, NVIC + 0x400 + 4 * k, random_word(e->random), 4);
    emit_store(e, NVIC + 0xD1C, random_word(e->random) & 0xFF000000u, 4);
    emit_store(e, NVIC + 0xD20, random_word(e->random) & 0xFFFF0000u, 4);
    if (emit_has_v7m(e))
        emit_store(e, NVIC + 0xD0C, 0x05FA0000u | emit_below(e, 8) << 8, 4);
}

static void emit_devices(struct emitter *e)
{
    const struct guest_machine *machine = e->machine;
    unsigned speeds = 0;
    while (speeds < GUEST_STORES_MAX && machine->speeds[speeds].address != 0)
        speeds++;
    if (speeds != 0 && emit_below(e, 4) != 0) {
        const struct guest_store *speed = &machine->speeds[emit_below(e, speeds)];
        emit_store(e, speed->address, speed->value, 4);
    }
    for (unsigned k = 0; k < GUEST_STORES_MAX && machine->clock[k].address != 0; k++)
        emit_store(e, machine->clock[k].address, machine->clock[k].value, 4);
    if (machine->timer != 0) {
        emit_store(e, machine->timer + 0x34, 500, 4); /* CCR1 */
        emit_store(e, machine->timer + 0x0C, 2, 4);   /* DIER: CC1IE */
        emit_store(e, machine->timer, 1, 4);          /* CR1: CEN */
        emit_store(e, NVIC + 0x100 + 4 * (machine->timer_irq / 32), 1u << machine->timer_irq % 32,
                   4);
    }
}

static void emit_start(struct emitter *e)
{
    emit_process_stack(e);
    emit_devices(e);
    emit_priorities(e);
    if (emit_has_fpu(e)) {
        static const uint32_t modes[] = {0xC0000000, 0x80000000, 0}; /* lazy, at once, never */
        emit_store(e, NVIC + 0xD88, 0xF00000, 4);                    /* CPACR */
        emit_store(e, NVIC + 0xF34, modes[emit_below(e, 4) == 0 ? emit_below(e, 3) : 0], 4);
        emit_32(e, 0xF3BF8F6Fu); /* ISB */
    }
    if (emit_has_v7m(e)) {
        emit_store(e, UINT32_C(0xE000EDFC), 1u << 24, 4); /* DEMCR.TRCENA */
        emit_store(e, UINT32_C(0xE0001000), 1, 4);        /* DWT_CTRL.CYCCNTENA */
        emit_store(e, NVIC + 0xD24, emit_below(e, 8) << 16, 4);
    }
    emit_store(e, NVIC + 0xD10, emit_below(e, 2) << 4, 4); /* SCR.SEVONPEND */
    emit_store(e, NVIC + 0x100, (1u << GUEST_IRQS) - 1, 4);
    emit_store(e, NVIC + 0x14, 300, 4);
    emit_store(e, NVIC + 0x18, 0, 4);
    emit_store(e, NVIC + 0x10, emit_below(e, 8) == 0 ? 3 : 7, 4);
}

static void begin(struct emitter *e, const struct guest *guest, uint32_t address, uint64_t *random)
{
    e->machine = guest->machine;
    e->architecture = guest->machine->architecture;
    e->random = random;
    e->address = address;
    e->halves = 0;
    e->in_handler = false;
    e->kept = 0;
}

void guest_make(struct guest *guest, const struct guest_machine *machine, uint64_t seed,
                uint64_t index)
{
    guest->machine = machine;
    guest->random = seed * 0x9E3779B97F4A7C15u + index;
    guest->random = random_next(&guest->random);
    begin(&guest->flash, guest, machine->flash + GUEST_FLASH_CODE, &guest->random);
    begin(&guest->ram, guest, GUEST_RAM_CODE, &guest->random);
    make_handlers(guest);
    uint32_t thread = make_thread(guest);
    guest->vectors[0] = GUEST_MAIN_STACK;
    guest->vectors[EXC_RESET] = emit_here(&guest->flash) | 1u;
    emit_start(&guest->flash);
    emit_jump(&guest->flash, thread);
}

/* ---- board ---- */

static void load(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error;
    if (sim_load(sim, address, bytes, size, &error))
        return;
    fprintf(stderr, "%s\n", error.text);
    exit(2);
}

static void load_data(struct sim *sim, const struct guest *guest)
{
    uint16_t function[GUEST_SELF_HALVES];
    uint32_t words[0x2000 / 4], first = 12345;
    uint64_t random = guest->random;
    for (unsigned k = 0; k < GUEST_SELF_HALVES; k++)
        function[k] = k + 1 < GUEST_SELF_HALVES ? 0xBF00u : BX_LR;
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
        words[k] = random_word(&random);
    load(sim, GUEST_SELF_MODIFIED, function, sizeof function);
    load(sim, GUEST_DATA - 0x1000, words, sizeof words);
    load(sim, GUEST_RANDOM, &first, sizeof first);
}

struct sim *guest_board(const struct guest *guest, bool stepper_only)
{
    struct sim_config config = {.machine = guest->machine->name, .stepper_only = stepper_only};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    if (sim == NULL) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    load(sim, guest->machine->flash, guest->vectors, sizeof guest->vectors);
    load(sim, guest->flash.address, guest->flash.half, 2 * guest->flash.halves);
    load(sim, guest->ram.address, guest->ram.half, 2 * guest->ram.halves);
    load_data(sim, guest);
    sim_reset(sim);
    return sim;
}
