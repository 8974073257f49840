/* Vector table, reset, and the handlers of faults and of interrupts that nobody serves.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual: B3.30 (vector table), B3.21 (stack on exception entry),
 * D1.2 (SCB_VTOR, CFSR).
 */
#include "startup/startup.h"

#include <stdbool.h>
#include <stdint.h>

#include "lib/check.h"

/* Defined by the board's linker script. */
extern uint32_t startup_stack_top[];
extern uint32_t startup_data_start[], startup_data_end[];
extern const uint32_t startup_data_image[];
extern uint32_t startup_bss_start[], startup_bss_end[];

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08u)
#define SCB_CFSR (*(volatile uint32_t *)0xE000ED28u)
#define CFSR_MMFSR 0x000000FFu
#define CFSR_BFSR 0x0000FF00u
#define CFSR_UFSR 0xFFFF0000u
#define CFSR_MSTKERR (1u << 4)
#define CFSR_STKERR (1u << 12)
#define CFSR_STKOF (1u << 20)

/* More than the interrupts of any board here: every one not served gets a handler that says so. */
#define INTERRUPTS 192
/* Word of the exception frame that holds the return address. */
#define FRAME_PC 6

/* Names that only the assembler below and the vector table use. */
_Noreturn void startup_unserved(void);
_Noreturn void startup_fault(const uint32_t *frame);
int main(void);

/* The kernel's own handlers, installed directly, as its port asks. */
void SVC_Handler(void);
void PendSV_Handler(void);
void SysTick_Handler(void);

/* An image that does not serve one of the board's interrupts treats it as unexpected. */
#define BOARD_IRQ(number, handler)                                                                 \
    void handler(void) __attribute__((weak, alias("startup_unserved")));
#include "board_irqs.def"
#undef BOARD_IRQ

struct cause {
    uint32_t cfsr;
    const char *text;
};

/* In the order in which they are looked for; a stack overflow comes with others. */
static const struct cause causes[] = {
    {CFSR_STKOF, "stack overflow with SP at"},
    {CFSR_MMFSR, "memory management fault at"},
    {CFSR_BFSR, "bus fault at"},
    {CFSR_UFSR, "usage fault at"},
};

_Noreturn void startup_unserved(void)
{
    uint32_t exception;
    __asm volatile("mrs %0, ipsr" : "=r"(exception));
    check_failed_with(__FILE__, __LINE__, "nobody serves exception", exception);
}

static const char *cause_of(uint32_t cfsr)
{
    for (unsigned i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if ((cfsr & causes[i].cfsr) != 0)
            return causes[i].text;
    return "hard fault at";
}

/* Where stacking itself failed there is no frame to read: the stack pointer says whose stack. */
_Noreturn void startup_fault(const uint32_t *frame)
{
    uint32_t cfsr = SCB_CFSR;
    bool stacked = (cfsr & (CFSR_STKOF | CFSR_STKERR | CFSR_MSTKERR)) == 0;
    check_failed_with(__FILE__, __LINE__, cause_of(cfsr),
                      stacked ? frame[FRAME_PC] : (uint32_t)(uintptr_t)frame);
}

/* EXC_RETURN bit 2: which stack the frame is on. The main stack starts afresh, since it may be the
 * one that overflowed, and nothing returns from here. */
__attribute__((naked)) static void fault_entry(void)
{
    __asm volatile("tst lr, #4\n\t"
                   "ite eq\n\t"
                   "mrseq r0, msp\n\t"
                   "mrsne r0, psp\n\t"
                   "ldr r1, =startup_stack_top\n\t"
                   "msr msp, r1\n\t"
                   "b startup_fault");
}

struct vector_table {
    uint32_t *stack;
    void (*handlers[15 + INTERRUPTS])(void);
};

#define SYSTEM(exception) ((exception) - 1)
#define EXTERNAL(interrupt) (15 + (interrupt))

/* A default for all, then the few that are served. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
__attribute__((section(".vectors"), used, aligned(1024))) static const struct vector_table table = {
    startup_stack_top,
    {
        [0 ... 14 + INTERRUPTS] = startup_unserved,
        [SYSTEM(1)] = startup_reset,
        [SYSTEM(3)] = fault_entry,
        [SYSTEM(4)] = fault_entry,
        [SYSTEM(5)] = fault_entry,
        [SYSTEM(6)] = fault_entry,
        [SYSTEM(11)] = SVC_Handler,
        [SYSTEM(14)] = PendSV_Handler,
        [SYSTEM(15)] = SysTick_Handler,
#define BOARD_IRQ(number, handler) [EXTERNAL(number)] = handler,
#include "board_irqs.def"
#undef BOARD_IRQ
    },
};
#pragma GCC diagnostic pop

/* No call before .data and .bss are there; the compiler must not turn the loops into memcpy. */
__attribute__((optimize("no-tree-loop-distribute-patterns"))) _Noreturn void startup_reset(void)
{
    const uint32_t *from = startup_data_image;
    for (uint32_t *to = startup_data_start; to < startup_data_end; to++)
        *to = *from++;
    for (uint32_t *to = startup_bss_start; to < startup_bss_end; to++)
        *to = 0;

    SCB_VTOR = (uint32_t)(uintptr_t)&table;
    main();
    FAIL("main has returned");
}
