/* A heap without a hook that has nothing left from its HEAP_ENDS_AT-th piece on.
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

void *__real_pvPortMalloc(size_t size);
void *__wrap_pvPortMalloc(size_t size);

void *__wrap_pvPortMalloc(size_t size)
{
    static unsigned pieces;
    return ++pieces < HEAP_ENDS_AT ? __real_pvPortMalloc(size) : NULL;
}
