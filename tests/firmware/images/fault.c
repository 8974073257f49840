/* Executes an undefined instruction at once; the fault handler reports it.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

void application_start(void)
{
    __asm volatile("udf #0");
}
