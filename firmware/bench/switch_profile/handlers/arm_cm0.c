/* No handler of our own on Armv6-M: its vector table cannot be replaced while it runs.
 * SPDX-License-Identifier: MIT
 */
#include "bench/switch_profile/handler.h"

const struct handler_segment handler_segments[HANDLER_SEGMENTS];
volatile uint32_t handler_stamps[HANDLER_STAMPS];

bool handler_install(void)
{
    return false;
}
