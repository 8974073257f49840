/* Makes sigrok sessions: zip archives in memory.
 * SPDX-License-Identifier: MIT
 */
#include "sigrok_file.h"

#include <assert.h>
#include <stdlib.h>
#include <zip.h>

static void add_member(zip_t *zip, const struct sigrok_member *member)
{
    zip_source_t *source = zip_source_buffer(zip, member->bytes, member->size, 0);
    zip_int64_t index = zip_file_add(zip, member->name, source, 0);
    assert(index >= 0);
    /* Stored and deflated ones, as in real sessions. */
    zip_set_file_compression(zip, (zip_uint64_t)index,
                             index % 2 == 0 ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 0);
}

uint8_t *sigrok_file_make(const struct sigrok_member *members, size_t count, size_t *size)
{
    zip_error_t error;
    zip_stat_t status;
    zip_error_init(&error);
    zip_source_t *target = zip_source_buffer_create(NULL, 0, 0, &error);
    zip_t *zip = zip_open_from_source(target, ZIP_TRUNCATE, &error);
    assert(zip != NULL);
    zip_source_keep(target);
    for (size_t i = 0; i < count; i++)
        add_member(zip, &members[i]);
    int closed = zip_close(zip);
    assert(closed == 0);
    zip_source_open(target);
    zip_source_stat(target, &status);
    uint8_t *bytes = malloc((size_t)status.size);
    assert(bytes != NULL);
    zip_source_read(target, bytes, status.size);
    zip_source_close(target);
    zip_source_free(target);
    zip_error_fini(&error);
    *size = (size_t)status.size;
    return bytes;
}
