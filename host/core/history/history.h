/* Runs kept in one SQLite file, with their whole environment and every byte that was captured.
 * SPDX-License-Identifier: MIT
 *
 * Several processes may add at the same time (write-ahead log; a writer waits up to
 * HISTORY_WAIT_MS for another). The host's date is kept for people only: no result depends on it,
 * order is the order of adding. The file is hostile until proven otherwise: what SQLite calls
 * damaged, what is no history and what is of a later schema is an error, and is left as it is.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/buf.h"
#include "host/base/error.h"
#include "host/core/verify/identity.h"

#define HISTORY_SCHEMA 1
#define HISTORY_WAIT_MS 30000
/* Of one capture, bytes; a run of the bench has half a megabyte. */
#define HISTORY_CAPTURE_MAX (256u << 20)

struct history;

/* create: makes the file where there is none, and opens it for adding; otherwise it is for reading,
 * also where nothing can be written (another's file, a read-only medium, a full disk) as long as no
 * log beside it holds runs that it has not. NULL and error. */
struct history *history_open(const char *path, bool create, struct error *error);
void history_close(struct history *history);

/* What is kept of a run besides what it says of itself. Texts may be NULL. */
struct history_entry {
    const struct run *run;
    const struct identity *identity;
    const struct environment *environment; /* of a simulated run, or of the board's image; NULL */
    const char *capture;                   /* every byte */
    size_t capture_bytes;                  /* at most HISTORY_CAPTURE_MAX */
    const char *source;                    /* file or image, for people */
    const char *commit, *label, *tool;     /* tool: version of tailchain */
    const char *added;                     /* the host's date, for people */
    const char *host;                      /* its system, likewise */
};

/* All of it or nothing. *id: its number. */
bool history_add(struct history *history, const struct history_entry *entry, int64_t *id,
                 struct error *error);

/* One run as it is listed. */
struct history_run {
    int64_t id;
    char *added, *commit, *label, *tool, *source; /* "" where not given */
    struct identity identity;
};

struct history_list {
    struct history_run *runs; /* in order of adding */
    size_t count, capacity;
};

/* Texts are NULL for any. */
struct history_filter {
    const char *board, *commit, *label, *origin, *bench;
    int64_t id;  /* 0 for any */
    size_t last; /* how many at most, the newest; 0 for all */
};

/* list must be empty. */
bool history_find(struct history *history, const struct history_filter *filter,
                  struct history_list *list, struct error *error);
void history_list_free(struct history_list *list);

/* The bytes that were captured. False and error where there is no such run. */
bool history_capture(struct history *history, int64_t id, struct buf *capture, struct error *error);

/* What else is known of a run: one row each, in order of key. */
bool history_facts(struct history *history, int64_t id,
                   void (*row)(void *context, const char *key, const char *value), void *context,
                   struct error *error);

/* One measurement of a run. */
struct history_result {
    char *name, *phase; /* phase "" where none */
    uint64_t n, hz;
    double ticks[STATS_ITEMS]; /* avg with its fraction where there were samples */
};
struct history_results {
    struct history_result *list;
    size_t count, capacity;
};
/* In order of the run. results must be empty. */
bool history_results(struct history *history, int64_t id, struct history_results *results,
                     struct error *error);
void history_results_free(struct history_results *results);
