/* Runs st-flash of the stlink tools.
 * SPDX-License-Identifier: MIT
 *
 * It knows binaries and addresses only, so the image becomes one stretch of bytes; what it reads
 * back afterwards is compared here.
 */
#include "probe.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/tool.h"
#include "host/base/xalloc.h"
#include "host/core/image/image_flat.h"

#define TOOL "st-flash"

/* A folder for what goes between us and the tool. */
struct exchange {
    char folder[256], to_board[300], from_board[300];
};

static bool exchange_open(struct exchange *exchange, struct error *error)
{
    const char *parent = getenv("TMPDIR");
    int length = snprintf(exchange->folder, sizeof exchange->folder, "%s/tailchain-XXXXXX",
                          parent != NULL && *parent != '\0' ? parent : "/tmp");
    if (length >= (int)sizeof exchange->folder || mkdtemp(exchange->folder) == NULL) {
        error_set(error, "%s: cannot make a folder for " TOOL ": %s; set TMPDIR to another",
                  exchange->folder,
                  length >= (int)sizeof exchange->folder ? "its name is too long"
                                                         : strerror(errno));
        return false;
    }
    snprintf(exchange->to_board, sizeof exchange->to_board, "%s/to-board.bin", exchange->folder);
    snprintf(exchange->from_board, sizeof exchange->from_board, "%s/from-board.bin",
             exchange->folder);
    return true;
}

static void exchange_close(const struct exchange *exchange)
{
    unlink(exchange->to_board);
    unlink(exchange->from_board);
    rmdir(exchange->folder);
}

static bool save(const char *path, const struct image_flat *flat, struct error *error)
{
    FILE *file = fopen(path, "wbe");
    bool ok = file != NULL && fwrite(flat->bytes, 1, flat->size, file) == flat->size;
    if (file != NULL && fclose(file) != 0)
        ok = false;
    if (!ok)
        error_set(error, "%s: cannot write: %s; set TMPDIR to a folder with room", path,
                  strerror(errno));
    return ok;
}

static bool differs(const char *name, const struct image_flat *flat, const uint8_t *got,
                    struct error *error)
{
    uint32_t i = 0, count = 0;
    while (got[i] == flat->bytes[i])
        i++;
    for (uint32_t j = i; j < flat->size; j++)
        count += got[j] != flat->bytes[j];
    error_set(error,
              "%s: the board does not hold it: %" PRIu32 " of %" PRIu32
              " bytes differ, the first at 0x%08" PRIX32 " is 0x%02X instead of 0x%02X; flash it "
              "again",
              name, count, flat->size, flat->address + i, got[i], flat->bytes[i]);
    return false;
}

/* path: of the image, for messages. */
static bool compare(const char *path, const char *read_back, const struct image_flat *flat,
                    struct error *error)
{
    uint8_t *got = xcalloc((size_t)flat->size + 1, 1);
    FILE *file = fopen(read_back, "rbe");
    size_t length = file != NULL ? fread(got, 1, (size_t)flat->size + 1, file) : 0;
    if (file != NULL)
        fclose(file);
    bool ok = length == flat->size;
    if (!ok)
        error_set(error, "%s: " TOOL " read %zu bytes back instead of %" PRIu32 "; flash it again",
                  path, length, flat->size);
    else if (memcmp(got, flat->bytes, flat->size) != 0)
        ok = differs(path, flat, got, error);
    free(got);
    return ok;
}

bool probe_st_flash_write(const char *path, const struct image *image, uint64_t max_ns,
                          struct error *error)
{
    struct image_flat flat;
    struct exchange exchange;
    char address[16], size[16];
    if (!image_flatten(image, path, &flat, error))
        return false;
    if (!exchange_open(&exchange, error)) {
        image_flat_free(&flat);
        return false;
    }
    snprintf(address, sizeof address, "0x%08" PRIX32, flat.address);
    snprintf(size, sizeof size, "0x%" PRIX32, flat.size);
    char *const write[] = {TOOL, "write", exchange.to_board, address, NULL};
    char *const read[] = {TOOL, "read", exchange.from_board, address, size, NULL};
    bool ok = save(exchange.to_board, &flat, error) && tool_run(write, max_ns, error) &&
              tool_run(read, max_ns, error) && compare(path, exchange.from_board, &flat, error);
    exchange_close(&exchange);
    image_flat_free(&flat);
    return ok;
}

bool probe_st_flash_reset(uint64_t max_ns, struct error *error)
{
    char *const argv[] = {TOOL, "reset", NULL};
    return tool_run(argv, max_ns, error);
}
