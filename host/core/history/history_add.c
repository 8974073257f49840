/* Adds a run to a history, all of it or nothing.
 * SPDX-License-Identifier: MIT
 */
#include "history_database.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "host/core/compare/compare.h"
#include "host/core/run/facts.h"
#include "host/base/xalloc.h"

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text != NULL ? text : "", -1, SQLITE_TRANSIENT);
}

static bool step_done(struct history *history, sqlite3_stmt *statement, struct error *error)
{
    bool ok = sqlite3_step(statement) == SQLITE_DONE;
    if (!ok)
        history_fail(history, error);
    sqlite3_reset(statement);
    return ok;
}

static bool add_run(struct history *history, const struct history_entry *entry, int64_t *id,
                    struct error *error)
{
    sqlite3_stmt *insert =
        history_prepare(history,
                        "INSERT INTO run (added, commit_id, label, tool, source, "
                        "capture, capture_bytes) VALUES (?, ?, ?, ?, ?, ?, ?)",
                        error);
    if (insert == NULL)
        return false;
    uLongf size = compressBound(entry->capture_bytes);
    unsigned char *packed = xcalloc(size, 1);
    bool ok = compress2(packed, &size, (const unsigned char *)entry->capture, entry->capture_bytes,
                        Z_DEFAULT_COMPRESSION) == Z_OK;
    bind_text(insert, 1, entry->added);
    bind_text(insert, 2, entry->commit);
    bind_text(insert, 3, entry->label);
    bind_text(insert, 4, entry->tool);
    bind_text(insert, 5, entry->source);
    sqlite3_bind_blob64(insert, 6, packed, size, SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 7, (sqlite3_int64)entry->capture_bytes);
    if (!ok)
        error_set(error, "%s: the capture cannot be packed", history->path);
    ok = ok && step_done(history, insert, error);
    *id = sqlite3_last_insert_rowid(history->database);
    sqlite3_finalize(insert);
    free(packed);
    return ok;
}

struct adding {
    struct history *history;
    sqlite3_stmt *insert;
    int64_t id;
    bool ok;
    struct error *error;
};

static void add_fact(struct adding *adding, const char *key, const char *value)
{
    if (value == NULL || !adding->ok)
        return;
    sqlite3_bind_int64(adding->insert, 1, adding->id);
    bind_text(adding->insert, 2, key);
    bind_text(adding->insert, 3, value);
    adding->ok = step_done(adding->history, adding->insert, adding->error);
}

static void add_number_fact(struct adding *adding, const char *key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    add_fact(adding, key, text);
}

/* "identity.core", "note.flags", "sim.cycles". */
static void add_all_facts(struct adding *adding, const struct history_entry *entry)
{
    char key[64];
    for (int field = 0; field < identity_field_count(); field++) {
        snprintf(key, sizeof key, "identity.%s", identity_field_name(field));
        add_fact(adding, key, entry->identity->value[field]);
    }
    add_fact(adding, "host.system", entry->host);
    const struct environment *environment = entry->environment;
    if (environment == NULL)
        return;
    add_fact(adding, "image.sha256", environment->image_sha256);
    for (int i = 0; i < NOTE_KEYS; i++) {
        snprintf(key, sizeof key, "note.%s", note_key_name[i]);
        add_fact(adding, key, environment->note[i]);
    }
    if (environment->engine == NULL)
        return;
    add_fact(adding, "sim.engine", environment->engine);
    add_number_fact(adding, "sim.core_hz", environment->core_hz);
    add_number_fact(adding, "sim.cycles", environment->cycles);
    add_number_fact(adding, "sim.instructions", environment->instructions);
    add_number_fact(adding, "sim.flash_bytes", environment->flash_bytes);
    add_number_fact(adding, "sim.ram_bytes", environment->ram_bytes);
    for (int i = 0; i < environment->knob_count; i++) {
        snprintf(key, sizeof key, "knob.%.40s", environment->knobs[i].name);
        add_number_fact(adding, key, environment->knobs[i].value);
    }
}

static bool add_facts(struct history *history, const struct history_entry *entry, int64_t id,
                      struct error *error)
{
    struct adding adding = {history, NULL, id, true, error};
    adding.insert =
        history_prepare(history, "INSERT INTO fact (run, key, value) VALUES (?, ?, ?)", error);
    if (adding.insert == NULL)
        return false;
    add_all_facts(&adding, entry);
    sqlite3_finalize(adding.insert);
    return adding.ok;
}

static bool add_results(struct history *history, const struct run *run, int64_t id,
                        struct error *error)
{
    sqlite3_stmt *insert = history_prepare(
        history,
        "INSERT INTO result (run, position, phase, name, n, hz, min, avg, p99, max) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        error);
    bool ok = insert != NULL;
    for (size_t i = 0; ok && i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        const struct stats *stats = facts_stats(series);
        if (stats == NULL)
            continue;
        sqlite3_bind_int64(insert, 1, id);
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)i);
        bind_text(insert, 3, series->phase);
        bind_text(insert, 4, series->name);
        sqlite3_bind_int64(insert, 5, (sqlite3_int64)stats->n);
        sqlite3_bind_int64(insert, 6, (sqlite3_int64)stats->hz);
        for (int item = 0; item < STATS_ITEMS; item++)
            sqlite3_bind_double(insert, 7 + item,
                                item == STATS_AVG ? compare_average(series, series->has_computed)
                                                  : (double)stats->ticks[item]);
        ok = step_done(history, insert, error);
    }
    sqlite3_finalize(insert);
    return ok;
}

bool history_add(struct history *history, const struct history_entry *entry, int64_t *id,
                 struct error *error)
{
    if (entry->capture_bytes > HISTORY_CAPTURE_MAX) {
        error_set(error, "%s: has %zu bytes, a history takes up to %u; add its runs one by one",
                  entry->source, entry->capture_bytes, HISTORY_CAPTURE_MAX);
        return false;
    }
    if (!history_execute(history, "BEGIN IMMEDIATE", error))
        return false;
    if (add_run(history, entry, id, error) && add_facts(history, entry, *id, error) &&
        add_results(history, entry->run, *id, error) && history_execute(history, "COMMIT", error))
        return true;
    sqlite3_exec(history->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
