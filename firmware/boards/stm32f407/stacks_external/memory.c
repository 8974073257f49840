/* Sets up the FSMC for a 16-bit SRAM at NE3, before any task has its stack there.
 * SPDX-License-Identifier: MIT
 *
 * An F407 with 144 pins or more and a memory of 10 ns, as ST's STM3240G-EVAL has it (UM1461,
 * IS61WV102416BLL-10): 20 address lines, NBL0 and NBL1. The board's LED shares PD12 with A17 and is
 * dark from here on.
 */
#include <stdint.h>

#include "bench/bench.h"
#include "boards/stm32/gpio.h"
#include "boards/stm32f4/registers.h"
#include "lib/check.h"

#define AF_FSMC 12u
#define RCC_AHB1ENR_D_TO_G (0xFu << 3)
#define RCC_AHB3ENR (*(volatile uint32_t *)0x40023838u)
#define RCC_AHB3ENR_FSMCEN (1u << 0)

/* RM0090, 36.5.6. */
#define FSMC_BCR3 (*(volatile uint32_t *)0xA0000010u)
#define FSMC_BTR3 (*(volatile uint32_t *)0xA0000014u)
#define FSMC_BCR_MBKEN (1u << 0)
#define FSMC_BCR_MWID_16 (1u << 4)
#define FSMC_BCR_RESERVED (1u << 7)
#define FSMC_BCR_WREN (1u << 12)
#define FSMC_BTR_ADDSET_Pos 0u
#define FSMC_BTR_DATAST_Pos 8u
#define FSMC_BTR_BUSTURN_Pos 16u

/* At 168 MHz a cycle is 5.95 ns. A read, ADDSET + DATAST = 23.8 ns, covers the memory's 10 ns and
 * the FSMC's own set-up time of a cycle and 4 ns (DS8626, asynchronous reads); the write pulse,
 * DATAST = 17.9 ns, its 8 ns; a cycle of turnaround its 5 ns to leave the bus. */
#define ADDSET 1u
#define DATAST 3u
#define BUSTURN 1u

#define EXTERNAL_MEMORY ((volatile uint32_t *)0x68000000u)
#define PATTERN 0xA5C3F00Fu

/* The pins of the memory, as bits. */
static const struct {
    uintptr_t port;
    uint32_t pins;
} wires[] = {
    {0x40020C00u, 0xFF33u}, /* D: D2 D3, NOE NWE, D13-D15 A16-A18 D0 D1 */
    {0x40021000u, 0xFF8Bu}, /* E: NBL0 NBL1, A19, D4-D12 */
    {0x40021400u, 0xF03Fu}, /* F: A0-A5, A6-A9 */
    {0x40021800u, 0x043Fu}, /* G: A10-A15, NE3 */
};

static void use_pins(void)
{
    for (uint32_t i = 0; i < sizeof wires / sizeof wires[0]; i++) {
        struct gpio_registers *port = (struct gpio_registers *)wires[i].port;
        for (uint32_t pin = 0; pin < 16; pin++)
            if ((wires[i].pins >> pin & 1u) != 0) {
                port->OSPEEDR |= GPIO_OSPEEDR_HIGH << 2u * pin;
                gpio_use_pin(port, pin, GPIO_MODER_ALTERNATE, AF_FSMC);
            }
    }
}

void bench_prepare(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_D_TO_G;
    RCC_AHB3ENR |= RCC_AHB3ENR_FSMCEN;
    (void)RCC_AHB3ENR; /* a peripheral may be accessed two cycles after its clock is on */
    use_pins();
    FSMC_BTR3 = ADDSET << FSMC_BTR_ADDSET_Pos | DATAST << FSMC_BTR_DATAST_Pos |
                BUSTURN << FSMC_BTR_BUSTURN_Pos;
    FSMC_BCR3 = FSMC_BCR_RESERVED | FSMC_BCR_WREN | FSMC_BCR_MWID_16 | FSMC_BCR_MBKEN;

    EXTERNAL_MEMORY[0] = PATTERN;
    EXTERNAL_MEMORY[1] = ~PATTERN;
    CHECK(EXTERNAL_MEMORY[0] == PATTERN && EXTERNAL_MEMORY[1] == ~PATTERN,
          "the external memory does not keep what is written");
}
