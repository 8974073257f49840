/* Begins a run and never ends it.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "lib/emit.h"

void application_start(void)
{
    emit_begin();
    for (;;)
        ;
}
