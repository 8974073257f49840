/* The kernel of fpu_switch: tasks may use the FPU, and change only when the bench says so.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define configENABLE_FPU 1
#define configUSE_TIME_SLICING 0
