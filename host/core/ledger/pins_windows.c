/* Follows the windows from label to label.
 * SPDX-License-Identifier: MIT
 */
#include "pins_windows.h"

const char *pins_windows_name(const struct pins_windows *windows, int index)
{
    const struct ledger_key *key = &windows->ledger->keys[index];
    bool is_slice = !key->by_timer && key->begin_address == key->end_address;
    return key->known && !is_slice ? key->name : NULL;
}

static void set_level(struct pins_windows *windows, int index, bool level, uint64_t cycle)
{
    if (windows->state[index].high == level)
        return;
    windows->state[index].high = level;
    windows->edge(windows->context, windows->ledger->keys[index].name, level, cycle);
}

void pins_windows_probe(struct pins_windows *windows, uint32_t address)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        const struct ledger_key *key = &windows->ledger->keys[i];
        if (pins_windows_name(windows, i) == NULL)
            continue;
        if (address == key->end_address)
            windows->state[i].closing = true;
        else if (address == key->begin_address)
            windows->state[i].opening = true;
    }
}

void pins_windows_read(struct pins_windows *windows, uint64_t cycle)
{
    for (int i = 0; i < LEDGER_KEYS; i++) {
        if (windows->state[i].opening)
            set_level(windows, i, true, cycle);
        else if (windows->state[i].closing)
            set_level(windows, i, false, cycle);
        windows->state[i].opening = windows->state[i].closing = false;
    }
}

void pins_windows_timer(struct pins_windows *windows, uint64_t cycle)
{
    for (int i = 0; i < LEDGER_KEYS; i++)
        if (pins_windows_name(windows, i) != NULL && windows->ledger->keys[i].by_timer)
            set_level(windows, i, true, cycle);
}
