/* Keeps a judged run in a history.
 * SPDX-License-Identifier: MIT
 */
#include "history_keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "cli.h"
#include "host/core/history/history.h"

const char *history_path(const char *option)
{
    const char *path = option != NULL ? option : getenv("TAILCHAIN_HISTORY");
    return path != NULL && path[0] != '\0' ? path : NULL;
}

const char *history_commit(char *commit, size_t size)
{
    commit[0] = '\0';
    FILE *git = popen("git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null", "r");
    if (git == NULL)
        return commit;
    if (fgets(commit, (int)size, git) == NULL)
        commit[0] = '\0';
    commit[strcspn(commit, "\n")] = '\0';
    pclose(git);
    return commit;
}

int history_keep(const struct history_keep *keep)
{
    char commit[96], added[32];
    struct error error;
    int64_t id;
    time_t now = time(NULL);
    struct tm utc;
    struct utsname host;
    char system[256] = "";
    if (uname(&host) == 0)
        snprintf(system, sizeof system, "%.64s %.64s %.64s", host.sysname, host.release,
                 host.machine);
    strftime(added, sizeof added, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    struct history_entry entry = {
        .run = keep->run,
        .identity = keep->identity,
        .environment = keep->environment,
        .capture = keep->capture->bytes,
        .capture_bytes = keep->capture->length,
        .source = keep->source,
        .commit = keep->commit != NULL ? keep->commit : history_commit(commit, sizeof commit),
        .label = keep->label,
        .tool = TAILCHAIN_VERSION,
        .added = added,
        .host = system};
    struct history *history = history_open(keep->path, true, &error);
    if (history == NULL)
        return cli_fail(&error);
    bool ok = history_add(history, &entry, &id, &error);
    history_close(history);
    if (!ok)
        return cli_fail(&error);
    fprintf(stderr, "%s: %s is run %" PRId64 "\n", keep->path, keep->source, id);
    return EXIT_YES;
}
