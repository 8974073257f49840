/* Flashes, stops and starts a real board through OpenOCD or st-flash.
 * SPDX-License-Identifier: MIT
 *
 * They are looked up in PATH; what they say goes to standard error. Each call waits for the end of
 * the tool, and ends it after Ctrl-C (tool.h); the board is then in whatever state the tool has
 * left it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/core/image/image.h"

enum probe_tool { PROBE_OPENOCD, PROBE_ST_FLASH, PROBE_TOOLS };

/* As in PATH. */
extern const char *const probe_tool_name[PROBE_TOOLS];

struct probe {
    enum probe_tool tool;
    const char *board; /* that probe.def knows; anything else is an error of the caller */
    uint64_t max_ns;   /* of each call of the tool; 0 for no limit */
};

/* Whether probe.def has a row for a board. */
bool probe_knows(const char *board);
/* OpenOCD, but where only st-flash is installed. */
enum probe_tool probe_installed(void);

/* Writes an image to flash and compares what is there then. OpenOCD leaves the board halted at its
 * reset; st-flash lets it run. path: of the image. */
bool probe_flash(const struct probe *probe, const char *path, const struct image *image,
                 struct error *error);
/* Leaves the board halted at its reset; with st-flash, which cannot, it does nothing. */
bool probe_halt(const struct probe *probe, struct error *error);
/* Resets the board and lets it run. */
bool probe_run(const struct probe *probe, struct error *error);

/* ---- parts of it, each in its own file ---- */

bool probe_st_flash_write(const char *path, const struct image *image, uint64_t max_ns,
                          struct error *error);
bool probe_st_flash_reset(uint64_t max_ns, struct error *error);
