/* Brings an STM32F0 up: clocks after clock_plan, flash, serial port, timer, LED.
 * SPDX-License-Identifier: MIT
 *
 * Board folders give the data: clock_<name>.c, board_led.h, board_timer.h.
 */
#include "boards/board.h"

#include "board_led.h"
#include "board_timer.h"
#include "boards/stm32f0/clock_plan.h"
#include "boards/stm32f0/registers.h"
#include "lib/check.h"
#include "serial_port.h"

#define READY_POLLS 10000000u
#include "boards/stm32/ready.h"

#define HSI_HZ 8000000u
#define BAUD 115200u

static uint32_t core_hz;

/* The clock of the APB, of which there is one, by PPRE: 0 to 3 undivided, 4 to 7 divided by 2
 * to 16. */
static uint32_t bus_hz(void)
{
    uint32_t ppre = (RCC->CFGR & RCC_CFGR_PPRE_Msk) >> RCC_CFGR_PPRE_Pos;
    return ppre < 4u ? core_hz : core_hz >> (ppre - 3u);
}

/* BRR may be written only while UE is 0 (RM0091, USART_BRR). USART1 and USART2 run from the bus
 * clock out of reset (RCC_CFGR3). */
static void start_usart(void)
{
    SERIAL_USART->CR1 = 0;
    SERIAL_USART->BRR = (bus_hz() + BAUD / 2) / BAUD;
    SERIAL_USART->CR1 = USART_CR1_UE | USART_CR1_TE;
    (void)becomes(&SERIAL_USART->ISR, USART_ISR_TEACK, USART_ISR_TEACK);
}

/* Runs first and at the reset clock, so that whatever fails later can say so. */
static void start_ports(void)
{
    RCC->AHBENR |= RCC_AHBENR_GPIOAEN | BOARD_LED_ENR_BIT;
    SERIAL_ENR |= SERIAL_ENR_BIT;
    RCC->APB1ENR |= BOARD_TIM_ENR_BIT;
    (void)RCC->APB1ENR; /* a peripheral may be accessed two cycles after its clock is on */

    gpio_use_pin(GPIOA, SERIAL_TX_PIN, GPIO_MODER_ALTERNATE, SERIAL_ALTERNATE);
    gpio_use_pin(GPIOA, SERIAL_RX_PIN, GPIO_MODER_ALTERNATE, SERIAL_ALTERNATE);
    gpio_use_pin(BOARD_LED_PORT, BOARD_LED_PIN, GPIO_MODER_OUTPUT, 0);
    core_hz = HSI_HZ;
    start_usart();
}

/* Wait states before the frequency; the prefetch buffer is on out of reset, and needed with them.
 */
static void prepare_flash(void)
{
    uint32_t wanted = clock_plan.latency << FLASH_ACR_LATENCY_Pos;
    FLASH->ACR = (FLASH->ACR & ~FLASH_ACR_LATENCY_Msk) | wanted | FLASH_ACR_PRFTBE;
    CHECK((FLASH->ACR & FLASH_ACR_LATENCY_Msk) == wanted, "flash wait states are not taken");
    CHECK(becomes(&FLASH->ACR, FLASH_ACR_PRFTBS, FLASH_ACR_PRFTBS),
          "the flash's prefetch does not turn on");
}

static void start_pll(void)
{
    uint32_t fields =
        RCC_CFGR_PLLSRC_Msk | RCC_CFGR_PLLMUL_Msk | RCC_CFGR_HPRE_Msk | RCC_CFGR_PPRE_Msk;
    RCC->CFGR = (RCC->CFGR & ~fields) | RCC_CFGR_PLLSRC_HSI_DIV2 |
                (clock_plan.multiplier - 2u) << RCC_CFGR_PLLMUL_Pos;
    RCC->CR |= RCC_CR_PLLON;
    CHECK(becomes(&RCC->CR, RCC_CR_PLLRDY, RCC_CR_PLLRDY), "the PLL does not lock");
    RCC->CFGR = (RCC->CFGR & ~RCC_CFGR_SW_Msk) | RCC_CFGR_SW_PLL;
    CHECK(becomes(&RCC->CFGR, RCC_CFGR_SWS_Msk, RCC_CFGR_SWS_PLL),
          "the core clock does not switch to the PLL");
    core_hz = HSI_HZ / 2u * clock_plan.multiplier;
    start_usart();
}

void board_init(void)
{
    start_ports();
    CHECK(becomes(&RCC->CR, RCC_CR_HSIRDY, RCC_CR_HSIRDY), "HSI does not get ready");
    if (clock_plan.pll) {
        prepare_flash();
        start_pll();
    }
    CHECK(core_hz == BOARD_CORE_HZ, "the clock's plan gives another clock than its row states");
    CHECK(board_timer_hz() == BOARD_TIMER_HZ, "the timer's clock is not that of its row");
    board_timer_start();
}

uint32_t board_core_hz(void)
{
    return core_hz;
}

/* A timer runs at the bus clock where that is undivided, else at twice the bus clock (RM0091,
 * clocks). */
uint32_t board_timer_hz(void)
{
    uint32_t hz = bus_hz();
    return hz == core_hz ? hz : 2u * hz;
}

/* The flash of the STM32F0 has a prefetch buffer, no cache. */
bool board_icache_on(void)
{
    return false;
}

void board_led_toggle(void)
{
    gpio_toggle(BOARD_LED_PORT, BOARD_LED_PIN);
}

/* No limit here: a transmitter that never empties can report nothing either. */
void board_put(char byte)
{
    while ((SERIAL_USART->ISR & USART_ISR_TXE) == 0)
        ;
    SERIAL_USART->TDR = (unsigned char)byte;
}

void board_flush(void)
{
    while ((SERIAL_USART->ISR & USART_ISR_TC) == 0)
        ;
}
