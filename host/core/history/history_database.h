/* What the files of the history share: the open database and its errors.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <sqlite3.h>

#include "history.h"

struct history {
    sqlite3 *database;
    char *path;
};

/* Says what SQLite found, and what to do; returns false. */
bool history_fail(const struct history *history, struct error *error);
bool history_execute(struct history *history, const char *sql, struct error *error);
/* NULL and error. */
sqlite3_stmt *history_prepare(struct history *history, const char *sql, struct error *error);
