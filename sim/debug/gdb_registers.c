/* gdb's view of the registers: numbers, target description, packets.
 * SPDX-License-Identifier: MIT
 */
#include "sim/debug/gdb_session.h"

enum feature { PROFILE, SYSTEM, MAINLINE, LIMITS, FLOAT };

struct row {
    enum feature feature;
    const char *name;
    int reg;        /* of sim.h */
    unsigned words; /* registers from reg on */
    const char *attributes;
};

static const struct row rows[] = {
#define GDB_REGISTER(feature, name, reg, words, attributes) {feature, name, reg, words, attributes},
#include "sim/debug/registers.def"
#undef GDB_REGISTER
};

#define ROWS (sizeof rows / sizeof rows[0])

static bool has(const struct gdb *gdb, const struct row *row)
{
    struct sim_core_info core = sim_core_info(gdb->sim);
    switch (row->feature) {
    case MAINLINE:
        return core.mainline;
    case LIMITS:
        return core.splim;
    case FLOAT:
        return core.fpu;
    case PROFILE:
    case SYSTEM:
        break;
    }
    return true;
}

/* Row of a register number, NULL where this core has none; the numbers are the same on all. */
static const struct row *row_at(const struct gdb *gdb, uint32_t number)
{
    return number < ROWS && has(gdb, &rows[number]) ? &rows[number] : NULL;
}

static void add_value(const struct gdb *gdb, const struct row *row, struct gdb_text *text)
{
    for (unsigned k = 0; k < row->words; k++) {
        uint32_t value = sim_register(gdb->sim, row->reg + (int)k);
        gdb_text_hex(text, &value, sizeof value);
    }
}

#define ROW_WORDS_MAX 2

/* The words of a row. */
static bool take_value(struct gdb_cursor *cursor, const struct row *row,
                       uint32_t value[static ROW_WORDS_MAX])
{
    for (unsigned k = 0; k < row->words; k++) {
        value[k] = 0;
        for (unsigned shift = 0; shift < 32; shift += 8) {
            uint8_t byte;
            if (!gdb_take_byte(cursor, &byte))
                return false;
            value[k] |= (uint32_t)byte << shift;
        }
    }
    return true;
}

/* Only what changes is set: SP and the bank that it is of may both be in a packet. */
static void set_value(struct gdb *gdb, const struct row *row,
                      const uint32_t value[static ROW_WORDS_MAX])
{
    for (unsigned k = 0; k < row->words; k++)
        if (value[k] != sim_register(gdb->sim, row->reg + (int)k))
            sim_set_register(gdb->sim, row->reg + (int)k, value[k]);
}

void gdb_read_registers(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    for (uint32_t number = 0; number < ROWS; number++)
        if (row_at(gdb, number) != NULL)
            add_value(gdb, row_at(gdb, number), &gdb->reply);
}

void gdb_write_registers(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t value[ROW_WORDS_MAX];
    for (uint32_t number = 0; number < ROWS && cursor->at != cursor->end; number++) {
        const struct row *row = row_at(gdb, number);
        if (row == NULL)
            continue;
        if (!take_value(cursor, row, value)) {
            gdb_reply(gdb, GDB_ERROR_SYNTAX);
            return;
        }
        set_value(gdb, row, value);
    }
    gdb_reply(gdb, GDB_OK);
}

void gdb_read_register(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t number;
    if (gdb_take_hex(cursor, &number) && row_at(gdb, number) != NULL)
        add_value(gdb, row_at(gdb, number), &gdb->reply);
    else
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
}

void gdb_write_register(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t number, value[ROW_WORDS_MAX];
    if (gdb_take_hex(cursor, &number) && gdb_take(cursor, "=") && row_at(gdb, number) != NULL &&
        take_value(cursor, row_at(gdb, number), value)) {
        set_value(gdb, row_at(gdb, number), value);
        gdb_reply(gdb, GDB_OK);
    } else {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
    }
}

static const char *feature_name(enum feature feature)
{
    switch (feature) {
    case PROFILE:
        return "org.gnu.gdb.arm.m-profile";
    case FLOAT:
        return "org.gnu.gdb.arm.vfp";
    case SYSTEM:
    case MAINLINE:
    case LIMITS:
        break;
    }
    return "org.gnu.gdb.arm.m-system";
}

void gdb_add_target_xml(const struct gdb *gdb, struct gdb_text *text)
{
    const char *feature = NULL;
    gdb_text_print(text, "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
                         "<target version=\"1.0\">\n<architecture>arm</architecture>\n");
    for (uint32_t number = 0; number < ROWS; number++) {
        const struct row *row = row_at(gdb, number);
        if (row == NULL)
            continue;
        if (feature != feature_name(row->feature)) {
            gdb_text_print(text, "%s<feature name=\"%s\">\n", feature != NULL ? "</feature>\n" : "",
                           feature_name(row->feature));
            feature = feature_name(row->feature);
        }
        gdb_text_print(text, "<reg name=\"%s\" bitsize=\"%u\" regnum=\"%u\"%s/>\n", row->name,
                       32 * row->words, (unsigned)number, row->attributes);
    }
    gdb_text_print(text, "</feature>\n</target>\n");
}

void gdb_add_expedited(const struct gdb *gdb, struct gdb_text *text)
{
    static const uint8_t first[] = {7, SIM_REG_SP, SIM_REG_LR, SIM_REG_PC, SIM_REG_XPSR};
    for (size_t k = 0; k < sizeof first; k++) {
        gdb_text_print(text, "%02x:", first[k]);
        add_value(gdb, &rows[first[k]], text);
        gdb_text_print(text, ";");
    }
}
