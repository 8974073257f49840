/* What an engine under test has to provide; see execution.h for its use.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tests/isa/execution.h"

struct execution_engine {
    const struct target *target;
    bool data_changed; /* by the last run, though the program has no store: an exception's frame */
    uint8_t *ram, *flash; /* host bytes of the target's */
    void (*run)(struct execution_engine *engine, const struct program *program,
                struct execution *result);
    void (*forget_code)(struct execution_engine *engine); /* translations are stale */
    void (*free)(struct execution_engine *engine);
};

/* Memory as every program is to find it. */
void execution_fill(struct execution_engine *engine);
