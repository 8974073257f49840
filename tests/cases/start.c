/* Start-up, handlers and output of the guests.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

#include <string.h>

#define STACK_END 0x20003003u /* A16: the low bits do not get into SP */
#define VECTORS 66
#define WARM (*(volatile uint32_t *)0x20003800) /* outside of what start-up clears */
#define WARM_MAGIC 0x57A8B007u
enum { LOG_MAX = 24 };

static unsigned checks, failures;
static uint8_t entered[LOG_MAX];
static size_t entries;
struct seen seen;
struct boot boot;
hook *volatile hooks[32];
extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[];

/* ---- output ---- */

static uint32_t semihosting(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void print(const char *text)
{
    semihosting(4, text);
}

static void print_number(unsigned number)
{
    char text[12];
    char *p = text + sizeof text - 1;
    *p = '\0';
    do
        *--p = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    print(p);
}

void check(const char *id, const char *what, bool holds)
{
    checks++;
    if (holds)
        return;
    failures++;
    print(id);
    print(": not true: ");
    print(what);
    print("\n");
}

/* ---- exceptions ---- */

static bool is_wide(uint16_t half)
{
    return (half & 0xE000u) == 0xE000u && (half & 0x1800u) != 0;
}

/* The frame is at SP, or at PSP where EXC_RETURN says so. */
__attribute__((used)) static void handle(uint32_t msp, uint32_t lr)
{
    uint32_t number = MRS("IPSR") & 0x3Fu;
    uint32_t *frame = (uint32_t *)((lr & 4u) != 0 ? MRS("PSP") : msp);
    memcpy(seen.frame, frame, sizeof seen.frame);
    seen.frame_address = (uint32_t)frame;
    seen.lr = lr;
    seen.control = MRS("CONTROL");
    seen.icsr = ICSR;
    if (entries < LOG_MAX)
        entered[entries++] = (uint8_t)number;
    if (number < 32 && hooks[number] != NULL)
        hooks[number](frame);
    else if (number >= HARD_FAULT && number <= USAGE_FAULT)
        frame[6] += is_wide(*(const uint16_t *)frame[6]) ? 4 : 2;
}

__attribute__((naked, used)) static void on_exception(void)
{
    __asm__("mov r0, sp\n mov r1, lr\n push {r4, lr}\n bl handle\n pop {r4, pc}");
}

/* Of TIM2: timer.c has another. */
__attribute__((naked, weak)) void on_timer(void)
{
    __asm__("b on_exception");
}

bool logged(size_t count, const uint8_t *numbers)
{
    barrier();
    return entries == count && memcmp(entered, numbers, count) == 0;
}

void begin(void)
{
    mask_all();
    SYST_CSR = 0;
    ICPR = 0xFu;
    ISER = 0xFu;
    ICSR = PENDSVCLR | PENDSTCLR;
    for (size_t k = 0; k < sizeof hooks / sizeof hooks[0]; k++)
        hooks[k] = NULL;
    barrier();
    unmask_all();
    entries = 0;
}

/* ---- start-up ---- */

/* A15: the first boot ends inside the handler of an interrupt. */
static void reset_system(uint32_t *frame)
{
    (void)frame;
    WARM = WARM_MAGIC;
    AIRCR = AIRCR_KEY | 4u;
    barrier();
    for (;;)
        ;
}

__attribute__((noreturn)) static void finish(void)
{
    print_number(checks);
    print(" checks, ");
    print_number(failures);
    print(" failed\n");
    semihosting(0x18, (const void *)(failures != 0 ? 0x20023 : 0x20026));
    for (;;)
        ;
}

__attribute__((used)) static void start(uint32_t sp, uint32_t lr, uint32_t control,
                                        uint32_t primask)
{
    for (uint32_t *to = data_start, *from = data_load; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    boot = (struct boot){sp, lr, control, primask, WARM == WARM_MAGIC};
    if (!boot.warm) {
        begin();
        hooks[IRQ0] = reset_system;
        ISPR = 1;
        barrier();
    }
    WARM = 0;
    cases_of_all();
    cases_of_core();
    cases_of_systick();
    cases_of_library();
    cases_of_machine();
    finish();
}

__attribute__((naked)) static void on_reset(void)
{
    __asm__("mov r0, sp\n mov r1, lr\n mrs r2, CONTROL\n mrs r3, PRIMASK\n bl start");
}

__attribute__((section(".vectors"), used)) static const void *const vectors[VECTORS] = {
    (const void *)STACK_END,
    (const void *)on_reset,
    [2 ... IRQ0 + TIMER_IRQ - 1] = (const void *)on_exception,
    [IRQ0 + TIMER_IRQ] = (const void *)on_timer,
    [IRQ0 + TIMER_IRQ + 1 ... VECTORS - 1] = (const void *)on_exception,
};
