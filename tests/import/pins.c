/* Guest on an STM32F407: PE2 rises, DELAY cycles later PE3; every tenth time PE4 in between.
 * SPDX-License-Identifier: MIT
 *
 * At reset the core runs from HSI, 16 MHz: a cycle is 62,500 ps.
 */
#include <stdint.h>
#include <stdlib.h>

#define RCC_AHB1ENR (*(volatile uint32_t *)0x40023830u) /* RM0090 7.3.10 */
#define RCC_AHB1ENR_GPIOEEN (1u << 4)
#define GPIOE_MODER (*(volatile uint32_t *)0x40021000u) /* RM0090 8.4.1 */
#define GPIOE_BSRR (*(volatile uint32_t *)0x40021018u)  /* RM0090 8.4.7 */
#define ROUNDS 100

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

int main(void)
{
    RCC_AHB1ENR |= RCC_AHB1ENR_GPIOEEN;
    (void)RCC_AHB1ENR; /* RM0090 7.3.10: two cycles until the port answers */
    GPIOE_MODER = 1u << 4 | 1u << 6 | 1u << 8;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t mark = round % 10 == 0 ? 1u << 4 : 0;
        GPIOE_BSRR = 1u << 2;
        GPIOE_BSRR = mark;
        __asm__ volatile(".rept " TEXT(DELAY) "\n nop\n .endr");
        GPIOE_BSRR = 1u << 3;
        GPIOE_BSRR = 1u << (2 + 16) | 1u << (3 + 16) | 1u << (4 + 16);
    }
    exit(0);
}
