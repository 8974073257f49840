/* Brings an STM32F4 up: clocks after clock_plan, flash accelerator, serial port, timer, LED.
 * SPDX-License-Identifier: MIT
 *
 * Board folders give the data: clock_<name>.c, board_led.h, board_timer.h.
 */
#include "boards/board.h"

#include "board_led.h"
#include "board_timer.h"
#include "boards/stm32f4/clock_plan.h"
#include "boards/stm32f4/registers.h"
#include "lib/check.h"
#include "serial_port.h"

#define READY_POLLS 20000000u
#include "boards/stm32/ready.h"

#define HSI_HZ 16000000u
#define BAUD 115200u

static uint32_t core_hz;

/* A bus's clock by its field PPREx in CFGR: 0 to 3 undivided, 4 to 7 divided by 2 to 16. */
static uint32_t bus_hz(uint32_t ppre_pos)
{
    uint32_t ppre = RCC->CFGR >> ppre_pos & 7u;
    return ppre < 4u ? core_hz : core_hz >> (ppre - 3u);
}

/* BRR is the bus clock over the baud rate in 1/16 (OVER8 = 0), so the quotient as it is. */
static void start_usart(void)
{
    SERIAL_USART->CR1 = 0;
    SERIAL_USART->BRR = (bus_hz(SERIAL_PPRE_Pos) + BAUD / 2) / BAUD;
    SERIAL_USART->CR1 = USART_CR1_UE | USART_CR1_TE;
}

/* Runs first and at the reset clock, so that whatever fails later can say so. */
static void start_ports(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | BOARD_LED_ENR_BIT;
    SERIAL_ENR |= SERIAL_ENR_BIT;
    RCC->APB1ENR |= BOARD_TIM_ENR_BIT | RCC_APB1ENR_PWREN;
    (void)RCC->APB1ENR; /* a peripheral may be accessed two cycles after its clock is on */

    gpio_use_pin(GPIOA, SERIAL_TX_PIN, GPIO_MODER_ALTERNATE, SERIAL_ALTERNATE);
    gpio_use_pin(GPIOA, SERIAL_RX_PIN, GPIO_MODER_ALTERNATE, SERIAL_ALTERNATE);
    gpio_use_pin(BOARD_LED_PORT, BOARD_LED_PIN, GPIO_MODER_OUTPUT, 0);
    core_hz = HSI_HZ;
    start_usart();
}

/* Voltage scale before the PLL (it may change only while the PLL is off), its flag after: it comes
 * with the PLL on (RM0401, PWR_CSR). */
static void start_pll(void)
{
    uint32_t p = clock_plan.p / 2u - 1u;
    PWR->CR = (PWR->CR & ~PWR_CR_VOS_Msk) | clock_plan.vos;
    RCC->PLLCFGR = (RCC->PLLCFGR & ~RCC_PLLCFGR_USED_Msk) | clock_plan.m << RCC_PLLCFGR_PLLM_Pos |
                   clock_plan.n << RCC_PLLCFGR_PLLN_Pos | p << RCC_PLLCFGR_PLLP_Pos |
                   clock_plan.q << RCC_PLLCFGR_PLLQ_Pos;
    RCC->CR |= RCC_CR_PLLON;
    CHECK(becomes(&RCC->CR, RCC_CR_PLLRDY, RCC_CR_PLLRDY), "the PLL does not lock");
    CHECK(becomes(&PWR->CSR, PWR_CSR_VOSRDY, PWR_CSR_VOSRDY), "voltage scale 1 is not reached");
}

/* Wait states before the frequency. The caches may be reset only while they are off. */
static void prepare_flash(void)
{
    uint32_t fields = FLASH_ACR_LATENCY_Msk;
    uint32_t wanted = clock_plan.latency << FLASH_ACR_LATENCY_Pos;
    FLASH->ACR = (FLASH->ACR & ~fields) | wanted;
    CHECK((FLASH->ACR & fields) == wanted, "flash wait states are not taken");
    if (!clock_plan.art)
        return;
    FLASH->ACR |= FLASH_ACR_ICRST | FLASH_ACR_DCRST;
    FLASH->ACR &= ~(FLASH_ACR_ICRST | FLASH_ACR_DCRST);
    FLASH->ACR |= FLASH_ACR_PRFTEN | FLASH_ACR_ICEN | FLASH_ACR_DCEN;
    CHECK(board_icache_on(), "the flash's caches do not turn on");
}

static void switch_to_pll(void)
{
    uint32_t fields = RCC_CFGR_HPRE_Msk | RCC_CFGR_PPRE1_Msk | RCC_CFGR_PPRE2_Msk;
    RCC->CFGR = (RCC->CFGR & ~fields) | clock_plan.ppre1 << RCC_CFGR_PPRE1_Pos |
                clock_plan.ppre2 << RCC_CFGR_PPRE2_Pos;
    RCC->CFGR = (RCC->CFGR & ~RCC_CFGR_SW_Msk) | RCC_CFGR_SW_PLL;
    CHECK(becomes(&RCC->CFGR, RCC_CFGR_SWS_Msk, RCC_CFGR_SWS_PLL),
          "the core clock does not switch to the PLL");
    core_hz = HSI_HZ / clock_plan.m * clock_plan.n / clock_plan.p;
    start_usart();
}

void board_init(void)
{
    start_ports();
    CHECK(becomes(&RCC->CR, RCC_CR_HSIRDY, RCC_CR_HSIRDY), "HSI does not get ready");
    if (clock_plan.pll) {
        start_pll();
        prepare_flash();
        switch_to_pll();
    }
    CHECK(core_hz == BOARD_CORE_HZ, "the clock's plan gives another clock than its row states");
    CHECK(board_timer_hz() == BOARD_TIMER_HZ, "the timer's clock is not that of its row");
    board_timer_start();
}

uint32_t board_core_hz(void)
{
    return core_hz;
}

/* A timer of APB1 runs at the bus clock where that is undivided, else at twice the bus clock
 * (RM0090, RM0401, clocks; TIMPRE = 0). */
uint32_t board_timer_hz(void)
{
    uint32_t hz = bus_hz(RCC_CFGR_PPRE1_Pos);
    return hz == core_hz ? hz : 2u * hz;
}

bool board_icache_on(void)
{
    return (FLASH->ACR & FLASH_ACR_ICEN) != 0;
}

void board_led_toggle(void)
{
    gpio_toggle(BOARD_LED_PORT, BOARD_LED_PIN);
}

/* No limit here: a transmitter that never empties can report nothing either. */
void board_put(char byte)
{
    while ((SERIAL_USART->SR & USART_SR_TXE) == 0)
        ;
    SERIAL_USART->DR = (unsigned char)byte;
}

void board_flush(void)
{
    while ((SERIAL_USART->SR & USART_SR_TC) == 0)
        ;
}
