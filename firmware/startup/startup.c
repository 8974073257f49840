/* Vector table, reset, and the handler of interrupts that nobody serves.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual, B3.30 (vector table); Armv7-M, B1.5.3; Armv6-M, B1.5.3.
 */
#include "startup/startup.h"

#include <stdint.h>

#include "board_config.h"
#include "lib/check.h"

/* Defined by the board's linker script. */
extern uint32_t startup_stack_top[];
extern uint32_t startup_data_start[], startup_data_end[];
extern const uint32_t startup_data_image[];
extern uint32_t startup_bss_start[], startup_bss_end[];

/* Names that only the assembler below and the vector table use. */
_Noreturn void startup_unserved(void);
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

_Noreturn void startup_unserved(void)
{
    uint32_t exception;
    __asm volatile("mrs %0, ipsr" : "=r"(exception));
    check_failed_with(__FILE__, __LINE__, "nobody serves exception", exception);
}

struct vector_table {
    uint32_t *stack;
    void (*handlers[15 + BOARD_INTERRUPTS])(void);
};

#define SYSTEM(exception) ((exception) - 1)
#define EXTERNAL(interrupt) (15 + (interrupt))

/* A default for all, then the few that are served. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
__attribute__((section(".vectors"), used, aligned(1024))) static const struct vector_table table = {
    startup_stack_top,
    {
        [0 ... 14 + BOARD_INTERRUPTS] = startup_unserved,
        [SYSTEM(1)] = startup_reset,
        [SYSTEM(3)] = startup_fault_entry,
        [SYSTEM(4)] = startup_fault_entry,
        [SYSTEM(5)] = startup_fault_entry,
        [SYSTEM(6)] = startup_fault_entry,
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

    startup_set_vectors(&table);
    main();
    FAIL("main has returned");
}
