/* Resuming and stopping: breakpoints, watchpoints, steps, stop replies.
 * SPDX-License-Identifier: MIT
 *
 * A step executes the client's instruction and, before it, what the board would execute before it:
 * where an interrupt is due, its whole handler, unless the client wants to see that. So stepping
 * changes nothing of what the guest does. Handlers of faults are always entered.
 */
#include "sim/debug/gdb_session.h"

/* Steps between two looks at what the client says. */
#define STEPS_MAX 20000u

/* xPSR: number of the active exception; NMI and the faults are those up to 6. */
#define EXCEPTION_MASK 0x1FFu
#define LAST_FAULT 6u

/* Signals as gdb numbers them (include/gdb/signals.def). */
enum { SIGNAL_INT = 2, SIGNAL_ILL = 4, SIGNAL_TRAP = 5, SIGNAL_BUS = 10, SIGNAL_SEGV = 11 };

/* ---- breakpoints and watchpoints ---- */

static bool is_watchpoint(enum gdb_point_type type)
{
    return type == GDB_POINT_WRITE || type == GDB_POINT_READ || type == GDB_POINT_ACCESS;
}

static size_t find_point(const struct gdb *gdb, const struct gdb_point *wanted)
{
    size_t k = 0;
    while (k < gdb->points &&
           (gdb->point[k].type != wanted->type || gdb->point[k].address != wanted->address ||
            gdb->point[k].size != wanted->size))
        k++;
    return k;
}

/* Several points may be one breakpoint of the board. */
static bool is_wanted(const struct gdb *gdb, uint32_t address)
{
    for (size_t k = 0; k < gdb->points; k++)
        if (!is_watchpoint(gdb->point[k].type) && gdb->point[k].address == address)
            return true;
    return false;
}

static bool set_point(struct gdb *gdb, const struct gdb_point *point, bool on)
{
    static const enum sim_watch watch[] = {[GDB_POINT_WRITE] = SIM_WATCH_WRITE,
                                           [GDB_POINT_READ] = SIM_WATCH_READ,
                                           [GDB_POINT_ACCESS] = SIM_WATCH_ACCESS};
    struct sim_error error;
    if (is_watchpoint(point->type))
        return sim_watchpoint(gdb->sim, point->address, point->size, watch[point->type], on,
                              &error);
    return sim_breakpoint(gdb->sim, point->address, on, &error);
}

static bool insert(struct gdb *gdb, const struct gdb_point *point)
{
    if (find_point(gdb, point) < gdb->points)
        return true;
    if (gdb->points == GDB_POINTS_MAX || !set_point(gdb, point, true))
        return false;
    gdb->point[gdb->points++] = *point;
    return true;
}

static void take_out(struct gdb *gdb, const struct gdb_point *point)
{
    size_t index = find_point(gdb, point);
    if (index == gdb->points)
        return;
    struct gdb_point gone = gdb->point[index];
    gdb->point[index] = gdb->point[--gdb->points];
    if (is_watchpoint(gone.type) || !is_wanted(gdb, gone.address))
        set_point(gdb, &gone, false);
}

void gdb_remove_points(struct gdb *gdb)
{
    while (gdb->points != 0) {
        struct gdb_point last = gdb->point[gdb->points - 1];
        take_out(gdb, &last);
    }
    gdb->in_handler = false;
}

/* type,address,kind: kind is the size of a watchpoint, and of no interest in a breakpoint. */
static bool take_point(struct gdb_cursor *cursor, struct gdb_point *point)
{
    uint32_t type;
    if (!gdb_take_hex(cursor, &type) || !gdb_take(cursor, ",") ||
        !gdb_take_hex(cursor, &point->address) || !gdb_take(cursor, ",") ||
        !gdb_take_hex(cursor, &point->size) || type >= GDB_POINT_TYPES)
        return false;
    point->type = (enum gdb_point_type)type;
    if (!is_watchpoint(point->type)) {
        point->address &= ~UINT32_C(1);
        point->size = 0;
    }
    return true;
}

void gdb_insert_point(struct gdb *gdb, struct gdb_cursor *cursor)
{
    struct gdb_point point;
    if (!take_point(cursor, &point))
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
    else
        gdb_reply(gdb, insert(gdb, &point) ? GDB_OK : GDB_ERROR_FULL);
}

void gdb_remove_point(struct gdb *gdb, struct gdb_cursor *cursor)
{
    struct gdb_point point;
    if (!take_point(cursor, &point)) {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
        return;
    }
    take_out(gdb, &point);
    gdb_reply(gdb, GDB_OK);
}

/* ---- stop replies ---- */

static int signal_of(enum sim_stop_reason reason)
{
    switch (reason) {
    case SIM_STOP_REQUESTED:
        return SIGNAL_INT;
    case SIM_STOP_LOCKUP:
    case SIM_STOP_FAULT:
        return SIGNAL_SEGV;
    case SIM_STOP_STRICT:
        return SIGNAL_BUS;
    case SIM_STOP_MISSING:
        return SIGNAL_ILL;
    case SIM_STOP_LIMIT:
    case SIM_STOP_BREAKPOINT:
    case SIM_STOP_AT_BREAKPOINT:
    case SIM_STOP_AT_WATCHPOINT:
    case SIM_STOP_STEPPED:
    case SIM_STOP_EXIT:
        break;
    }
    return SIGNAL_TRAP;
}

static const char *watch_name(enum sim_watch watch)
{
    switch (watch) {
    case SIM_WATCH_READ:
        return "rwatch";
    case SIM_WATCH_ACCESS:
        return "awatch";
    case SIM_WATCH_WRITE:
        break;
    }
    return "watch";
}

void gdb_stop_reply(struct gdb *gdb)
{
    const struct sim_stop *stop = &gdb->stop;
    struct gdb_text *text = &gdb->reply;
    if (gdb->state == GDB_EXITED) {
        gdb_text_print(text, "W%02x", (unsigned)stop->status & 0xFFu);
        return;
    }
    gdb_text_print(text, "T%02xthread:1;", (unsigned)signal_of(stop->reason));
    if (stop->reason == SIM_STOP_AT_WATCHPOINT)
        gdb_text_print(text, "%s:%x;", watch_name(stop->watch), (unsigned)stop->address);
    gdb_add_expedited(gdb, text);
}

/* What the client could not guess from the signal. */
static bool needs_words(enum sim_stop_reason reason)
{
    return reason == SIM_STOP_LOCKUP || reason == SIM_STOP_STRICT || reason == SIM_STOP_MISSING ||
           reason == SIM_STOP_FAULT || reason == SIM_STOP_BREAKPOINT || reason == SIM_STOP_EXIT;
}

static void halt(struct gdb *gdb, const struct sim_stop *stop)
{
    bool with_client = gdb->state == GDB_RUNNING;
    gdb->stop = *stop;
    gdb->state = stop->reason == SIM_STOP_EXIT ? GDB_EXITED : GDB_HALTED;
    if (!with_client)
        return;
    if (needs_words(stop->reason)) {
        gdb_send_console(gdb, stop->text);
        gdb_send_console(gdb, "\n");
    }
    gdb->reply.length = 0;
    gdb->has_reply = true;
    gdb_stop_reply(gdb);
    gdb_send_packet(gdb, &gdb->reply);
}

/* ---- steps ---- */

static struct gdb_point return_point(const struct gdb *gdb)
{
    return (struct gdb_point){GDB_POINT_RETURN, gdb->return_pc, 0};
}

static bool has_returned(const struct gdb *gdb)
{
    return sim_register(gdb->sim, SIM_REG_PC) == gdb->return_pc &&
           sim_register(gdb->sim, SIM_REG_SP) == gdb->return_sp &&
           (sim_register(gdb->sim, SIM_REG_XPSR) & EXCEPTION_MASK) == gdb->return_exception;
}

/* The client's own breakpoint at the place that the handler returns to counts in other contexts. */
static bool is_clients(const struct gdb *gdb, uint32_t address)
{
    struct gdb_point point = {GDB_POINT_SOFTWARE, address, 0};
    bool found = find_point(gdb, &point) < gdb->points;
    point.type = GDB_POINT_HARDWARE;
    return found || find_point(gdb, &point) < gdb->points;
}

/* Runs the handler to where it returns to. False: the run stopped for good, or time is up. */
static bool finish_handler(struct gdb *gdb, uint64_t limit_ns, struct sim_stop *stop)
{
    struct gdb_point point = return_point(gdb);
    do
        *stop = sim_run(gdb->sim, limit_ns);
    while (stop->reason == SIM_STOP_AT_BREAKPOINT && stop->pc == gdb->return_pc &&
           !has_returned(gdb) && !is_clients(gdb, stop->pc));
    if (stop->reason == SIM_STOP_LIMIT)
        return false;
    bool returned = stop->reason == SIM_STOP_AT_BREAKPOINT && has_returned(gdb);
    gdb->in_handler = false;
    take_out(gdb, &point);
    return returned;
}

/* One instruction of the client's. False: the run stopped for another reason, or time is up. */
static bool step(struct gdb *gdb, uint64_t limit_ns, struct sim_stop *stop)
{
    for (;;) {
        if (gdb->in_handler && !finish_handler(gdb, limit_ns, stop))
            return false;
        gdb->return_pc = sim_register(gdb->sim, SIM_REG_PC);
        gdb->return_sp = sim_register(gdb->sim, SIM_REG_SP);
        gdb->return_exception = sim_register(gdb->sim, SIM_REG_XPSR) & EXCEPTION_MASK;
        uint64_t instructions = sim_instructions(gdb->sim);
        *stop = sim_step(gdb->sim, limit_ns);
        if (stop->reason != SIM_STOP_STEPPED)
            return false;
        uint32_t exception = sim_register(gdb->sim, SIM_REG_XPSR) & EXCEPTION_MASK;
        if (sim_instructions(gdb->sim) != instructions)
            return true;
        /* It has given way to an exception that is not entered yet, or is a fault of its own. */
        if (exception == gdb->return_exception)
            continue;
        if (gdb->into_handlers || exception <= LAST_FAULT)
            return true;
        struct gdb_point point = return_point(gdb);
        gdb->in_handler = insert(gdb, &point);
        if (!gdb->in_handler)
            return true;
    }
}

static void run_steps(struct gdb *gdb, uint64_t limit_ns)
{
    struct sim_stop stop;
    for (unsigned k = 0; k < STEPS_MAX; k++) {
        if (!step(gdb, limit_ns, &stop)) {
            if (stop.reason != SIM_STOP_LIMIT)
                halt(gdb, &stop);
            return;
        }
        uint32_t pc = sim_register(gdb->sim, SIM_REG_PC);
        if (gdb->motion == GDB_STEP || pc < gdb->range_start || pc >= gdb->range_end) {
            halt(gdb, &stop);
            return;
        }
    }
}

void gdb_run(struct gdb *gdb, uint64_t slice_ns)
{
    if (gdb->state != GDB_RUNNING && gdb->state != GDB_DETACHED)
        return;
    uint64_t limit_ns = sim_time_ns(gdb->sim) + slice_ns;
    if (gdb->state == GDB_RUNNING && gdb->motion != GDB_CONTINUE) {
        run_steps(gdb, limit_ns);
        return;
    }
    struct sim_stop stop = sim_run(gdb->sim, limit_ns);
    if (stop.reason != SIM_STOP_LIMIT)
        halt(gdb, &stop);
}

void gdb_interrupt(struct gdb *gdb)
{
    struct gdb_point point = return_point(gdb);
    if (gdb->in_handler)
        take_out(gdb, &point);
    gdb->in_handler = false;
    halt(gdb, &(struct sim_stop){.reason = SIM_STOP_REQUESTED,
                                 .pc = sim_register(gdb->sim, SIM_REG_PC),
                                 .cycles = sim_cycles(gdb->sim)});
}

void gdb_reset(struct gdb *gdb)
{
    sim_reset(gdb->sim);
    gdb->state = GDB_HALTED;
    gdb->stop =
        (struct sim_stop){.reason = SIM_STOP_STEPPED, .pc = sim_register(gdb->sim, SIM_REG_PC)};
}

/* ---- packets ---- */

static void resume(struct gdb *gdb, enum gdb_motion motion)
{
    gdb->motion = motion;
    gdb->state = GDB_RUNNING;
    gdb->has_reply = false;
}

static void resume_at(struct gdb *gdb, struct gdb_cursor *cursor, enum gdb_motion motion)
{
    uint32_t address;
    if (gdb_take_hex(cursor, &address))
        sim_set_register(gdb->sim, SIM_REG_PC, address);
    resume(gdb, motion);
}

void gdb_continue(struct gdb *gdb, struct gdb_cursor *cursor)
{
    resume_at(gdb, cursor, GDB_CONTINUE);
}

void gdb_step(struct gdb *gdb, struct gdb_cursor *cursor)
{
    resume_at(gdb, cursor, GDB_STEP);
}

/* vCont;action[:thread]...: there is one thread, so the first action is meant for it. */
void gdb_resume(struct gdb *gdb, struct gdb_cursor *cursor)
{
    if (gdb_take(cursor, ";r") && gdb_take_hex(cursor, &gdb->range_start) &&
        gdb_take(cursor, ",") && gdb_take_hex(cursor, &gdb->range_end))
        resume(gdb, GDB_STEP_RANGE);
    else if (gdb_take(cursor, ";c") || gdb_take(cursor, ";C"))
        resume(gdb, GDB_CONTINUE);
    else if (gdb_take(cursor, ";s") || gdb_take(cursor, ";S"))
        resume(gdb, GDB_STEP);
    else
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
}
