/* Brings a NUCLEO-H5E5ZJ up: HSI and PLL1 to 250 MHz, ICACHE, USART3 on the virtual COM, TIM2.
 * SPDX-License-Identifier: MIT
 */
#include "boards/board.h"

#include "board_timer.h"
#include "lib/check.h"
#include "registers.h"

#define READY_POLLS 50000000u
#include "boards/stm32/ready.h"

#define HSI_HZ 64000000u
/* 64 MHz / 16 = 4 MHz, x 125 = 500 MHz in the wide range of the VCO, / 2 = 250 MHz. */
#define PLL1_M 16u
#define PLL1_N 125u
#define PLL1_P 2u
#define CORE_HZ (HSI_HZ / PLL1_M * PLL1_N / PLL1_P)
_Static_assert(CORE_HZ == BOARD_CORE_HZ, "board.cmake states another clock");

#define BAUD 115200u
/* LD1 on PB0. */
#define LED_PIN 0u

static uint32_t core_hz;

/* BRR may be written only while UE is 0 (RM0481, USART_BRR). */
static void start_usart(void)
{
    USART3->CR1 = 0;
    USART3->BRR = (core_hz + BAUD / 2) / BAUD;
    USART3->CR1 = USART_CR1_UE | USART_CR1_TE;
    (void)becomes(&USART3->ISR, USART_ISR_TEACK, USART_ISR_TEACK);
}

/* Runs first and at the reset clock, so that whatever fails later can say so. HSI comes out of
 * reset divided by 2 (HSIDIV = 1), hence 32 MHz. */
static void start_serial_port(void)
{
    RCC->AHB2ENR |= RCC_AHB2ENR_GPIOBEN | RCC_AHB2ENR_GPIODEN;
    RCC->APB1LENR |= RCC_APB1LENR_USART3EN | RCC_APB1LENR_TIM2EN;
    (void)RCC->APB1LENR; /* a peripheral may be accessed two cycles after its clock is on */

    GPIOD->MODER =
        (GPIOD->MODER & ~(15u << 16)) | GPIO_MODER_ALTERNATE << 16 | GPIO_MODER_ALTERNATE << 18;
    GPIOD->AFR[1] = (GPIOD->AFR[1] & ~0xFFu) | GPIO_AF7_USART3 << 0 | GPIO_AF7_USART3 << 4;

    GPIOB->MODER = (GPIOB->MODER & ~(3u << 2u * LED_PIN)) | GPIO_MODER_OUTPUT << 2u * LED_PIN;

    core_hz = HSI_HZ >> ((RCC->CR & RCC_CR_HSIDIV_Msk) >> RCC_CR_HSIDIV_Pos);
    start_usart();
}

static void start_hsi(void)
{
    RCC->CR = (RCC->CR & ~RCC_CR_HSIDIV_Msk) | RCC_CR_HSION;
    CHECK(becomes(&RCC->CR, RCC_CR_HSIRDY | RCC_CR_HSIDIVF, RCC_CR_HSIRDY | RCC_CR_HSIDIVF),
          "HSI does not get ready");
    core_hz = HSI_HZ;
    start_usart();
}

/* 250 MHz needs voltage scale 0, 5 wait states and the longest programming delay (RM0481, table of
 * wait states against VOS). Voltage first, then wait states, then frequency. */
static void prepare_speed(void)
{
    PWR->VOSCR = (PWR->VOSCR & ~PWR_VOSCR_VOS_Msk) | PWR_VOSCR_VOS_SCALE0;
    uint32_t ready = PWR_VOSSR_VOSRDY | PWR_VOSSR_ACTVOSRDY;
    CHECK(becomes(&PWR->VOSSR, ready, ready), "voltage scale 0 is not reached");

    uint32_t fields = FLASH_ACR_LATENCY_Msk | FLASH_ACR_WRHIGHFREQ_Msk;
    uint32_t wanted = FLASH_ACR_LATENCY_5WS | FLASH_ACR_WRHIGHFREQ_2;
    FLASH->ACR = (FLASH->ACR & ~fields) | wanted;
    CHECK((FLASH->ACR & fields) == wanted, "flash wait states are not taken");
}

static void start_pll1(void)
{
    RCC->PLL1CFGR = RCC_PLL1CFGR_PLL1SRC_HSI | RCC_PLL1CFGR_PLL1RGE_4_8_MHZ |
                    RCC_PLL1CFGR_PLL1VCOSEL_WIDE | PLL1_M << RCC_PLL1CFGR_PLL1M_Pos |
                    RCC_PLL1CFGR_PLL1PEN;
    RCC->PLL1DIVR = (PLL1_N - 1u) << RCC_PLL1DIVR_PLL1N_Pos |
                    (PLL1_P - 1u) << RCC_PLL1DIVR_PLL1P_Pos | 1u << RCC_PLL1DIVR_PLL1Q_Pos |
                    1u << RCC_PLL1DIVR_PLL1R_Pos;
    RCC->CR |= RCC_CR_PLL1ON;
    CHECK(becomes(&RCC->CR, RCC_CR_PLL1RDY, RCC_CR_PLL1RDY), "PLL1 does not lock");
}

static void switch_to_pll1(void)
{
    uint32_t dividers =
        RCC_CFGR2_HPRE_Msk | RCC_CFGR2_PPRE1_Msk | RCC_CFGR2_PPRE2_Msk | RCC_CFGR2_PPRE3_Msk;
    RCC->CFGR2 &= ~dividers;
    CHECK((RCC->CFGR2 & dividers) == 0, "a bus clock is divided");
    RCC->CFGR1 = (RCC->CFGR1 & ~RCC_CFGR1_SW_Msk) | RCC_CFGR1_SW_PLL1;
    CHECK(becomes(&RCC->CFGR1, RCC_CFGR1_SWS_Msk, RCC_CFGR1_SWS_PLL1),
          "the core clock does not switch to PLL1");
    core_hz = CORE_HZ;
    start_usart();
}

/* After reset the cache invalidates itself; enabling it earlier is ignored (RM0481, ICACHE). */
static void start_icache(void)
{
    CHECK(becomes(&ICACHE->SR, ICACHE_SR_BUSYF, 0), "ICACHE stays busy");
    ICACHE->CR |= ICACHE_CR_EN;
    CHECK(board_icache_on(), "ICACHE does not turn on");
}

void board_init(void)
{
    start_serial_port();
    start_hsi();
    prepare_speed();
    start_pll1();
    switch_to_pll1();
    start_icache();
    board_timer_start();
    CHECK(board_timer_hz() == board_core_hz(), "the timer does not run at the core clock");
}

uint32_t board_core_hz(void)
{
    return core_hz;
}

/* With PPRE1 = 1 a timer of APB1 runs at the bus clock, otherwise at twice the bus clock; HPRE
 * divides both core and bus, so PPRE1 alone decides (RM0481, timer clocks; TIMPRE = 0). */
uint32_t board_timer_hz(void)
{
    uint32_t ppre1 = (RCC->CFGR2 & RCC_CFGR2_PPRE1_Msk) >> 4;
    uint32_t bus_hz = ppre1 < 4u ? core_hz : core_hz >> (ppre1 - 3u);
    return ppre1 < 4u ? bus_hz : bus_hz * 2u;
}

bool board_icache_on(void)
{
    return (ICACHE->CR & ICACHE_CR_EN) != 0;
}

void board_led_toggle(void)
{
    gpio_toggle(GPIOB, LED_PIN);
}

/* No limit here: a transmitter that never empties can report nothing either. */
void board_put(char byte)
{
    while ((USART3->ISR & USART_ISR_TXE) == 0)
        ;
    USART3->TDR = (unsigned char)byte;
}

void board_flush(void)
{
    while ((USART3->ISR & USART_ISR_TC) == 0)
        ;
}
