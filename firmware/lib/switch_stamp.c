/* Stores the stamps that the switch-in hook takes.
 * SPDX-License-Identifier: MIT
 */
#include "lib/switch_stamp.h"

#include "lib/timebase.h"

uint32_t *switch_stamp_next;
static uint32_t *last;
static uint32_t to_skip;

TIMEBASE_ONE_COPY void switch_stamp_store(void)
{
    uint32_t now;
    TIMEBASE_STAMP(window_end_slice_A_B, now);
    uint32_t *stamp = switch_stamp_next;
    *stamp = now;
    if (to_skip != 0) {
        to_skip--;
        return;
    }
    switch_stamp_next = stamp == last ? 0 : stamp + 1;
}

void switch_stamp_ask(uint32_t *stamps, uint32_t skip, uint32_t count)
{
    to_skip = skip;
    last = stamps + count - 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* the hook must not see a first without a last */
    switch_stamp_next = stamps;
}
