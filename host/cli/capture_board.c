/* Flashes and resets the board that is captured.
 * SPDX-License-Identifier: MIT
 */
#include "capture_board.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "host/core/verify/image_sent.h"

/* Long enough for any reset circuit; the STM32 wants 300 ns of a low NRST (its data sheets). */
#define PULSE_NS 100000000

const char *const board_reset_names[BOARD_RESETS] = {[BOARD_RESET_OPENOCD] = "openocd",
                                                     [BOARD_RESET_ST_FLASH] = "st-flash",
                                                     [BOARD_RESET_DTR] = "dtr",
                                                     [BOARD_RESET_RTS] = "rts"};

enum board_reset board_reset_by(enum probe_tool tool)
{
    return tool == PROBE_ST_FLASH ? BOARD_RESET_ST_FLASH : BOARD_RESET_OPENOCD;
}

bool board_reset_probes(enum board_reset reset)
{
    return reset == BOARD_RESET_OPENOCD || reset == BOARD_RESET_ST_FLASH;
}

bool capture_board_open(struct capture_board *board, struct error *error)
{
    if (board->image_path == NULL)
        return true;
    if (!image_open(&board->image, board->image_path, error))
        return false;
    const char *made_for = board->image.note[NOTE_MACHINE];
    if (made_for == NULL) {
        fprintf(stderr,
                "tailchain: %s: warning: has no Tailchain note, so whether it is for %s "
                "is not known; going on\n",
                board->image_path, board->name);
        return true;
    }
    if (strcmp(made_for, board->name) == 0)
        return true;
    error_set(error,
              "%s: is made for %.64s, not for %s: nothing was flashed; give the image of that "
              "board, or the right --board",
              board->image_path, made_for, board->name);
    image_close(&board->image);
    return false;
}

void capture_board_close(struct capture_board *board)
{
    image_close(&board->image);
}

static bool is_line(enum board_reset reset)
{
    return reset == BOARD_RESET_DTR || reset == BOARD_RESET_RTS;
}

static enum source_modem_line line_of(enum board_reset reset)
{
    return reset == BOARD_RESET_RTS ? SOURCE_RTS : SOURCE_DTR;
}

static bool pulse(struct capturing *c, enum source_modem_line line, struct error *error)
{
    struct timespec left = {.tv_nsec = PULSE_NS};
    if (!source_serial_line(&c->source, line, true, error))
        return false;
    nanosleep(&left, NULL);
    /* It is in reset now, so that no byte from before follows. */
    bool ok = capturing_empty(c, error);
    return source_serial_line(&c->source, line, false, error) && ok;
}

static struct probe probe_of(const struct capture_board *board, enum probe_tool tool)
{
    return (struct probe){.tool = tool, .board = board->name, .max_ns = board->max_ns};
}

/* halted: by flashing with the same tool. */
static bool probe_reset(const struct capture_board *board, struct capturing *c,
                        enum probe_tool tool, bool halted, struct error *error)
{
    struct probe probe = probe_of(board, tool);
    return (halted || probe_halt(&probe, error)) && capturing_empty(c, error) &&
           probe_run(&probe, error);
}

bool capture_board_start(const struct capture_board *board, struct capturing *c, bool first,
                         struct error *error)
{
    bool flashes = first && board->image_path != NULL;
    enum board_reset reset = board->reset;
    if (flashes && reset == BOARD_RESET_NONE)
        reset = board_reset_by(board->flash_tool);
    struct probe flasher = probe_of(board, board->flash_tool);
    /* Opening a port makes both lines active: a board that is held in reset cannot be flashed. */
    if (first && is_line(reset) && !source_serial_line(&c->source, line_of(reset), false, error))
        return false;
    if (flashes && !probe_flash(&flasher, board->image_path, &board->image, error))
        return false;
    bool halted = flashes && reset == board_reset_by(board->flash_tool);
    switch (reset) {
    case BOARD_RESET_OPENOCD:
        return probe_reset(board, c, PROBE_OPENOCD, halted, error);
    case BOARD_RESET_ST_FLASH:
        return probe_reset(board, c, PROBE_ST_FLASH, halted, error);
    case BOARD_RESET_DTR:
    case BOARD_RESET_RTS:
        return pulse(c, line_of(reset), error);
    case BOARD_RESET_NONE:
    case BOARD_RESETS:
        break;
    }
    return true;
}

bool capture_board_sent(const struct capture_board *board, const struct run *run, const char *name)
{
    struct buf differences = {0};
    bool sent = run == NULL || image_sent(&board->image, run, &differences);
    if (!sent)
        fprintf(stderr,
                "tailchain: %s: another firmware sent this than was flashed: by CONFIG %s, "
                "as %s says; does an old image still run, or is another board on this port?\n",
                name, differences.bytes, board->image_path);
    buf_free(&differences);
    return sent;
}
