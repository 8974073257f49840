/* What an image's code and debug data say of how it was built.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "code.h"
#include "lint.h"

/* What the rules read off an image; false where has_kernel is false. */
struct lint_image {
    bool has_kernel; /* FreeRTOS's scheduler is in it, with symbols */
    bool asserts, trace, stack_check, run_time_stats, queue_sets, tickless, has_clz;
    const char *trace_unknown; /* why a hook may be there that was not seen; NULL: trace says it */
    char level[8];             /* of the kernel, "" unknown */
    uint32_t fpu_use; /* address of code that uses the FPU while PendSV saves none of it; 0: none */
};

/* core_has_clz: of the machine. */
void lint_image(struct lint *lint, const struct code *code, bool core_has_clz,
                struct lint_image *facts);
