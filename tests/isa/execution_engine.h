/* What an engine under test has to provide; see execution.h for its use.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tests/isa/execution.h"

/* Memories of nucleo-h5e5zj. */
#define EXECUTION_RAM UINT32_C(0x20000000)
#define EXECUTION_RAM_SIZE UINT32_C(0x180000)
#define EXECUTION_FLASH UINT32_C(0x08000000)
#define EXECUTION_FLASH_SIZE UINT32_C(0x400000)
#define EXECUTION_STACK UINT32_C(0x20160000) /* of exceptions */

struct execution_engine {
    bool data_changed; /* by the last run, though the program has no store: an exception's frame */
    uint8_t *ram, *flash; /* host bytes of EXECUTION_RAM and EXECUTION_FLASH */
    void (*run)(struct execution_engine *engine, const struct program *program,
                struct execution *result);
    void (*forget_code)(struct execution_engine *engine); /* translations are stale */
    void (*free)(struct execution_engine *engine);
};

/* Memory as every program is to find it. */
void execution_fill(struct execution_engine *engine);
