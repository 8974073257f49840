/* The board at the other end of a capture: flashed, reset, and known by its image.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "capturing.h"
#include "host/core/source/probe.h"

enum board_reset {
    BOARD_RESET_NONE,
    BOARD_RESET_OPENOCD,
    BOARD_RESET_ST_FLASH,
    BOARD_RESET_DTR, /* the port's line, wired to the reset pin */
    BOARD_RESET_RTS,
    BOARD_RESETS
};

struct capture_board {
    /* Set by the caller. */
    const char *name;       /* of wire/boards.def; NULL where nobody said */
    const char *image_path; /* to flash; NULL for none */
    enum probe_tool flash_tool;
    enum board_reset reset; /* before each run */
    uint64_t max_ns;        /* of each call of a tool; 0 for no limit */

    struct image image; /* where image_path is */
};

/* "openocd", "dtr"; NULL for none. */
extern const char *const board_reset_names[BOARD_RESETS];
enum board_reset board_reset_by(enum probe_tool tool);
/* Whether a reset goes through a probe, which must know the board. */
bool board_reset_probes(enum board_reset reset);

/* Reads the image. False and error where it is none, or is made for another board. */
bool capture_board_open(struct capture_board *board, struct error *error);
/* Before a run: flashes (first: the first run of all) and resets it as asked, so that the capture
 * begins at its reset. The port is open, and emptied while the board stands still where that can be
 * had. Does nothing where neither was asked for. */
bool capture_board_start(const struct capture_board *board, struct capturing *c, bool first,
                         struct error *error);
/* Whether the run came from the image that was flashed, as far as both tell; a message where not.
 * name: of the capture. */
bool capture_board_sent(const struct capture_board *board, const struct run *run, const char *name);
void capture_board_close(struct capture_board *board);
