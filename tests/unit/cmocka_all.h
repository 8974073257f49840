/* cmocka and the headers that it wants before it.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
