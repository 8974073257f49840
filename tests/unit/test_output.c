/* output: files appear whole or not at all, and read-only means read-only.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/output.h"

static char folder[] = "/tmp/tailchain-test-XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static int files_here(void)
{
    int count = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void holds(const char *path, const char *text)
{
    char bytes[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(bytes, text);
}

static void a_commit_replaces_at_once(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    put("a", "old");
    assert_int_equal(chmod("a", 0600), 0);
    assert_true(output_open(&output, "a", &error));
    assert_true(output_write(&output, "new", 3, &error));
    holds("a", "old");
    assert_true(output_commit(&output, &error));
    holds("a", "new");
    struct stat status;
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(files_here(), 1);
    unlink("a");
}

static void a_discard_leaves_nothing(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    assert_true(output_open(&output, "a", &error));
    assert_true(output_write(&output, "new", 3, &error));
    output_discard(&output);
    output_discard(&output);
    assert_int_equal(files_here(), 0);
}

/* However the program ends, SIGKILL included; on file systems that have files without a name. */
static void while_it_is_written_nothing_can_be_left(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    int unnamed = open(".", O_TMPFILE | O_WRONLY, 0600);
    if (unnamed < 0)
        skip();
    close(unnamed);
    assert_true(output_open(&output, "a", &error));
    assert_true(output_write(&output, "new", 3, &error));
    assert_int_equal(fflush(output.stream), 0);
    assert_int_equal(files_here(), 0);
    assert_true(output_commit(&output, &error));
    assert_int_equal(files_here(), 1);
    holds("a", "new");
    unlink("a");
}

static void what_is_kept_has_another_name(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    assert_true(output_open(&output, "a", &error));
    assert_true(output_write(&output, "half", 4, &error));
    assert_true(output_keep(&output, ".partial", &error));
    assert_int_equal(files_here(), 1);
    holds("a.partial", "half");
    unlink("a.partial");
}

static void refused(const char *path, const char *text)
{
    struct output output;
    struct error error;
    assert_false(output_open(&output, path, &error));
    if (strstr(error.text, text) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, text);
    assert_null(output.stream);
}

static void what_cannot_be_written_is_refused_before_the_work(void **state)
{
    (void)state;
    put("locked", "mine");
    assert_int_equal(chmod("locked", 0444), 0);
    refused("locked", "read-only");
    holds("locked", "mine");
    unlink("locked");
    assert_int_equal(mkdir("shut", 0555), 0);
    refused("shut/a", "read-only");
    refused("shut", "is a folder");
    rmdir("shut");
    refused("none/a", "cannot write");
    refused("", "empty");
    put("file", "");
    refused("file/a", "cannot write");
    unlink("file");
    assert_int_equal(files_here(), 0);
}

static void a_link_stays_and_its_target_changes(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    put("target", "old");
    assert_int_equal(symlink("target", "link"), 0);
    assert_true(output_open(&output, "link", &error));
    assert_true(output_write(&output, "new", 3, &error));
    assert_true(output_commit(&output, &error));
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    holds("target", "new");
    unlink("link");
    unlink("target");
}

static void the_same_file_by_other_names(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    assert_true(output_open(&output, "a", &error));
    assert_true(output_is_same(&output, "./a"));
    assert_false(output_is_same(&output, "b"));
    output_discard(&output);
    put("a", "");
    assert_true(output_open(&output, "./a", &error));
    assert_true(output_is_same(&output, "a"));
    output_discard(&output);
    unlink("a");
}

static void a_device_is_written_directly(void **state)
{
    (void)state;
    struct output output;
    struct error error;
    assert_true(output_open(&output, "/dev/null", &error));
    assert_true(output_write(&output, "x", 1, &error));
    assert_true(output_commit(&output, &error));
    assert_true(output_open(&output, "/dev/full", &error));
    assert_true(output_write(&output, "x", 1, &error));
    assert_false(output_commit(&output, &error));
    assert_non_null(strstr(error.text, "No space left"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commit_replaces_at_once),
        cmocka_unit_test(a_discard_leaves_nothing),
        cmocka_unit_test(while_it_is_written_nothing_can_be_left),
        cmocka_unit_test(what_is_kept_has_another_name),
        cmocka_unit_test(what_cannot_be_written_is_refused_before_the_work),
        cmocka_unit_test(a_link_stays_and_its_target_changes),
        cmocka_unit_test(the_same_file_by_other_names),
        cmocka_unit_test(a_device_is_written_directly),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
