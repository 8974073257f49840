/* Finds the option that was meant.
 * SPDX-License-Identifier: MIT
 */
#include "near_miss.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host/base/suggest.h"

#define NAMES_MAX 64

struct known {
    const char *names[NAMES_MAX];
    bool takes[NAMES_MAX]; /* an argument */
    size_t count;
    bool short_takes[128]; /* by letter */
};

static void add(struct known *known, const struct argp_option *option)
{
    for (; option != NULL && (option->name != NULL || option->key != 0 || option->doc != NULL);
         option++) {
        bool takes = option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0;
        if (option->key > 0 && option->key < 128 && isprint(option->key))
            known->short_takes[option->key] = takes;
        if (option->name != NULL && known->count < NAMES_MAX) {
            known->takes[known->count] = takes;
            known->names[known->count++] = option->name;
        }
    }
}

static void add_all(struct known *known, const struct argp *argp)
{
    static const struct argp_option own[] = {
        {.name = "help"}, {.name = "usage"}, {.name = "version"}, {0}};
    add(known, own);
    add(known, argp->options);
    for (const struct argp_child *child = argp->children; child != NULL && child->argp != NULL;
         child++)
        add(known, child->argp->options);
}

/* An abbreviation is known, too; argp says where it is none. False where nothing fits. */
static bool find(const struct known *known, const char *word, bool *skips)
{
    size_t length = strcspn(word, "=");
    bool found = false;
    *skips = false;
    for (size_t i = 0; i < known->count; i++) {
        if (strncmp(known->names[i], word, length) != 0)
            continue;
        bool exact = known->names[i][length] == '\0';
        if (exact || !found)
            *skips = known->takes[i] && word[length] == '\0';
        found = true;
        if (exact)
            break;
    }
    return found;
}

/* Whether the letters of "-abc" end in one that takes the next word. */
static bool letters_skip(const struct known *known, const char *letters)
{
    for (; *letters != '\0'; letters++)
        if ((unsigned char)*letters < 128 && known->short_takes[(unsigned char)*letters])
            return letters[1] == '\0';
    return false;
}

static _Noreturn void fail(const struct known *known, const char *program, const char *word)
{
    const char *names[NAMES_MAX];
    char name[64], otherwise[64], dashed[NAMES_MAX][32];
    struct error error;
    for (size_t i = 0; i < known->count; i++) {
        snprintf(dashed[i], sizeof dashed[i], "--%s", known->names[i]);
        names[i] = dashed[i];
    }
    snprintf(name, sizeof name, "--%.*s", (int)strcspn(word, "="), word);
    snprintf(otherwise, sizeof otherwise, "%s --help lists them", program);
    suggest(&error, "option", name, names, known->count, otherwise);
    fprintf(stderr, "%s: %s\n", program, error.text);
    exit(EXIT_TROUBLE);
}

void near_miss_check(const struct argp *argp, int argc, char **argv)
{
    struct known known = {0};
    add_all(&known, argp);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool skips = false;
        if (strncmp(argv[i], "--", 2) == 0) {
            if (!find(&known, argv[i] + 2, &skips))
                fail(&known, argv[0], argv[i] + 2);
        } else if (argv[i][0] == '-') {
            skips = letters_skip(&known, argv[i] + 1);
        }
        i += skips;
    }
}
