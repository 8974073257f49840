/* No JIT: everything is interpreted.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit.h"

void jit_create(struct sim *sim)
{
    (void)sim;
}

void jit_destroy(struct engine *engine)
{
    (void)engine;
}

void jit_compile(struct sim *sim, struct block *block)
{
    (void)sim;
    (void)block;
}

void jit_free(struct engine *engine, struct block *block)
{
    (void)engine;
    (void)block;
}

void jit_run(struct sim *sim, struct block *block)
{
    (void)sim;
    (void)block;
}
