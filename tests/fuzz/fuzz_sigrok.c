/* Fuzz target: a sigrok session, archive and all.
 * SPDX-License-Identifier: MIT
 *
 * A checksum in the archive keeps random bytes out, so the first byte chooses: 'z' is followed by
 * an archive, anything else by metadata, a NUL, and samples, of which an archive is made here.
 */
#include <stdlib.h>
#include <zip.h>

#include "fuzz_import.h"

static void add_member(zip_t *zip, const char *name, const void *bytes, size_t size)
{
    zip_source_t *source = zip_source_buffer(zip, bytes, size, 0);
    zip_int64_t index = zip_file_add(zip, name, source, 0);
    assert(index >= 0);
    zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0);
}

/* The archive's bytes, *size of them; free() them. */
static uint8_t *make_archive(const uint8_t *metadata, size_t length, const uint8_t *samples,
                             size_t count, size_t *size)
{
    zip_error_t error;
    zip_stat_t status;
    zip_error_init(&error);
    zip_source_t *target = zip_source_buffer_create(NULL, 0, 0, &error);
    zip_t *zip = zip_open_from_source(target, ZIP_TRUNCATE, &error);
    assert(zip != NULL);
    zip_source_keep(target);
    add_member(zip, "version", "2", 1);
    add_member(zip, "metadata", metadata, length);
    add_member(zip, "logic-1-2", samples + count / 2, count - count / 2);
    add_member(zip, "logic-1-1", samples, count / 2);
    int closed = zip_close(zip);
    assert(closed == 0);
    zip_source_open(target);
    zip_source_stat(target, &status);
    uint8_t *bytes = malloc((size_t)status.size);
    zip_source_read(target, bytes, status.size);
    zip_source_close(target);
    zip_source_free(target);
    zip_error_fini(&error);
    *size = (size_t)status.size;
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct import_options options = {.format = "sigrok"};
    if (size < 2)
        return 0;
    if (bytes[0] == 'z') {
        fuzz_import(bytes + 1, size - 1, &options);
        return 0;
    }
    const uint8_t *nul = memchr(bytes, '\0', size);
    size_t length = nul != NULL ? (size_t)(nul - bytes) : size, archive_size;
    const uint8_t *samples = bytes + length + (nul != NULL);
    uint8_t *archive =
        make_archive(bytes, length, samples, size - (size_t)(samples - bytes), &archive_size);
    fuzz_import(archive, archive_size, &options);
    free(archive);
    return 0;
}
