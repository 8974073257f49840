/* What `monitor` can do in gdb.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/debug/gdb_session.h"

#define WORDS_MAX 4

struct words {
    char *word[WORDS_MAX];
    size_t count; /* WORDS_MAX + 1: more than that */
};

typedef bool command(struct gdb *gdb, const struct words *words);

struct row {
    const char *name, *arguments, *does;
    command *run; /* false: the arguments are not right */
};

static const struct row *row_at(size_t index);

static bool help(struct gdb *gdb, const struct words *words)
{
    char line[160];
    const struct row *row;
    (void)words;
    for (size_t k = 0; (row = row_at(k)) != NULL; k++) {
        snprintf(line, sizeof line, "monitor %-10s %-24s %s\n", row->name, row->arguments,
                 row->does);
        gdb_send_console(gdb, line);
    }
    return true;
}

static bool reset(struct gdb *gdb, const struct words *words)
{
    (void)words;
    gdb_reset(gdb);
    gdb_send_console(gdb, "the board is reset and halted; to make gdb forget what it has read: "
                          "maintenance flush register-cache\n");
    return true;
}

static bool status(struct gdb *gdb, const struct words *words)
{
    char text[4096];
    (void)words;
    snprintf(text, sizeof text,
             "cycle %" PRIu64 ", %" PRIu64 " instructions, %" PRIu64 ".%09u s, %" PRIu64 " Hz\n",
             sim_cycles(gdb->sim), sim_instructions(gdb->sim), sim_time_ns(gdb->sim) / 1000000000u,
             (unsigned)(sim_time_ns(gdb->sim) % 1000000000u), sim_core_hz(gdb->sim));
    gdb_send_console(gdb, text);
    sim_describe(gdb->sim, text, sizeof text);
    gdb_send_console(gdb, text);
    return true;
}

static bool map(struct gdb *gdb, const struct words *words)
{
    static const char *const kinds[] = {[SIM_REGION_FLASH] = "flash",
                                        [SIM_REGION_RAM] = "RAM",
                                        [SIM_REGION_DEVICE] = "device",
                                        [SIM_REGION_PPB] = "core"};
    struct sim_region region;
    char line[160];
    (void)words;
    for (size_t k = 0; sim_region(gdb->sim, k, &region); k++) {
        snprintf(line, sizeof line, "%08" PRIX32 " %10" PRIu32 " bytes  %-6s %s\n", region.base,
                 region.size, kinds[region.kind], region.name);
        gdb_send_console(gdb, line);
    }
    return true;
}

/* ---- switches ---- */

static bool take_switch(const struct words *words, const char *on, const char *off, bool *value)
{
    if (words->count != 2)
        return false;
    *value = strcmp(words->word[1], on) == 0;
    return *value || strcmp(words->word[1], off) == 0;
}

static bool devices(struct gdb *gdb, const struct words *words)
{
    return take_switch(words, "on", "off", &gdb->devices);
}

static bool steps(struct gdb *gdb, const struct words *words)
{
    return take_switch(words, "into", "over", &gdb->into_handlers);
}

static bool faults(struct gdb *gdb, const struct words *words)
{
    bool on;
    if (!take_switch(words, "stop", "run", &on))
        return false;
    sim_stop_on_fault(gdb->sim, on);
    return true;
}

/* ---- single accesses ---- */

/* Decimal, or hexadecimal behind 0x. */
static bool number(const char *text, uint32_t *value)
{
    char rest;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (strlen(text) > 10 || text[0] == '-' || text[0] == '+')
        return false;
    return sscanf(text, hex ? "%" SCNx32 "%c" : "%" SCNu32 "%c", value, &rest) == 1;
}

static bool take_width(const struct words *words, size_t index, unsigned *size)
{
    uint32_t bits = 32;
    if (words->count > index + 1 ||
        (words->count == index + 1 && !number(words->word[index], &bits)))
        return false;
    *size = bits / 8;
    return bits == 8 || bits == 16 || bits == 32;
}

static void say_rejected(struct gdb *gdb, uint32_t address)
{
    char line[120];
    snprintf(line, sizeof line,
             "0x%08" PRIX32 ": no device register of that width, or its clock is off\n", address);
    gdb_send_console(gdb, line);
}

static bool read(struct gdb *gdb, const struct words *words)
{
    uint32_t address, value;
    unsigned size;
    char line[80];
    if (words->count < 2 || !number(words->word[1], &address) || !take_width(words, 2, &size))
        return false;
    if (!sim_peek(gdb->sim, address, memset(&value, 0, sizeof value), size) &&
        !sim_device_read(gdb->sim, address, size, &value)) {
        say_rejected(gdb, address);
        return true;
    }
    snprintf(line, sizeof line, "0x%08" PRIX32 ": 0x%0*" PRIX32 "\n", address, (int)size * 2,
             value);
    gdb_send_console(gdb, line);
    return true;
}

static bool write(struct gdb *gdb, const struct words *words)
{
    uint32_t address, value;
    unsigned size;
    if (words->count < 3 || !number(words->word[1], &address) || !number(words->word[2], &value) ||
        !take_width(words, 3, &size))
        return false;
    if (!sim_poke(gdb->sim, address, &value, size) &&
        !sim_device_write(gdb->sim, address, size, value))
        say_rejected(gdb, address);
    return true;
}

/* ---- the table ---- */

static const struct row rows[] = {
    {"help", "", "this list", help},
    {"reset", "", "power-on reset, halted at the reset handler; memories stay", reset},
    {"status", "", "time, registers, fault status", status},
    {"map", "", "memories and devices", map},
    {"read", "ADDRESS [8|16|32]", "read one register of a device, as the guest would", read},
    {"write", "ADDRESS VALUE [8|16|32]", "write one", write},
    {"devices", "on|off", "let x, print and watch lists of gdb read devices (off)", devices},
    {"steps", "into|over", "steps enter the handlers of interrupts, or run them (over)", steps},
    {"faults", "stop|run", "stop where a fault's handler begins (run)", faults},
};

static const struct row *row_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}

static void split(char *text, struct words *words)
{
    words->count = 0;
    for (char *rest = text, *word; (word = strsep(&rest, " \t")) != NULL;) {
        if (word[0] == '\0')
            continue;
        if (words->count < WORDS_MAX)
            words->word[words->count] = word;
        if (words->count <= WORDS_MAX)
            words->count++;
    }
}

static void say_usage(struct gdb *gdb, const struct row *row)
{
    char line[160];
    snprintf(line, sizeof line, "usage: monitor %s %s\n", row->name, row->arguments);
    gdb_send_console(gdb, line);
}

void gdb_monitor(struct gdb *gdb, char *text)
{
    struct words words;
    const struct row *row;
    split(text, &words);
    for (size_t k = 0; words.count != 0 && (row = row_at(k)) != NULL; k++) {
        if (strcmp(row->name, words.word[0]) != 0)
            continue;
        bool too_many = words.count > WORDS_MAX || (words.count > 1 && row->arguments[0] == '\0');
        if (too_many || !row->run(gdb, &words))
            say_usage(gdb, row);
        return;
    }
    gdb_send_console(gdb, "no such command; monitor help lists them\n");
}
