/* Names of channels: how they are shown, and which one a user's text means.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/suggest.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "import.h"

/* Candidates that a message names. */
#define NAMED_MAX 4u

static void add_scopes(const struct import_capture *capture, int32_t scope, struct buf *name)
{
    int32_t path[64];
    size_t depth = 0;
    for (; scope != IMPORT_NO_SCOPE && depth < 64; scope = capture->scopes[scope].parent)
        path[depth++] = scope;
    while (depth-- > 0) {
        buf_add_text(name, capture->scopes[path[depth]].name);
        buf_add(name, ".", 1);
    }
}

/* The number in brackets of a bit: right is the least significant one's. */
static int64_t index_of_bit(const struct import_variable *variable, uint32_t bit)
{
    if (!variable->has_range)
        return bit;
    return variable->left >= variable->right ? (int64_t)variable->right + bit
                                             : (int64_t)variable->right - bit;
}

void import_name(const struct import_capture *capture, const struct import_variable *variable,
                 uint32_t bit, struct buf *name)
{
    add_scopes(capture, variable->scope, name);
    buf_add_text(name, variable->name);
    if (bit != IMPORT_WHOLE && variable->width > 1)
        buf_printf(name, "[%lld]", (long long)index_of_bit(variable, bit));
    else if (variable->has_range && variable->left != variable->right)
        buf_printf(name, "[%d:%d]", variable->left, variable->right);
    else if (variable->has_range)
        buf_printf(name, "[%d]", variable->left);
}

/* Whether text is the whole name, or its end behind a dot. A backslash that begins a name may be
 * left out. */
static bool matches(const char *name, const char *leaf, const char *text)
{
    size_t length = strlen(name), wanted = strlen(text);
    if (leaf[0] == '\\' && strcmp(leaf + 1, text) == 0)
        return true;
    if (length == wanted)
        return strcmp(name, text) == 0;
    return length > wanted && name[length - wanted - 1] == '.' &&
           strcmp(name + length - wanted, text) == 0;
}

struct search {
    const struct import_capture *capture;
    const char *text;
    char *base; /* text without its index; NULL where it has none */
    long long index;
    size_t found; /* different bits */
    size_t first_variable;
    uint32_t bit;
    struct buf candidates; /* the first of them, for a message */
};

static void take(struct search *search, size_t number, uint32_t bit)
{
    if (search->found != 0 && bit == search->bit)
        return;
    if (search->found++ == 0) {
        search->bit = bit;
        search->first_variable = number;
    }
    if (search->found > NAMED_MAX)
        return;
    const struct import_variable *variable = &search->capture->variables[number];
    struct buf name = {0};
    char shown[80];
    import_name(search->capture, variable, bit - variable->first_bit, &name);
    buf_printf(&search->candidates, "%s#%zu (%s)", search->found > 1 ? ", " : "", number + 1,
               text_printable(name.bytes, name.length, shown, sizeof shown));
    buf_free(&name);
}

/* The bit of a vector with this index; EDGES_NOT_WATCHED where there is none. */
static uint32_t bit_with_index(const struct import_variable *variable, long long index)
{
    int64_t right = variable->has_range ? variable->right : 0;
    bool down = !variable->has_range || variable->left >= variable->right;
    /* Beyond what a range can say there is no bit; so the difference cannot overflow. */
    if (index < INT32_MIN || index > INT32_MAX)
        return EDGES_NOT_WATCHED;
    int64_t bit = down ? index - right : right - index;
    return bit >= 0 && bit < variable->width ? variable->first_bit + (uint32_t)bit
                                             : EDGES_NOT_WATCHED;
}

static void look_at(struct search *search, size_t number, struct buf *name)
{
    const struct import_variable *variable = &search->capture->variables[number];
    name->length = 0;
    import_name(search->capture, variable, IMPORT_WHOLE, name);
    if (variable->width == 1 && matches(name->bytes, variable->name, search->text)) {
        take(search, number, variable->first_bit);
        return;
    }
    name->length = 0;
    add_scopes(search->capture, variable->scope, name);
    buf_add_text(name, variable->name);
    if (variable->width == 1 && matches(name->bytes, variable->name, search->text))
        take(search, number, variable->first_bit);
    else if (variable->width > 1 && search->base != NULL &&
             matches(name->bytes, variable->name, search->base)) {
        uint32_t bit = bit_with_index(variable, search->index);
        if (bit != EDGES_NOT_WATCHED)
            take(search, number, bit);
    }
}

/* "[3]", and nothing behind it. */
static bool read_index(const char *open, long long *index)
{
    char *end;
    *index = strtoll(open + 1, &end, 10);
    return end != open + 1 && strcmp(end, "]") == 0;
}

/* "bus[3]": base "bus", index 3. */
static void split_index(struct search *search)
{
    const char *open = strrchr(search->text, '[');
    if (open != NULL && open != search->text && read_index(open, &search->index))
        search->base = xstrndup(search->text, (size_t)(open - search->text));
}

/* "#2" or "#2[3]". */
static bool find_numbered(const struct import_capture *capture, const char *text, uint32_t *bit,
                          struct error *error)
{
    char *end;
    unsigned long long number = strtoull(text + 1, &end, 10);
    if (number < 1 || number > capture->variable_count) {
        error_set(error, "no channel '%.80s'; there are #1 to #%zu", text, capture->variable_count);
        return false;
    }
    const struct import_variable *variable = &capture->variables[number - 1];
    long long index = index_of_bit(variable, 0);
    bool whole = *end == '\0' || (*end == '[' && read_index(end, &index));
    if (*end == '\0' && variable->width > 1) {
        error_set(error, "channel '%.80s' is a vector of %u bits; choose one with %.80s[N]", text,
                  variable->width, text);
        return false;
    }
    *bit = bit_with_index(variable, index);
    if (whole && *bit != EDGES_NOT_WATCHED)
        return true;
    error_set(error, "no channel '%.80s'; '#N' counts from 1, '#N[3]' is one bit of a vector",
              text);
    return false;
}

static bool is_numbered(const char *text)
{
    return text[0] == '#' && text[1] >= '0' && text[1] <= '9';
}

static void no_channel(const struct search *search, struct error *error)
{
    const struct import_capture *capture = search->capture;
    const char *const *no_words = NULL;
    const char **names = xcalloc(capture->variable_count, sizeof *names);
    for (size_t i = 0; i < capture->variable_count; i++) {
        names[i] = capture->variables[i].name;
        if (strcmp(names[i], search->text) == 0 && capture->variables[i].width > 1)
            no_words = &names[i];
    }
    char shown[80];
    text_printable(search->text, strlen(search->text), shown, sizeof shown);
    if (no_words != NULL)
        error_set(error, "channel '%s' is a vector; choose a bit of it with '%s[N]'", shown, shown);
    else
        suggest(error, "channel", search->text, names, capture->variable_count, "--list shows all");
    free(names);
}

bool import_find(const struct import_capture *capture, const char *text, uint32_t *bit,
                 struct error *error)
{
    struct search search = {.capture = capture, .text = text};
    struct buf name = {0};
    split_index(&search);
    for (size_t i = 0; i < capture->variable_count; i++)
        look_at(&search, i, &name);
    *bit = search.bit;
    if (search.found == 0 && is_numbered(text))
        search.found = find_numbered(capture, text, bit, error);
    else if (search.found == 0)
        no_channel(&search, error);
    else if (search.found > 1)
        error_set(error, "channel '%.80s' is ambiguous: %s%s; name one by its number, as '#%zu'",
                  text, search.candidates.bytes, search.found > NAMED_MAX ? ", ..." : "",
                  search.first_variable + 1);
    buf_free(&name);
    buf_free(&search.candidates);
    free(search.base);
    return search.found == 1;
}
