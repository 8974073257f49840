/* A guest that faults in an interrupt, under frames of every kind.
 * SPDX-License-Identifier: MIT
 */
#include <alloca.h>
#include <stdint.h>

/* float: the interrupted code has a floating-point context, and the exception a larger frame. */
#ifndef CONTEXT
#define CONTEXT uint32_t
#endif

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define NOWHERE ((volatile uint32_t *)0xB0000000u)
#define APART __attribute__((noinline, noclone, noipa))

volatile uint32_t sink;

APART static uint32_t fault_here(volatile uint32_t *from)
{
    uint32_t value = *from; /* line of the fault */
    sink = value;
    return value;
}

APART static uint32_t with_large_frame(uint32_t n)
{
    volatile uint32_t words[400];
    for (uint32_t k = 0; k < 400; k++)
        words[k] = n;
    return fault_here(NOWHERE) + words[n];
}

APART static uint32_t with_frame_pointer(uint32_t n)
{
    volatile uint8_t *bytes = alloca(n * 8u);
    bytes[n] = 1;
    return with_large_frame(n) + bytes[n];
}

void arm_systick_isr(void)
{
    SYST_CSR = 0;
    sink = with_frame_pointer(3) + 1;
}

APART static uint32_t with_all_registers(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t e = a * b, f = b * c, g = c * d, h = d * a;
    CONTEXT x = 1;
    while (sink == 0) {
        x = x * 3;
        e += f;
        f += g;
        g += h;
        h += e;
        a ^= e;
        b ^= f;
        c ^= g;
        d ^= h;
    }
    return a + b + c + d + e + f + g + h + (uint32_t)x;
}

int main(void)
{
    SYST_RVR = 2000;
    SYST_CSR = 7;
    return (int)(with_all_registers(1, 2, 3, 4) + sink);
}
