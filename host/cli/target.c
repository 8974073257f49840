/* Which image to run on which machine.
 * SPDX-License-Identifier: MIT
 */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/buf.h"
#include "host/base/text.h"
#include "host/core/source_sim.h"

#define MACHINES_MAX 32

static size_t machine_names(const char *names[static MACHINES_MAX])
{
    size_t count = 0;
    while (count < MACHINES_MAX && (names[count] = source_sim_machine(count)) != NULL)
        count++;
    return count;
}

static bool is_machine(const char *name)
{
    const char *names[MACHINES_MAX];
    size_t count = machine_names(names);
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* "nucleo-h5e5zj, ..." */
static void add_machines(struct buf *text)
{
    const char *names[MACHINES_MAX];
    size_t count = machine_names(names);
    for (size_t i = 0; i < count; i++)
        buf_printf(text, "%s%s", i != 0 ? ", " : "", names[i]);
}

/* Where firmware/<board>/ may lie, seen from this command: as the build puts it, or installed. */
static bool find_board_image(struct target *target, const char *board, struct error *error)
{
    static const char *const places[] = {"../firmware", "firmware", "../share/tailchain/firmware"};
    char self[3072];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        error_set(error, "cannot find the folder of this command; give the path of the .elf");
        return false;
    }
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    *(slash != NULL ? slash : self) = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s/%s/rtos_bench.elf", self, places[i], board);
        if (realpath(path, target->path) != NULL)
            return true;
    }
    error_set(error,
              "no firmware for %s beside this command (in %s/%s); build it with `make build`, or "
              "give the path of an .elf",
              board, self, places[0]);
    return false;
}

static bool not_found(const char *what, struct error *error)
{
    const char *names[MACHINES_MAX];
    const char *nearest = text_nearest(what, names, machine_names(names));
    char shown[128];
    struct buf boards = {0};
    text_printable(what, strlen(what), shown, sizeof shown);
    add_machines(&boards);
    if (nearest != NULL)
        error_set(error, "%s: no such file or board; did you mean %s?", shown, nearest);
    else
        error_set(error, "%s: no such file or board; the boards are %s", shown,
                  boards.bytes != NULL ? boards.bytes : "none");
    buf_free(&boards);
    return false;
}

static bool choose_machine(struct target *target, const char *machine, struct error *error)
{
    struct buf boards = {0};
    target->machine = machine != NULL ? machine : target->image.note[NOTE_MACHINE];
    bool ok = target->machine != NULL && is_machine(target->machine);
    add_machines(&boards);
    if (target->machine == NULL)
        error_set(error,
                  "%s: has no Tailchain note, so which machine is it for? Give --machine "
                  "NAME: %s",
                  target->path, boards.bytes != NULL ? boards.bytes : "none");
    else if (!ok)
        error_set(error, "%s: no machine '%.64s'; there are: %s", target->path, target->machine,
                  boards.bytes != NULL ? boards.bytes : "none");
    buf_free(&boards);
    return ok;
}

bool target_open(struct target *target, const char *what, const char *machine, struct error *error)
{
    *target = (struct target){0};
    if (is_machine(what)) {
        if (!find_board_image(target, what, error))
            return false;
        machine = machine != NULL ? machine : what;
    } else {
        if (access(what, F_OK) != 0)
            return not_found(what, error);
        snprintf(target->path, sizeof target->path, "%s", what);
    }
    if (!image_open(&target->image, target->path, error))
        return false;
    if (choose_machine(target, machine, error))
        return true;
    target_close(target);
    return false;
}

void target_close(struct target *target)
{
    image_close(&target->image);
    *target = (struct target){0};
}
