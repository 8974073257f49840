/* Tasks of equal priority change only when one of them yields or blocks; no trace hooks.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define configUSE_TIME_SLICING 0
