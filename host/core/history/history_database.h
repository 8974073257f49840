/* What the files of the history share: the open database and its errors.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <sqlite3.h>
#include <sys/stat.h>

#include "history.h"

struct history {
    sqlite3 *database;
    char *path;
    int failed;         /* the newest error, SQLITE_...; 0 for none */
    bool at_rest;       /* read without locks: the file must not change */
    struct stat opened; /* then: how it was */
};

/* Says what SQLite found, and what to do; returns false. */
bool history_fail(struct history *history, struct error *error);
bool history_execute(struct history *history, const char *sql, struct error *error);
/* NULL and error. */
sqlite3_stmt *history_prepare(struct history *history, const char *sql, struct error *error);
/* Whether what was read holds: false and error where another process wrote a file at rest. */
bool history_unchanged(const struct history *history, struct error *error);
