/* notify_preempt with PLANTED_CYCLES instructions of one cycle more in its window: what a
 * regression gate must find, and a verifier must see moved by just as much.
 * SPDX-License-Identifier: MIT
 *
 * Takes the place of bench/rtos_bench/notify_preempt.c in an otherwise complete bench image; with 0 it is
 * that.
 */
#include "bench/rtos_bench/notify_pair.h"

/* Between ping's stamp and its give: each waits for the one before, so that a core that issues two
 * instructions at once (a NOP is half a cycle then) cannot pair them. */
__attribute__((always_inline)) static inline void plant(void)
{
    __asm volatile(".rept %c0\n\tadd.w ip, ip, ip\n\t.endr" ::"i"(PLANTED_CYCLES) : "ip");
}

#undef xTaskNotifyGive
#define xTaskNotifyGive(task)                                                                      \
    (plant(), xTaskGenericNotify((task), tskDEFAULT_INDEX_TO_NOTIFY, 0, eIncrement, NULL))

#include "bench/rtos_bench/notify_preempt.c"
