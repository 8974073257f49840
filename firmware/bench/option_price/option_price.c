/* What one option of kernel, compiler or memory costs: the same five measurements in an image for
 * each option. SPDX-License-Identifier: MIT
 */
#include "bench/option_price/option_price.h"

uint32_t option_trace_last;

void bench_run(void)
{
    price_switch();
    price_notify();
    price_give_take();
    price_tick();
    price_event();
}
