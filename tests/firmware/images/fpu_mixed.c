/* An interrupt that writes s16 without saving it: the task that it interrupts is lost, and the
 * bench says so. SPDX-License-Identifier: MIT
 */
#include "bench/fpu_switch/float_context.h"

/* The linker's name for what stands in for float_disturb (--wrap). */
void __wrap_float_disturb(void);

void __wrap_float_disturb(void)
{
    __asm volatile("vmov s16, %0" : : "r"(0xBAD0BAD0u) : "memory");
}
