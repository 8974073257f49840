/* Kernel trace hooks of the bench image: the switch-in stamp, nothing else.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lib/switch_stamp.h"

#define traceTASK_SWITCHED_IN() switch_stamp_hook()
