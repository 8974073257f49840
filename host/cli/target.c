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
#include "host/core/simulated/source_sim.h"
#include "wire/options.h"
#include "wire/results.h"

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

/* ---- which bench, at which clock ---- */

static bool check_bench(const struct wire_clock *clock, const char *name, struct error *error)
{
    enum wire_bench bench = wire_bench_named(name);
    if (bench == WIRE_BENCHES) {
        const char *names[WIRE_BENCHES];
        for (int i = 0; i < WIRE_BENCHES; i++)
            names[i] = wire_benches[i].name;
        const char *nearest = text_nearest(name, names, WIRE_BENCHES);
        char shown[64];
        text_printable(name, strlen(name), shown, sizeof shown);
        if (nearest != NULL)
            error_set(error, "no bench '%s'; did you mean %s?", shown, nearest);
        else
            error_set(error, "no bench '%s'; `tailchain benches` lists them", shown);
        return false;
    }
    const char *why = wire_bench_refused(bench, clock->board, clock->name);
    if (why == NULL)
        return true;
    bool anywhere = wire_bench_refused(bench, clock->board, NULL) == NULL;
    error_set(error, "%s does not run on %s%s%s: %s", name, clock->board,
              anywhere ? " at its clock " : "", anywhere ? clock->name : "", why);
    return false;
}

static const struct wire_clock *check_clock(const char *board, const char *name,
                                            struct error *error)
{
    const struct wire_clock *clock = wire_clock_named(board, name);
    if (clock != NULL)
        return clock;
    char shown[64];
    struct buf clocks = {0};
    for (size_t i = 0; (clock = wire_clock(i)) != NULL; i++)
        if (strcmp(clock->board, board) == 0)
            buf_printf(&clocks, "%s%s", clocks.length != 0 ? ", " : "", clock->name);
    text_printable(name, strlen(name), shown, sizeof shown);
    error_set(error, "%s has no clock '%s'; it has: %s", board, shown, clocks.bytes);
    buf_free(&clocks);
    return NULL;
}

/* ---- with which option ---- */

#define OPTIONS_MAX 64

static bool no_option(const char *name, const char *board, struct error *error)
{
    const char *names[OPTIONS_MAX];
    size_t count = 0;
    for (size_t i = 0; count < OPTIONS_MAX && wire_option(i) != NULL; i++)
        if (wire_option_refused(wire_option(i)->name, board) == NULL)
            names[count++] = wire_option(i)->name;
    const char *nearest = text_nearest(name, names, count);
    char shown[64];
    text_printable(name, strlen(name), shown, sizeof shown);
    if (nearest != NULL)
        error_set(error, "no option '%s'; did you mean %s?", shown, nearest);
    else
        error_set(error, "no option '%s'; `tailchain benches option_price` lists them", shown);
    return false;
}

static bool check_option(const struct target_wish *wish, const char *bench,
                         const struct wire_clock *clock, struct error *error)
{
    const char *option = wish->option;
    if (option == NULL)
        return true;
    if (wire_option_named(option) == NULL)
        return no_option(option, clock->board, error);
    const char *why = wire_option_refused(option, clock->board);
    if (why != NULL)
        error_set(error, "%s is no option of %s: %s", option, clock->board, why);
    else if (strcmp(bench, wire_benches[WIRE_BENCH_OPTION_PRICE].name) != 0)
        error_set(error, "%s is not built with options; --option goes with --bench %s", bench,
                  wire_benches[WIRE_BENCH_OPTION_PRICE].name);
    else if (clock != wire_clock_named(clock->board, NULL))
        error_set(error, "images with options are built for %s at its clock %s only", clock->board,
                  wire_clock_named(clock->board, NULL)->name);
    else
        return true;
    return false;
}

/* "options/clz/moved_4/": the folder of an option's image; the first option at its own place is
 * what the bench's image is without. */
static void option_folder(const struct target_wish *wish, char *text, size_t size)
{
    bool first = wish->option == NULL || strcmp(wish->option, wire_option(0)->name) == 0;
    int length = snprintf(text, size, "%s%s%s", first && wish->moved == 0 ? "" : "options/",
                          first && wish->moved == 0 ? "" : wish->option,
                          first && wish->moved == 0 ? "" : "/");
    if (wish->moved != 0)
        snprintf(text + length, size - (size_t)length, "moved_%u/", wish->moved);
}

/* "nucleo-f410rb/hsi16/rtos_bench.elf": where the build puts an image. False and error where the
 * board has no such image. */
static bool image_name(const struct target_wish *wish, char *name, size_t size, struct error *error)
{
    const char *board = wish->what;
    const char *bench =
        wish->bench != NULL ? wish->bench : wire_benches[WIRE_BENCH_RTOS_BENCH].name;
    if (wire_board_named(board) == NULL) {
        error_set(error, "there is no firmware for %s; give the path of an .elf", board);
        return false;
    }
    const struct wire_clock *clock = check_clock(board, wish->clock, error);
    if (clock == NULL || !check_bench(clock, bench, error) ||
        !check_option(wish, bench, clock, error))
        return false;
    bool by_default = clock == wire_clock_named(board, NULL);
    char folder[96];
    option_folder(wish, folder, sizeof folder);
    snprintf(name, size, "%s/%s%s%s%s.elf", board, by_default ? "" : clock->name,
             by_default ? "" : "/", folder, bench);
    return true;
}

/* Where firmware/<board>/ may lie, seen from this command: as the build puts it, or installed. */
static bool find_board_image(struct target *target, const struct target_wish *wish,
                             struct error *error)
{
    static const char *const places[] = {"../firmware", "firmware", "../share/tailchain/firmware"};
    char self[3072], name[512];
    if (!image_name(wish, name, sizeof name, error))
        return false;
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
        snprintf(path, sizeof path, "%s/%s/%s", self, places[i], name);
        if (realpath(path, target->path) != NULL)
            return true;
    }
    error_set(error,
              "no firmware for %s beside this command: %s is in none of %s, %s and %s, seen from "
              "%s; build it with `make %s`, or give the path of an .elf",
              wish->what, name, places[0], places[1], places[2], self,
              wish->option != NULL ? "options" : "build");
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

bool target_check_machine(const char *name, struct error *error)
{
    const char *names[MACHINES_MAX];
    const char *nearest = text_nearest(name, names, machine_names(names));
    char shown[64];
    if (is_machine(name))
        return true;
    text_printable(name, strlen(name), shown, sizeof shown);
    if (nearest != NULL)
        error_set(error, "no board '%s'; did you mean %s?", shown, nearest);
    else
        error_set(error, "no board '%s'; `tailchain machines` lists them", shown);
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

/* The image's note against what was asked for. */
static bool check_wish(const struct target *target, const struct target_wish *wish,
                       struct error *error)
{
    const struct {
        const char *what, *option, *asked, *is;
    } rows[] = {
        {"machine", "--machine", target->machine, target->image.note[NOTE_MACHINE]},
        {"bench", "--bench", wish->bench, target->image.note[NOTE_BENCH]},
        {"clock", "--clock", wish->clock, target->image.note[NOTE_CLOCK]},
        {"option", "--option", wish->moved == 0 ? wish->option : NULL,
         target->image.note[NOTE_OPTION]},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].asked != NULL && rows[i].is != NULL && strcmp(rows[i].asked, rows[i].is) != 0) {
            error_set(error,
                      "%s: is made for %s %.64s, not for %.64s; build it for that, or leave out %s",
                      target->path, rows[i].what, rows[i].is, rows[i].asked, rows[i].option);
            return false;
        }
    return true;
}

bool target_open(struct target *target, const struct target_wish *wish, struct error *error)
{
    const char *machine = wish->machine;
    *target = (struct target){0};
    if (is_machine(wish->what)) {
        if (!find_board_image(target, wish, error))
            return false;
        machine = machine != NULL ? machine : wish->what;
    } else {
        if (access(wish->what, F_OK) != 0)
            return not_found(wish->what, error);
        snprintf(target->path, sizeof target->path, "%s", wish->what);
    }
    if (!image_open(&target->image, target->path, error))
        return false;
    if (choose_machine(target, machine, error) && check_wish(target, wish, error))
        return true;
    target_close(target);
    return false;
}

void target_close(struct target *target)
{
    image_close(&target->image);
    *target = (struct target){0};
}
