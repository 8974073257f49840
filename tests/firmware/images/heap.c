/* Asks the kernel's heap for more than it has.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "FreeRTOS.h"

void application_start(void)
{
    while (pvPortMalloc(1024) != NULL)
        ;
}
