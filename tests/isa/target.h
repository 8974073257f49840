/* Which core programs are made for, and where they and their data lie.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/core.h"

enum target_id {
#define TARGET(id, ...) TARGET_##id,
#include "tests/isa/targets.def"
#undef TARGET
    TARGETS
};

/* Whose faults programs keep away from: unicorn.def, qemu.def. */
enum oracle_kind { ORACLE_UNICORN, ORACLE_QEMU };

struct target {
    enum target_id id;
    const char *name; /* "v8m" */
    enum architecture architecture;
    const char *machine; /* of ours */
    enum oracle_kind oracle;
    uint32_t ram, ram_size;
    uint32_t flash, flash_size;
    uint32_t flash_alias;     /* its second address; the first where it has none */
    uint32_t code, code_size; /* where programs lie, */
    uint32_t data, data_size; /* and data */
    uint32_t stack;           /* of exceptions */
};

static inline bool has_fpu(const struct target *target)
{
    return target->architecture == ARCH_V7EM || target->architecture == ARCH_V8M;
}

/* NULL: none of that name. */
const struct target *target_named(const char *name);
