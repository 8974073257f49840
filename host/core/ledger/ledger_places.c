/* Records which instructions a window executed.
 * SPDX-License-Identifier: MIT
 */
#include "ledger_places.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

/* Different instructions in one window; a window of the bench has a few hundred. */
#define PLACES_MAX 2048u
/* Power of two, at least twice as many, so that probing is short. */
#define SLOTS 4096u
/* Windows of a key that go differently and are kept; a phase has some for each instruction that an
 * interrupt may come at. Beyond these a window has no account by instruction. */
#define SHAPES_MAX 1024u

/* Open addressing: slot[h] is 1 + the index of the place whose address it is, 0 where free. */
struct ledger_places {
    uint16_t slot[SLOTS];
    struct ledger_place place[PLACES_MAX];
    size_t count;
    bool too_many;
};

void ledger_want_places(struct ledger *ledger)
{
    for (int i = 0; i < LEDGER_KEYS; i++)
        if (ledger->keys[i].known)
            ledger->keys[i].open_places = xcalloc(1, sizeof(struct ledger_places));
}

/* Thumb addresses are even; the multiplier spreads neighbours (Knuth, TAOCP 3, 6.4). */
static size_t first_slot(uint32_t address)
{
    return (size_t)((address >> 1) * UINT32_C(2654435769) >> 20) % SLOTS;
}

void ledger_places_open(struct ledger_key *key)
{
    struct ledger_places *places = key->open_places;
    for (size_t i = 0; i < places->count; i++) {
        size_t slot = first_slot(places->place[i].address);
        while (places->slot[slot] != 0) {
            places->slot[slot] = 0;
            slot = (slot + 1) % SLOTS;
        }
    }
    places->count = 0;
    places->too_many = false;
}

void ledger_places_add(struct ledger_key *key, uint32_t address, uint64_t cycles)
{
    struct ledger_places *places = key->open_places;
    size_t slot = first_slot(address);
    while (places->slot[slot] != 0 && places->place[places->slot[slot] - 1].address != address)
        slot = (slot + 1) % SLOTS;
    if (places->slot[slot] == 0) {
        if (places->count == PLACES_MAX) {
            places->too_many = true;
            return;
        }
        places->place[places->count] = (struct ledger_place){.address = address};
        places->slot[slot] = (uint16_t)++places->count;
    }
    struct ledger_place *place = &places->place[places->slot[slot] - 1];
    place->executions++;
    place->cycles += cycles;
}

static bool is_shape(const struct ledger_shape *shape, const struct ledger_places *places)
{
    if (shape->count != places->count)
        return false;
    for (size_t i = 0; i < shape->count; i++) {
        const struct ledger_place *a = &shape->places[i], *b = &places->place[i];
        if (a->address != b->address || a->executions != b->executions || a->cycles != b->cycles)
            return false;
    }
    return true;
}

int ledger_places_close(struct ledger_key *key)
{
    const struct ledger_places *places = key->open_places;
    if (places->too_many)
        return -1;
    for (size_t i = 0; i < key->shape_count; i++)
        if (is_shape(&key->shapes[i], places))
            return (int)i;
    if (key->shape_count == SHAPES_MAX)
        return -1;
    key->shapes =
        xgrow(key->shapes, &key->shape_capacity, key->shape_count + 1, sizeof *key->shapes);
    struct ledger_shape *shape = &key->shapes[key->shape_count];
    shape->count = places->count;
    shape->places = xcalloc(places->count, sizeof *shape->places);
    memcpy(shape->places, places->place, places->count * sizeof *shape->places);
    return (int)key->shape_count++;
}

void ledger_places_free(struct ledger_key *key)
{
    for (size_t i = 0; i < key->shape_count; i++)
        free(key->shapes[i].places);
    free(key->shapes);
    free(key->open_places);
}
