/* The kernel of section A: FreeRTOSConfig.h as it stands, and the switch-in stamp.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lib/switch_stamp.h"

#define traceTASK_SWITCHED_IN() switch_stamp_hook()
