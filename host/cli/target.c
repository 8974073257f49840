/* Which image to run on which machine.
 * SPDX-License-Identifier: MIT
 */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/suggest.h"
#include "names.h"
#include "wire/options.h"
#include "wire/results.h"

/* ---- which bench, at which clock ---- */

static bool check_bench(const struct wire_clock *clock, const char *name, struct error *error)
{
    enum wire_bench bench = name_bench(name, error);
    if (bench == WIRE_BENCHES)
        return false;
    const char *why = wire_bench_refused(bench, clock->board, clock->name);
    if (why == NULL)
        return true;
    bool anywhere = wire_bench_refused(bench, clock->board, NULL) == NULL;
    error_set(error, "%s does not run on %s%s%s: %s", name, clock->board,
              anywhere ? " at its clock " : "", anywhere ? clock->name : "", why);
    return false;
}

#define CLOCKS_MAX 16

static const struct wire_clock *check_clock(const char *board, const char *name,
                                            struct error *error)
{
    const struct wire_clock *clock = wire_clock_named(board, name);
    if (clock != NULL)
        return clock;
    const char *names[CLOCKS_MAX];
    struct error why;
    size_t count = 0;
    for (size_t i = 0; count < CLOCKS_MAX && (clock = wire_clock(i)) != NULL; i++)
        if (strcmp(clock->board, board) == 0)
            names[count++] = clock->name;
    suggest(&why, "clock", name, names, count, NULL);
    error_set(error, "%s: %s", board, why.text);
    return NULL;
}

/* ---- with which option ---- */

#define OPTIONS_MAX 64

static bool no_option(const char *name, const char *board, struct error *error)
{
    const char *names[OPTIONS_MAX];
    size_t count = 0;
    for (size_t i = 0; count < OPTIONS_MAX && wire_option(i) != NULL; i++)
        if (wire_option_refused(wire_option(i)->name, board, NULL) == NULL)
            names[count++] = wire_option(i)->name;
    return suggest(error, "option", name, names, count,
                   "`tailchain benches option_price` lists them");
}

static bool check_option(const struct target_wish *wish, const char *bench,
                         const struct wire_clock *clock, struct error *error)
{
    const char *option = wish->option;
    if (option == NULL)
        return true;
    if (wire_option_named(option) == NULL)
        return no_option(option, clock->board, error);
    const char *why = wire_option_refused(option, clock->board, clock->name);
    bool anywhere = wire_option_refused(option, clock->board, NULL) == NULL;
    if (why != NULL)
        error_set(error, "%s is no option of %s%s%s: %s", option, clock->board,
                  anywhere ? " at its clock " : "", anywhere ? clock->name : "", why);
    else if (strcmp(bench, wire_benches[WIRE_BENCH_OPTION_PRICE].name) != 0)
        error_set(error, "%s is not built with options; --option goes with --bench %s", bench,
                  wire_benches[WIRE_BENCH_OPTION_PRICE].name);
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

static bool choose_machine(struct target *target, const char *machine, struct error *error)
{
    struct error why;
    target->machine = machine != NULL ? machine : target->image.note[NOTE_MACHINE];
    if (target->machine != NULL && name_machine("machine", target->machine, &why))
        return true;
    if (target->machine == NULL)
        error_set(error,
                  "%s: has no Tailchain note, so which machine is it for? Give --machine NAME; "
                  "`tailchain machines` lists them",
                  target->path);
    else
        error_set(error, "%s: %s", target->path, why.text);
    return false;
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
    if (name_is_machine(wish->what)) {
        if (!find_board_image(target, wish, error))
            return false;
        machine = machine != NULL ? machine : wish->what;
    } else {
        if (access(wish->what, F_OK) != 0)
            return name_machine("file or board", wish->what, error);
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
