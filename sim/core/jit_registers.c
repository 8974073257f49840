/* The JIT's guest registers in host registers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

void jit_forget(struct cache *cache)
{
    for (unsigned k = 0; k < HOST_CACHED; k++) {
        cache->guest[k] = NO_REGISTER;
        cache->dirty[k] = false;
        cache->used[k] = 0;
    }
}

static void store(struct emit *e, const struct cache *cache, unsigned k)
{
    if (cache->guest[k] != NO_REGISTER && cache->dirty[k])
        sljit_emit_op1(e->c, SLJIT_MOV32, GUEST(cache->guest[k]), HOST(HOST_CACHE(k)));
}

/* The place of guest, or the one that was not used for longest, emptied. */
static unsigned find(struct emit *e, unsigned guest, bool *found)
{
    struct cache *cache = &e->cache;
    unsigned oldest = 0;
    *found = true;
    for (unsigned k = 0; k < HOST_CACHED; k++) {
        if (cache->guest[k] == guest)
            return k;
        if (cache->used[k] < cache->used[oldest])
            oldest = k;
    }
    *found = false;
    store(e, cache, oldest);
    cache->guest[oldest] = (uint8_t)guest;
    cache->dirty[oldest] = false;
    return oldest;
}

sljit_s32 jit_read(struct emit *e, unsigned guest)
{
    bool found;
    unsigned k = find(e, guest, &found);
    if (!found)
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_CACHE(k)), GUEST(guest));
    e->cache.used[k] = ++e->uses;
    return HOST_CACHE(k);
}

sljit_s32 jit_write(struct emit *e, unsigned guest)
{
    bool found;
    unsigned k = find(e, guest, &found);
    e->cache.used[k] = ++e->uses;
    e->cache.dirty[k] = true;
    return HOST_CACHE(k);
}

void jit_write_back(struct emit *e, const struct cache *cache)
{
    for (unsigned k = 0; k < HOST_CACHED; k++)
        store(e, cache, k);
}

void jit_reload(struct emit *e, const struct cache *cache)
{
    for (unsigned k = 0; k < HOST_CACHED; k++)
        if (cache->guest[k] != NO_REGISTER)
            sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_CACHE(k)), GUEST(cache->guest[k]));
}

void jit_make_room(struct emit *e, unsigned guest)
{
    bool found;
    unsigned k = find(e, guest, &found);
    if (!found) {
        e->cache.guest[k] = NO_REGISTER;
        e->cache.used[k] = 0;
    }
}

struct operand jit_where(const struct emit *e, unsigned guest)
{
    for (unsigned k = 0; k < HOST_CACHED; k++)
        if (e->cache.guest[k] == guest)
            return (struct operand){HOST_CACHE(k), 0};
    return (struct operand){GUEST(guest)};
}

void jit_drop(struct emit *e, unsigned guest)
{
    for (unsigned k = 0; k < HOST_CACHED; k++) {
        if (e->cache.guest[k] == guest) {
            e->cache.guest[k] = NO_REGISTER;
            e->cache.dirty[k] = false;
            e->cache.used[k] = 0;
        }
    }
}
