/* An output file that appears under its name only when it is complete.
 * SPDX-License-Identifier: MIT
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "xalloc.h"

#define NAMES_TRIED 100

static char *copy(const char *text)
{
    return xstrndup(text, strlen(text));
}

static void forget(struct output *output)
{
    free(output->path);
    free(output->target);
    free(output->temporary);
    *output = (struct output){0};
}

/* Root may write anything; whoever took the write permission away meant it all the same. */
static bool may_write(const char *path, const struct stat *status)
{
    if (geteuid() == 0 || geteuid() == status->st_uid)
        return (status->st_mode & S_IWUSR) != 0;
    return access(path, W_OK) == 0;
}

static char *folder_of(const char *path)
{
    char *scratch = copy(path);
    char *folder = copy(dirname(scratch));
    free(scratch);
    return folder;
}

/* The name that a new file will have, with links in its folder followed; NULL and errno. */
static char *in_real_folder(const char *path)
{
    char *folder = folder_of(path);
    char *real = realpath(folder, NULL);
    free(folder);
    if (real == NULL)
        return NULL;
    char *scratch = copy(path);
    struct buf name = {0};
    buf_printf(&name, "%s/%s", strcmp(real, "/") == 0 ? "" : real, basename(scratch));
    free(scratch);
    free(real);
    return name.bytes;
}

static bool check_folder(const char *path, struct error *error)
{
    char *folder = folder_of(path);
    struct stat status;
    bool ok = false;
    if (stat(folder, &status) != 0)
        error_set(error, "%s: cannot write: %s: %s", path, folder, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        error_set(error, "%s: cannot write: %s is no folder", path, folder);
    else if (!may_write(folder, &status))
        error_set(error, "%s: cannot write: folder %s is read-only; choose another or chmod u+w it",
                  path, folder);
    else
        ok = true;
    free(folder);
    return ok;
}

static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The folder's, "/.tailchain-" and what makes it another's than anybody's. */
static char *temporary_name(const char *target, const char *ending)
{
    char *folder = folder_of(target);
    struct buf name = {0};
    buf_printf(&name, "%s/.tailchain-%s", folder, ending);
    free(folder);
    return name.bytes;
}

/* Its way back to a name; there may be no /proc. */
#define DESCRIPTORS "/proc/self/fd"

/* A file without a name, which nothing leaves behind, however the program ends; -1 where the file
 * system or the system has none. */
static int open_unnamed(const char *target)
{
    if (access(DESCRIPTORS, X_OK) != 0)
        return -1;
    char *folder = folder_of(target);
    int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    free(folder);
    return file;
}

static bool open_temporary(struct output *output, mode_t mode, struct error *error)
{
    int file = open_unnamed(output->target);
    if (file < 0) {
        output->temporary = temporary_name(output->target, "XXXXXX");
        file = mkstemp(output->temporary);
    }
    if (file >= 0 && fchmod(file, mode) == 0 && (output->stream = fdopen(file, "w")) != NULL)
        return true;
    error_set(error, "%s: cannot write: %s", output->path, strerror(errno));
    if (file >= 0)
        close(file);
    if (file >= 0 && output->temporary != NULL)
        unlink(output->temporary);
    return false;
}

/* An unnamed file can take a name, but none that there is: it takes one to be renamed by. */
static bool give_name(struct output *output)
{
    char file[sizeof DESCRIPTORS + 16], ending[17];
    snprintf(file, sizeof file, DESCRIPTORS "/%d", fileno(output->stream));
    for (int try = 0; try < NAMES_TRIED; try++) {
        uint64_t number;
        if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
            return false;
        snprintf(ending, sizeof ending, "%016" PRIx64, number);
        char *name = temporary_name(output->target, ending);
        if (linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
            output->temporary = name;
            return true;
        }
        free(name);
        if (errno != EEXIST)
            return false;
    }
    return false;
}

static bool open_directly(struct output *output, struct error *error)
{
    output->stream = fopen(output->path, "w");
    if (output->stream == NULL)
        error_set(error, "%s: cannot write: %s", output->path, strerror(errno));
    return output->stream != NULL;
}

static bool open_path(struct output *output, struct error *error)
{
    const char *path = output->path;
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        error_set(error, "%s: is a folder; name a file", path);
        return false;
    }
    if (exists && !may_write(path, &status)) {
        error_set(error, "%s: exists and is read-only; choose another name or chmod u+w it", path);
        return false;
    }
    if (exists && !S_ISREG(status.st_mode))
        return open_directly(output, error);
    output->target = exists ? realpath(path, NULL) : in_real_folder(path);
    if (output->target == NULL) {
        error_set(error, "%s: cannot write: %s", path, strerror(errno));
        return false;
    }
    return check_folder(output->target, error) &&
           open_temporary(output, exists ? status.st_mode & 0777 : new_file_mode(), error);
}

bool output_open(struct output *output, const char *path, struct error *error)
{
    *output = (struct output){.path = copy(path)};
    if (strcmp(path, "-") == 0) {
        output->stream = stdout;
        return true;
    }
    if (path[0] == '\0')
        error_set(error, "an output file's name is empty; name a file, or - for standard output");
    else if (open_path(output, error))
        return true;
    forget(output);
    return false;
}

bool output_is_stdout(const struct output *output)
{
    return output->stream == stdout;
}

bool output_write(struct output *output, const void *bytes, size_t length, struct error *error)
{
    if (fwrite(bytes, 1, length, output->stream) == length)
        return true;
    error_set(error, "%s: cannot write: %s", output->path, strerror(errno));
    return false;
}

static bool close_stream(struct output *output, struct error *error)
{
    bool ok = fflush(output->stream) == 0 && ferror(output->stream) == 0;
    if (ok && output->target != NULL && output->temporary == NULL)
        ok = give_name(output);
    if (!ok)
        error_set(error, "%s: cannot write: %s", output->path, strerror(errno));
    if (output->stream != stdout && fclose(output->stream) != 0 && ok) {
        error_set(error, "%s: cannot write: %s", output->path, strerror(errno));
        ok = false;
    }
    output->stream = NULL;
    return ok;
}

static bool move_into_place(struct output *output, const char *name, struct error *error)
{
    if (rename(output->temporary, name) == 0)
        return true;
    error_set(error, "%s: cannot write: %s", name, strerror(errno));
    return false;
}

static bool finish(struct output *output, const char *name, struct error *error)
{
    bool ok = close_stream(output, error);
    if (output->temporary != NULL) {
        ok = ok && move_into_place(output, name, error);
        if (!ok)
            unlink(output->temporary);
    }
    forget(output);
    return ok;
}

bool output_commit(struct output *output, struct error *error)
{
    return finish(output, output->target, error);
}

bool output_keep(struct output *output, const char *suffix, struct error *error)
{
    struct buf name = {0};
    buf_printf(&name, "%s%s", output->path, suffix);
    bool ok = finish(output, name.bytes, error);
    buf_free(&name);
    return ok;
}

void output_discard(struct output *output)
{
    if (output->stream == NULL)
        return;
    if (output->stream != stdout)
        fclose(output->stream);
    if (output->temporary != NULL)
        unlink(output->temporary);
    forget(output);
}

bool output_is_same(const struct output *output, const char *path)
{
    struct stat theirs, ours;
    if (output->stream == NULL || output->target == NULL)
        return false;
    if (stat(path, &theirs) == 0)
        return stat(output->target, &ours) == 0 && theirs.st_dev == ours.st_dev &&
               theirs.st_ino == ours.st_ino;
    char *name = in_real_folder(path);
    bool same = name != NULL && strcmp(name, output->target) == 0;
    free(name);
    return same;
}
