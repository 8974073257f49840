/* No task has a floating-point context here.
 * SPDX-License-Identifier: MIT
 */
#include "bench/context_size/context_size.h"

void context_print_fpu(void)
{
}
