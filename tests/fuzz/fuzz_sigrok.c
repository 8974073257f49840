/* Fuzz target: a sigrok session, archive and all.
 * SPDX-License-Identifier: MIT
 *
 * A checksum in the archive keeps random bytes out, so the first byte chooses: 'z' is followed by
 * an archive, anything else by metadata, a NUL, and samples, of which an archive is made here.
 */
#include <stdlib.h>

#include "fuzz_import.h"
#include "sigrok_file.h"

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
    size_t count = size - (size_t)(samples - bytes);
    const struct sigrok_member members[] = {{"version", "2", 1},
                                            {"metadata", bytes, length},
                                            {"logic-1-2", samples + count / 2, count - count / 2},
                                            {"logic-1-1", samples, count / 2}};
    uint8_t *archive = sigrok_file_make(members, sizeof members / sizeof members[0], &archive_size);
    fuzz_import(archive, archive_size, &options);
    free(archive);
    return 0;
}
