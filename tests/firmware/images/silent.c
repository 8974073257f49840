/* Writes nothing and sleeps for ever.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "lib/check.h"

void application_start(void)
{
    check_park();
}
