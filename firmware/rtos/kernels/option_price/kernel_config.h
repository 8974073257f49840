/* The kernel of option_price: what options of wire/options.def are compared with, and what their
 * hooks call. SPDX-License-Identifier: MIT
 *
 * 32 priorities, so that the selection by CLZ is one option and not two.
 */
#pragma once

#include "bench/option_price/hooks.h"
#include "lib/switch_stamp.h"

#define configUSE_TIME_SLICING 0
#define configMAX_PRIORITIES 32
