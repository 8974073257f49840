/* A bench without a kernel: windows, a store of samples, a switch, priorities, a creation.
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>

#include "wire/note.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

extern void *xQueueGenericCreate(uint32_t length);

uint32_t ready = 3, samples[8];
static uint32_t stack_of_task[64];

void vApplicationStackOverflowHook(void *task, char *name)
{
    (void)task;
    (void)name;
}

static uint32_t window(void)
{
    uint32_t begin, end;
    __asm volatile(".global window_begin_any_series, window_end_any_series\n"
                   "window_begin_any_series: ldr %0, [%2]\n"
                   "nop\n"
                   "window_end_any_series: ldr %1, [%2]\n"
                   : "=&r"(begin), "=&r"(end)
                   : "r"(0xE0001004));
    return end - begin;
}

__attribute__((noreturn)) void main(void)
{
    REGISTER(0xE000EDFC) = 1u << 24; /* DEMCR.TRCENA */
    REGISTER(0xE0001000) = 1;        /* DWT_CTRL.CYCCNTENA */
    __asm volatile("msr psp, %0" ::"r"(&stack_of_task[48]));
    REGISTER(0xE000E014) = 999;
    REGISTER(0xE000E010) = 7;
    for (unsigned i = 0; i < 8; i++) {
        samples[i] = window();
        REGISTER(0xE000ED04) = 1u << 28; /* ICSR.PENDSVSET */
    }
    uint32_t *queue = xQueueGenericCreate(4);
    *queue = 1;
    REGISTER(0xE000E400) = 0x10;
    __asm volatile("msr basepri, %0" ::"r"(0x20));
    for (;;)
        __asm volatile("wfi");
}

static void tick(void)
{
    ready ^= 4;
}

extern void PendSV_Handler(void);
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    [0] = (void *)0x20002000, [1] = main, [14] = PendSV_Handler, [15] = tick};

#define NOTE "machine=nucleo-h5e5zj\ncore_hz=250000000\ntimer_hz=250000000\nwire=2\n"
__attribute__((section(WIRE_NOTE_SECTION), used, aligned(4))) static const struct {
    uint32_t name_size, descriptor_size, type;
    char name[12], text[sizeof NOTE];
} note = {sizeof WIRE_NOTE_NAME, sizeof NOTE - 1, WIRE_NOTE_TYPE, WIRE_NOTE_NAME, NOTE};
