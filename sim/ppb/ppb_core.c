/* The rows of cores.def.
 * SPDX-License-Identifier: MIT
 */
#include "sim/ppb/blocks.h"

#define MVFR(...) {__VA_ARGS__}
#define ID(...) {__VA_ARGS__}
static const struct ppb_core cores[] = {
#define PPB_CORE(name, arch, fpu, cpuid, vtor, fixed, reset, writable, dwt, mpu, mvfr, ids)        \
    {name, arch, fpu, cpuid, vtor, fixed, reset, writable, dwt, mpu, mvfr, ids},
#include "sim/ppb/cores.def"
#undef PPB_CORE
};

const struct ppb_core *ppb_core_of(enum architecture architecture)
{
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        if (cores[i].architecture == architecture)
            return &cores[i];
    }
    return NULL;
}
