/* Opens a history, makes it and takes older ones along.
 * SPDX-License-Identifier: MIT
 */
#include "history_database.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/buf.h"
#include "host/base/xalloc.h"

#define APPLICATION_ID 0x54434C4E /* "TCLN", tells a history from other SQLite files */
#define BUSY_RETRIES 300
#define BUSY_SLEEP_US 20000

/* By version: [n] takes a file from schema n to n + 1. */
static const char *const migrations[HISTORY_SCHEMA] = {
    "CREATE TABLE run (id INTEGER PRIMARY KEY AUTOINCREMENT, added TEXT NOT NULL,"
    " commit_id TEXT NOT NULL, label TEXT NOT NULL, tool TEXT NOT NULL, source TEXT NOT NULL,"
    " capture BLOB NOT NULL, capture_bytes INTEGER NOT NULL);"
    "CREATE TABLE fact (run INTEGER NOT NULL REFERENCES run (id), key TEXT NOT NULL,"
    " value TEXT NOT NULL, PRIMARY KEY (run, key)) WITHOUT ROWID;"
    "CREATE TABLE result (run INTEGER NOT NULL REFERENCES run (id), position INTEGER NOT NULL,"
    " phase TEXT NOT NULL, name TEXT NOT NULL, n INTEGER NOT NULL, hz INTEGER NOT NULL,"
    " min REAL NOT NULL, avg REAL NOT NULL, p99 REAL NOT NULL, max REAL NOT NULL,"
    " PRIMARY KEY (run, position)) WITHOUT ROWID;",
};

/* ---- errors ---- */

static bool is_no_room(int code, int system)
{
    return code == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT || system == EFBIG);
}

bool history_fail(struct history *history, struct error *error)
{
    int code = sqlite3_errcode(history->database) & 0xFF;
    int system = sqlite3_system_errno(history->database);
    const char *path = history->path;
    history->failed = code;
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        error_set(error, "%s: is damaged or no history; it was left as it is: use a copy of it",
                  path);
    else if (code == SQLITE_READONLY)
        error_set(error, "%s: is read-only; chmod u+w it and its folder, or use another", path);
    else if (code == SQLITE_BUSY)
        error_set(error, "%s: another process has been writing for %d s; try again", path,
                  HISTORY_WAIT_MS / 1000);
    else if (code == SQLITE_FULL || is_no_room(code, system))
        error_set(error, "%s: nothing was added: %s; make room and try again", path,
                  strerror(code == SQLITE_FULL ? ENOSPC : system));
    else if (code == SQLITE_CANTOPEN)
        error_set(error,
                  "%s: cannot be opened with the files beside it, %s-wal and -shm; you must be "
                  "able to write it and its folder, or use a copy of it and of %s-wal",
                  path, path, path);
    else if (code == SQLITE_IOERR && system != 0)
        error_set(error, "%s: %s: %s", path, sqlite3_errmsg(history->database), strerror(system));
    else
        error_set(error, "%s: %s", path, sqlite3_errmsg(history->database));
    return false;
}

bool history_execute(struct history *history, const char *sql, struct error *error)
{
    return sqlite3_exec(history->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           history_fail(history, error);
}

sqlite3_stmt *history_prepare(struct history *history, const char *sql, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(history->database, sql, -1, &statement, NULL) != SQLITE_OK)
        history_fail(history, error);
    return statement;
}

/* ---- opening ---- */

static bool read_pragma(struct history *history, const char *sql, int64_t *value,
                        struct error *error)
{
    sqlite3_stmt *statement = history_prepare(history, sql, error);
    if (statement == NULL)
        return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *value = sqlite3_column_int64(statement, 0);
    else
        history_fail(history, error);
    sqlite3_finalize(statement);
    return ok;
}

/* A table that is none of ours may compute its rows, for ever or without end: views, triggers,
 * generated columns. Its text must be that of a migration. */
static bool is_ours(sqlite3_stmt *object)
{
    const char *type = (const char *)sqlite3_column_text(object, 0);
    const char *name = (const char *)sqlite3_column_text(object, 1);
    const char *sql = (const char *)sqlite3_column_text(object, 2);
    if (type == NULL || name == NULL || sql == NULL || strcmp(type, "table") != 0)
        return false;
    bool found = strcmp(name, "sqlite_sequence") == 0;
    for (size_t i = 0; !found && i < sizeof migrations / sizeof migrations[0]; i++)
        found = strstr(migrations[i], sql) != NULL;
    return found;
}

static bool check_tables(struct history *history, struct error *error)
{
    sqlite3_stmt *objects =
        history_prepare(history, "SELECT type, name, sql FROM sqlite_schema", error);
    if (objects == NULL)
        return false;
    int code = SQLITE_ROW;
    bool ok = true;
    while (ok && (code = sqlite3_step(objects)) == SQLITE_ROW)
        ok = is_ours(objects);
    if (!ok)
        error_set(error, "%s: has tables that tailchain did not make; it was left as it is",
                  history->path);
    else if (code != SQLITE_DONE)
        ok = history_fail(history, error);
    sqlite3_finalize(objects);
    return ok;
}

/* Whether the file is ours, and which schema it has; 0 where it is new and empty. */
static bool read_schema(struct history *history, int64_t *schema, struct error *error)
{
    int64_t application = 0, tables = 0;
    if (!read_pragma(history, "PRAGMA application_id", &application, error) ||
        !read_pragma(history, "PRAGMA user_version", schema, error) ||
        !read_pragma(history, "SELECT count(*) FROM sqlite_schema", &tables, error))
        return false;
    if (application != APPLICATION_ID && (application != 0 || *schema != 0 || tables != 0))
        error_set(error, "%s: is a database, but no history of tailchain; name another file",
                  history->path);
    else if (*schema < 0 || *schema > HISTORY_SCHEMA)
        error_set(error,
                  "%s: has schema %" PRId64
                  ", this tailchain knows up to %d; use the newer one that "
                  "wrote it",
                  history->path, *schema, HISTORY_SCHEMA);
    else
        return check_tables(history, error);
    return false;
}

/* The same in one transaction: another process may be making the file right now, and the three
 * reads must see it before or after. */
static bool read_schema_at_once(struct history *history, int64_t *schema, struct error *error)
{
    if (!history_execute(history, "BEGIN", error))
        return false;
    bool ok = read_schema(history, schema, error);
    sqlite3_exec(history->database, "COMMIT", NULL, NULL, NULL);
    return ok;
}

/* In one transaction, so that of several that find an old file one migrates it. */
static bool migrate(struct history *history, struct error *error)
{
    int64_t schema = 0;
    if (!history_execute(history, "BEGIN IMMEDIATE", error))
        return false;
    bool ok = read_schema(history, &schema, error);
    for (int64_t from = schema; ok && from < HISTORY_SCHEMA; from++) {
        char pragma[96];
        snprintf(pragma, sizeof pragma, "PRAGMA application_id=%d; PRAGMA user_version=%" PRId64,
                 APPLICATION_ID, from + 1);
        ok = history_execute(history, migrations[from], error) &&
             history_execute(history, pragma, error);
    }
    if (ok)
        return history_execute(history, "COMMIT", error);
    sqlite3_exec(history->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Changing the mode needs the file alone, for which SQLite does not wait. */
static bool use_write_ahead_log(struct history *history, struct error *error)
{
    for (int try = 0; try < BUSY_RETRIES; try++) {
        int code = sqlite3_exec(history->database, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
        if (code == SQLITE_OK)
            return true;
        if (code != SQLITE_BUSY && code != SQLITE_LOCKED)
            break;
        usleep(BUSY_SLEEP_US);
    }
    return history_fail(history, error);
}

static bool harden(struct history *history, struct error *error)
{
    sqlite3_db_config(history->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(history->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(history->database, SQLITE_LIMIT_LENGTH, (int)HISTORY_CAPTURE_MAX + (1 << 20));
    sqlite3_busy_timeout(history->database, HISTORY_WAIT_MS);
    return history_execute(history, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", error);
}

static bool set_up(struct history *history, bool create, struct error *error)
{
    int64_t schema = 0;
    if (!harden(history, error))
        return false;
    if (create)
        return read_schema_at_once(history, &schema, error) &&
               use_write_ahead_log(history, error) && migrate(history, error);
    if (!read_schema_at_once(history, &schema, error))
        return false;
    if (schema == HISTORY_SCHEMA)
        return true;
    error_set(error,
              schema == 0 ? "%s: is empty; add a run first"
                          : "%s: is of an older tailchain; `history add` takes it along",
              history->path);
    return false;
}

/* Root may write anything; whoever took the write permission away meant it all the same. */
static bool check_file(const char *path, bool create, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        if (create && errno == ENOENT)
            return true;
        error_set(error, "%s: cannot read: %s", path, strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s: is no file; name a history", path);
    } else if (create && (status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0) {
        error_set(error, "%s: is read-only; chmod u+w it, or use another", path);
    } else {
        return true;
    }
    return false;
}

static bool open_database(struct history *history, const char *name, int flags, bool create,
                          struct error *error)
{
    int code = sqlite3_open_v2(name, &history->database, flags, NULL);
    if (code == SQLITE_OK)
        return set_up(history, create, error);
    if (history->database != NULL)
        return history_fail(history, error);
    error_set(error, "%s: out of memory", history->path);
    return false;
}

/* ---- reading where nothing can be written ---- */

/* A reader, too, makes files beside a history that has a write-ahead log. */
static bool is_kept_from_writing(const struct history *history)
{
    return history->failed == SQLITE_CANTOPEN || history->failed == SQLITE_READONLY ||
           history->failed == SQLITE_FULL || history->failed == SQLITE_IOERR;
}

/* A log that is there holds runs that the file itself has not yet. */
static bool has_log(const struct history *history)
{
    struct buf name = {0};
    struct stat status;
    buf_printf(&name, "%s-wal", history->path);
    bool found = stat(name.bytes, &status) == 0 && status.st_size != 0;
    buf_free(&name);
    return found;
}

/* The path as SQLite's URI: whatever means something in one is escaped. */
static char *uri_at_rest(const char *path)
{
    struct buf uri = {0};
    buf_add_text(&uri, path[0] == '/' ? "file://" : "file:");
    for (; *path != '\0'; path++)
        buf_printf(&uri, strchr("%?#", *path) != NULL ? "%%%02X" : "%c", (unsigned char)*path);
    buf_add_text(&uri, "?mode=ro&immutable=1");
    return uri.bytes;
}

/* Without a log nor locks. error stays as it is where that would leave runs out. */
static bool open_at_rest(struct history *history, struct error *error)
{
    if (has_log(history) || stat(history->path, &history->opened) != 0)
        return false;
    sqlite3_close(history->database);
    history->database = NULL;
    history->at_rest = true;
    char *uri = uri_at_rest(history->path);
    bool ok = open_database(history, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, false, error);
    free(uri);
    return ok;
}

bool history_unchanged(const struct history *history, struct error *error)
{
    struct stat now;
    const struct stat *then = &history->opened;
    if (!history->at_rest)
        return true;
    if (!has_log(history) && stat(history->path, &now) == 0 && now.st_size == then->st_size &&
        now.st_mtim.tv_sec == then->st_mtim.tv_sec && now.st_mtim.tv_nsec == then->st_mtim.tv_nsec)
        return true;
    error_set(error, "%s: another process added a run meanwhile; try again", history->path);
    return false;
}

/* ---- */

struct history *history_open(const char *path, bool create, struct error *error)
{
    if (!check_file(path, create, error))
        return NULL;
    struct history *history = xcalloc(1, sizeof *history);
    history->path = xstrndup(path, strlen(path));
    int flags = create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
    if (open_database(history, path, flags, create, error) ||
        (!create && is_kept_from_writing(history) && open_at_rest(history, error)))
        return history;
    history_close(history);
    return NULL;
}

void history_close(struct history *history)
{
    if (history == NULL)
        return;
    sqlite3_close(history->database);
    free(history->path);
    free(history);
}
