/* The header of a value change dump: time scale, scopes, variables.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "vcd.h"

#define SHOWN_MAX 80
/* Deeper than any design; a name is built of all its scopes. */
#define DEPTH_MAX 64
/* Of a unit; a stamp that is longer is a mistake. */
#define PERIOD_MAX 1000000

struct header {
    struct import *import;
    struct vcd *vcd;
    struct error *error;
    struct vcd_token token;
    bool again; /* token is to be read once more */
    bool has_timescale;
    int depth;
};

static const char *shown(const struct vcd_token *token, char text[static SHOWN_MAX])
{
    return text_printable(token->text, token->length, text, SHOWN_MAX);
}

/* The next token of a declaration that began at line; false where the file ends. */
static bool next(struct header *header, uint64_t line)
{
    if (header->again) {
        header->again = false;
        return true;
    }
    if (vcd_token(header->vcd, &header->token))
        return true;
    if (vcd_ended(header->vcd, header->error)) {
        if (line != 0)
            error_set(header->error,
                      "%s:%llu: the file ends in this declaration, which has no $end: truncated",
                      header->vcd->input->name, (unsigned long long)line);
        else
            error_set(header->error,
                      "%s: the file ends before $enddefinitions: truncated, or no VCD",
                      header->vcd->input->name);
    }
    return false;
}

static bool skip(struct header *header, uint64_t line)
{
    while (next(header, line))
        if (vcd_is(&header->token, "$end"))
            return true;
    return false;
}

/* hz from a time scale; false where it is no whole number of a unit. The standard has 1, 10 and
 * 100; some writers put their clock's period there. */
static bool set_timescale(struct header *header, const char *text, size_t length)
{
    struct decimal seconds;
    if (!decimal_seconds(text, length, &seconds) || seconds.digits < 1 || seconds.exponent > 2 ||
        seconds.exponent < -15 || seconds.digits > PERIOD_MAX)
        return false;
    uint64_t hz = 1;
    int64_t per_stamp = seconds.digits;
    for (int exponent = seconds.exponent; exponent < 0; exponent++)
        hz *= 10;
    for (int exponent = seconds.exponent; exponent > 0; exponent--)
        per_stamp *= 10;
    header->import->capture.hz = hz;
    header->vcd->ticks_per_stamp = per_stamp;
    header->has_timescale = true;
    return true;
}

/* "1ps", "1 ps", over several lines; writers forget its $end. */
static bool read_timescale(struct header *header, uint64_t line)
{
    char text[SHOWN_MAX];
    struct buf *word = &header->vcd->word;
    word->length = 0;
    buf_add(word, "", 0);
    for (;;) {
        if (!next(header, line))
            return false;
        if (header->token.text[0] == '$')
            break;
        buf_add(word, header->token.text, header->token.length);
        if (word->length > SHOWN_MAX)
            break;
    }
    if (header->token.text[0] == '$' && !vcd_is(&header->token, "$end")) {
        header->again = true;
        finding_add(&header->import->capture.findings, FINDING_WARNING, line,
                    "$timescale has no $end; accepted");
    }
    if (header->import->options.timescale != NULL)
        return true;
    bool again = header->has_timescale;
    uint64_t hz = header->import->capture.hz;
    int64_t per_stamp = header->vcd->ticks_per_stamp;
    if (set_timescale(header, word->bytes, word->length)) {
        if (!again ||
            (hz == header->import->capture.hz && per_stamp == header->vcd->ticks_per_stamp))
            return true;
        return vcd_fail(header->vcd, line, header->error,
                        "a second $timescale, unlike the first; state it with --timescale");
    }
    error_set(
        header->error,
        "%s:%llu: time scale \"%s\" is none (as in \"1 ns\"; s, ms, us, ns, ps, fs); state it "
        "with --timescale",
        header->vcd->input->name, (unsigned long long)line,
        text_printable(word->bytes, word->length, text, sizeof text));
    return false;
}

static bool read_scope(struct header *header, uint64_t line)
{
    struct import_capture *capture = &header->import->capture;
    struct vcd *vcd = header->vcd;
    int words = 0;
    vcd->word.length = 0;
    buf_add(&vcd->word, "", 0);
    for (;; words++) {
        if (!next(header, line))
            return false;
        if (vcd_is(&header->token, "$end"))
            break;
        if (words > 1)
            buf_add(&vcd->word, " ", 1);
        if (words > 0)
            buf_add(&vcd->word, header->token.text, header->token.length);
        if (vcd->word.length > VCD_WORD_MAX)
            return vcd_fail(vcd, line, header->error, "a name of over %u bytes", VCD_WORD_MAX);
    }
    if (++header->depth > DEPTH_MAX)
        return vcd_fail(vcd, line, header->error, "scopes are nested over %d deep", DEPTH_MAX);
    capture->scopes = xgrow(capture->scopes, &capture->scope_capacity, capture->scope_count + 1,
                            sizeof *capture->scopes);
    capture->scopes[capture->scope_count] =
        (struct import_scope){xstrndup(vcd->word.bytes, vcd->word.length), vcd->scope};
    vcd->scope = (int32_t)capture->scope_count++;
    return true;
}

static bool leave_scope(struct header *header, uint64_t line)
{
    struct vcd *vcd = header->vcd;
    if (vcd->scope == IMPORT_NO_SCOPE)
        return vcd_fail(vcd, line, header->error, "$upscope without a $scope");
    vcd->scope = header->import->capture.scopes[vcd->scope].parent;
    header->depth--;
    return skip(header, line);
}

/* ---- $var TYPE SIZE CODE REFERENCE [RANGE] $end ---- */

struct declaration {
    bool is_levels; /* no real number, string or event */
    uint32_t width;
    char code[64];
    size_t code_length;
};

static bool has_levels(const struct vcd_token *type)
{
    static const char *const others[] = {"real", "realtime", "shortreal", "string", "event"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (vcd_is(type, others[i]))
            return false;
    return true;
}

static bool read_width(const struct vcd_token *token, uint32_t *width)
{
    struct decimal value;
    int64_t number;
    bool exact;
    if (!decimal_parse(token->text, token->length, &value) ||
        !decimal_scale(&value, 0, &number, &exact) || !exact || number < 0 ||
        number > (int64_t)UINT32_MAX)
        return false;
    *width = (uint32_t)number;
    return true;
}

static bool read_declaration(struct header *header, uint64_t line, struct declaration *declaration)
{
    char text[SHOWN_MAX];
    struct vcd *vcd = header->vcd;
    if (!next(header, line))
        return false;
    declaration->is_levels = has_levels(&header->token);
    if (!next(header, line))
        return false;
    if (!read_width(&header->token, &declaration->width))
        return vcd_fail(vcd, vcd_line(vcd, &header->token), header->error,
                        "\"%s\" is no width of a variable", shown(&header->token, text));
    if (!next(header, line))
        return false;
    declaration->code_length = header->token.length;
    if (header->token.length > sizeof declaration->code)
        return vcd_fail(vcd, vcd_line(vcd, &header->token), header->error,
                        "an identifier code of over %zu characters", sizeof declaration->code);
    memcpy(declaration->code, header->token.text, header->token.length);
    return true;
}

/* "[7:0]" or "[3]", whole; false where it is none. */
static bool parse_range(const char *text, size_t length, struct import_variable *variable)
{
    char copy[48], *end;
    if (length < 3 || length >= sizeof copy || text[0] != '[' || text[length - 1] != ']')
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    long left = strtol(copy + 1, &end, 10), right = left;
    if (end == copy + 1)
        return false;
    if (*end == ':') {
        const char *second = end + 1;
        right = strtol(second, &end, 10);
        if (end == second)
            return false;
    }
    if (end != copy + length - 1 || left < INT32_MIN || left > INT32_MAX || right < INT32_MIN ||
        right > INT32_MAX)
        return false;
    variable->left = (int32_t)left;
    variable->right = (int32_t)right;
    return true;
}

/* The reference up to $end: a name, perhaps with blanks in it; "[3]" or "[7:0]" behind a blank is
 * joined to it. */
static bool read_reference(struct header *header, uint64_t line)
{
    struct vcd *vcd = header->vcd;
    vcd->word.length = 0;
    buf_add(&vcd->word, "", 0);
    while (next(header, line)) {
        const struct vcd_token *token = &header->token;
        if (vcd_is(token, "$end"))
            return true;
        if (vcd->word.length != 0 && token->text[0] != '[')
            buf_add(&vcd->word, " ", 1);
        buf_add(&vcd->word, token->text, token->length);
        if (vcd->word.length > VCD_WORD_MAX)
            return vcd_fail(vcd, line, header->error, "a name of over %u bytes", VCD_WORD_MAX);
    }
    return false;
}

/* Takes a range that fits the width off the end of a name. */
static size_t split_range(const struct buf *word, struct import_variable *variable, uint32_t width)
{
    const char *open = memrchr(word->bytes, '[', word->length);
    size_t name = open != NULL ? (size_t)(open - word->bytes) : 0;
    if (name == 0 || !parse_range(open, word->length - name, variable))
        return word->length;
    uint64_t span = (uint64_t)llabs((long long)variable->left - variable->right) + 1;
    variable->has_range = span == width;
    return variable->has_range ? name : word->length;
}

static bool add_variable(struct header *header, uint64_t line,
                         const struct declaration *declaration)
{
    struct import_capture *capture = &header->import->capture;
    struct vcd *vcd = header->vcd;
    struct vcd_code *code = vcd_find_code(vcd, declaration->code, declaration->code_length);
    bool is_new = code == NULL;
    if (is_new)
        code = vcd_add_code(vcd, declaration->code, declaration->code_length);
    if (!declaration->is_levels || declaration->width == 0) {
        capture->skipped++;
        return true;
    }
    if (!is_new && code->width == 0)
        is_new = true;
    struct import_variable range = {0};
    size_t length = split_range(&vcd->word, &range, declaration->width);
    struct import_variable *variable =
        import_add(capture, vcd->word.bytes, length, is_new ? declaration->width : 0);
    if (variable == NULL)
        return vcd_fail(vcd, line, header->error,
                        "over %u bits or variables: too many for a logic analyser's capture",
                        IMPORT_BITS_MAX);
    if (is_new) {
        code->first_bit = variable->first_bit;
        code->width = declaration->width;
    } else if (code->width != declaration->width) {
        finding_add(&capture->findings, FINDING_WARNING, line,
                    "its identifier code is that of a variable with %u bits, here with %u; the "
                    "first holds",
                    code->width, declaration->width);
        range.has_range = false;
    }
    variable->first_bit = code->first_bit;
    variable->width = code->width;
    variable->scope = vcd->scope;
    variable->left = range.left;
    variable->right = range.right;
    variable->has_range = range.has_range;
    return true;
}

static bool read_variable(struct header *header, uint64_t line)
{
    struct declaration declaration;
    return read_declaration(header, line, &declaration) && read_reference(header, line) &&
           add_variable(header, line, &declaration);
}

static bool read_skipped(struct header *header, uint64_t line)
{
    return skip(header, line);
}

static const struct command {
    const char *name;
    bool (*read)(struct header *header, uint64_t line);
} commands[] = {{"$var", read_variable},    {"$scope", read_scope},
                {"$upscope", leave_scope},  {"$timescale", read_timescale},
                {"$comment", read_skipped}, {"$date", read_skipped},
                {"$version", read_skipped}, {"$attrbegin", read_skipped},
                {"$attrend", read_skipped}, {"$enddefinitions", read_skipped}};

static const struct command *find_command(const struct vcd_token *token)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (vcd_is(token, commands[i].name))
            return &commands[i];
    return NULL;
}

static bool finish(struct header *header)
{
    const struct import_options *options = &header->import->options;
    if (options->timescale != NULL &&
        !set_timescale(header, options->timescale, strlen(options->timescale))) {
        error_set(
            header->error,
            "--timescale takes a time in s, ms, us, ns, ps or fs, as in \"1 ns\", not '%.64s'",
            options->timescale);
        return false;
    }
    if (header->has_timescale)
        return true;
    error_set(header->error, "%s: states no $timescale; give it with --timescale (as in \"1 ns\")",
              header->vcd->input->name);
    return false;
}

/* Some writers forget to end the header. */
static bool begins_body(const struct vcd_token *token)
{
    return token->text[0] == '#' || vcd_is(token, "$dumpvars");
}

bool vcd_header(struct import *import, struct vcd *vcd, struct error *error)
{
    struct header header = {.import = import, .vcd = vcd, .error = error};
    char text[SHOWN_MAX];
    for (;;) {
        if (!next(&header, 0))
            return false;
        uint64_t line = vcd_line(vcd, &header.token);
        const struct command *command = find_command(&header.token);
        if (command == NULL && begins_body(&header.token)) {
            finding_add(&import->capture.findings, FINDING_WARNING, line,
                        "the header ends here without $enddefinitions; accepted");
            vcd->input->begin = header.token.position;
            return finish(&header);
        }
        if (command == NULL)
            return vcd_fail(vcd, line, error, "\"%s\" is no declaration of a VCD header",
                            shown(&header.token, text));
        bool last = vcd_is(&header.token, "$enddefinitions");
        if (!command->read(&header, line))
            return false;
        if (last)
            return finish(&header);
    }
}
