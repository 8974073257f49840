/* Fuzz target: one wire line. What parses must come back the same from the writer.
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "fuzz.h"
#include "host/base/buf.h"
#include "wire/wire.h"

static void put(void *context, char byte)
{
    buf_add(context, &byte, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct wire_record record, again;
    struct buf out = {0};
    int field;
    if (wire_parse((const char *)bytes, size, &record, &field) != WIRE_OK)
        return 0;
    wire_write(&(struct wire_sink){put, &out}, &record);
    assert(out.length > 0 && out.bytes[out.length - 1] == '\n');
    /* Words may hold line ends here: only the capture keeps them out. */
    assert(wire_parse(out.bytes, out.length - 1, &again, &field) == WIRE_OK);
    assert(again.kind == record.kind && again.has_crc);
    for (int i = 0; i < wire_field_count(record.kind); i++) {
        assert(again.value[i].present == record.value[i].present);
        if (record.value[i].present)
            assert(again.value[i].number == record.value[i].number);
    }
    buf_free(&out);
    return 0;
}
