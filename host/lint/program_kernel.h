/* Which files and functions are FreeRTOS's.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

/* Of a source file's name: "tasks.c". */
bool program_kernel_unit(const char *name);
/* Of a function without debug data: by the kernel's way of naming, so an application that names its
 * own functions like that is taken for the kernel. */
bool program_kernel_function(const char *name);
