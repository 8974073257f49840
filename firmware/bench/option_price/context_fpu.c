/* Tasks with a floating-point context: one instruction of the FPU gives a task one for good.
 * SPDX-License-Identifier: MIT
 *
 * It sets CONTROL.FPCA; from then on each exception reserves room for s0-s15 and FPSCR, and the
 * port's handler saves s16-s31 (Armv7-M Architecture Reference Manual, B1.5.7).
 */
#include "bench/option_price/option_price.h"

void price_context(void)
{
    __asm volatile("vmov s0, %0" : : "r"(0));
}
