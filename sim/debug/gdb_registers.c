/* gdb's view of the registers: numbers, target description, packets.
 * SPDX-License-Identifier: MIT
 */
#include "sim/debug/gdb_session.h"

enum feature { PROFILE, SYSTEM, MAINLINE, LIMITS };

struct row {
    enum feature feature;
    const char *name;
    int reg; /* of sim.h */
    const char *attributes;
};

static const struct row rows[] = {
#define GDB_REGISTER(feature, name, reg, attributes) {feature, name, reg, attributes},
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
    uint32_t value = sim_register(gdb->sim, row->reg);
    gdb_text_hex(text, &value, sizeof value);
}

static bool take_value(struct gdb_cursor *cursor, uint32_t *value)
{
    *value = 0;
    for (unsigned k = 0; k < sizeof *value; k++) {
        uint8_t byte;
        if (!gdb_take_byte(cursor, &byte))
            return false;
        *value |= (uint32_t)byte << 8 * k;
    }
    return true;
}

void gdb_read_registers(struct gdb *gdb, struct gdb_cursor *cursor)
{
    (void)cursor;
    for (uint32_t number = 0; number < ROWS; number++)
        if (row_at(gdb, number) != NULL)
            add_value(gdb, row_at(gdb, number), &gdb->reply);
}

/* Only what changes is written: SP and the bank that it is of are both in the packet. */
static void set_changed(struct gdb *gdb, const struct row *row, uint32_t value)
{
    if (value != sim_register(gdb->sim, row->reg))
        sim_set_register(gdb->sim, row->reg, value);
}

void gdb_write_registers(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t value;
    for (uint32_t number = 0; number < ROWS && cursor->at != cursor->end; number++) {
        if (row_at(gdb, number) == NULL)
            continue;
        if (!take_value(cursor, &value)) {
            gdb_reply(gdb, GDB_ERROR_SYNTAX);
            return;
        }
        set_changed(gdb, row_at(gdb, number), value);
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
    uint32_t number, value;
    if (gdb_take_hex(cursor, &number) && gdb_take(cursor, "=") && take_value(cursor, &value) &&
        row_at(gdb, number) != NULL) {
        sim_set_register(gdb->sim, row_at(gdb, number)->reg, value);
        gdb_reply(gdb, GDB_OK);
    } else {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
    }
}

void gdb_add_target_xml(const struct gdb *gdb, struct gdb_text *text)
{
    gdb_text_print(text, "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
                         "<target version=\"1.0\">\n<architecture>arm</architecture>\n"
                         "<feature name=\"org.gnu.gdb.arm.m-profile\">\n");
    for (uint32_t number = 0; number < ROWS; number++) {
        const struct row *row = row_at(gdb, number);
        if (row == NULL)
            continue;
        if (row->feature == SYSTEM && rows[number - 1].feature == PROFILE)
            gdb_text_print(text, "</feature>\n<feature name=\"org.gnu.gdb.arm.m-system\">\n");
        gdb_text_print(text, "<reg name=\"%s\" bitsize=\"32\" regnum=\"%u\"%s/>\n", row->name,
                       (unsigned)number, row->attributes);
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
