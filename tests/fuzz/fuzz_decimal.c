/* Fuzz target: numbers, times, rates and dates as people and files write them.
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "fuzz.h"
#include "host/import/decimal.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    struct decimal value;
    int64_t scaled;
    uint64_t hz;
    bool exact, small_m;
    if (decimal_parse(text, size, &value))
        for (int power = -18; power <= 18; power += 3)
            (void)decimal_scale(&value, power, &scaled, &exact);
    if (decimal_seconds(text, size, &value))
        (void)decimal_scale(&value, 15, &scaled, &exact);
    if (decimal_date(text, size, &value))
        (void)decimal_scale(&value, 9, &scaled, &exact);
    if (decimal_hz(text, size, &hz, &small_m))
        assert(hz != 0);
    return 0;
}
