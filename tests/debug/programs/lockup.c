/* A guest whose handler of HardFault faults itself, some calls deep.
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>

#define NOWHERE 0xB0000000u
#define APART __attribute__((noinline, noclone, noipa))

volatile uint32_t sink;

APART static uint32_t read_from(uint32_t offset)
{
    return *(volatile uint32_t *)(NOWHERE + offset);
}

APART static void report(uint32_t code)
{
    sink = read_from(code) + 1;
}

void arm_hardfault_isr(void)
{
    report(4);
    sink++;
}

int main(void)
{
    report(8);
    return (int)sink;
}
