/* A kernel for a bench that needs the memory itself: a heap for the runner and the idle task.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define configTOTAL_HEAP_SIZE (4 * 1024)
