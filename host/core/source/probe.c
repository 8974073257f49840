/* Chooses the tool, and runs OpenOCD.
 * SPDX-License-Identifier: MIT
 */
#include "probe.h"

#include <assert.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/base/tool.h"

const char *const probe_tool_name[PROBE_TOOLS] = {
    [PROBE_OPENOCD] = "openocd", [PROBE_ST_FLASH] = "st-flash"};

static const struct scripts {
    const char *board, *scripts[2];
} boards[] = {
#define PROBE(board, first, second) {board, {first, second}},
#include "probe.def"
};

static const struct scripts *find(const char *board)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (strcmp(boards[i].board, board) == 0)
            return &boards[i];
    return NULL;
}

bool probe_knows(const char *board)
{
    return find(board) != NULL;
}

enum probe_tool probe_installed(void)
{
    return !tool_exists(probe_tool_name[PROBE_OPENOCD]) &&
                   tool_exists(probe_tool_name[PROBE_ST_FLASH])
               ? PROBE_ST_FLASH
               : PROBE_OPENOCD;
}

/* ---- OpenOCD ---- */

static bool openocd(const struct probe *probe, const char *commands, struct error *error)
{
    const struct scripts *board = find(probe->board);
    assert(board != NULL);
    const char *argv[8] = {probe_tool_name[PROBE_OPENOCD]};
    size_t count = 1;
    for (size_t i = 0; i < 2; i++)
        if (board->scripts[i][0] != '\0') {
            argv[count++] = "-f";
            argv[count++] = board->scripts[i];
        }
    argv[count++] = "-c";
    argv[count++] = commands;
    return tool_run((char *const *)argv, probe->max_ns, error);
}

static bool openocd_flash(const struct probe *probe, const char *path, struct error *error)
{
    /* Its words are Tcl's: braces keep every path but one with braces of its own. */
    if (strpbrk(path, "{}\\") != NULL) {
        error_set(error, "%s: openocd takes no path with braces or backslashes; rename it", path);
        return false;
    }
    struct buf commands = {0};
    buf_printf(&commands, "program {%s} verify; reset halt; shutdown", path);
    bool ok = openocd(probe, commands.bytes, error);
    buf_free(&commands);
    return ok;
}

/* ---- either ---- */

bool probe_flash(const struct probe *probe, const char *path, const struct image *image,
                 struct error *error)
{
    return probe->tool == PROBE_ST_FLASH ? probe_st_flash_write(path, image, probe->max_ns, error)
                                         : openocd_flash(probe, path, error);
}

bool probe_halt(const struct probe *probe, struct error *error)
{
    return probe->tool == PROBE_ST_FLASH || openocd(probe, "init; reset halt; shutdown", error);
}

bool probe_run(const struct probe *probe, struct error *error)
{
    return probe->tool == PROBE_ST_FLASH ? probe_st_flash_reset(probe->max_ns, error)
                                         : openocd(probe, "init; reset run; shutdown", error);
}
