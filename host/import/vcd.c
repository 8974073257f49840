/* Reads a value change dump.
 * SPDX-License-Identifier: MIT
 */
#include "vcd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "readers.h"

#define SHOWN_MAX 80
#define EXTENDED "belongs to an extended VCD, which is not read; dump with $dumpvars instead"

/* ---- words ---- */

static bool is_blank(char character)
{
    return (unsigned char)character <= ' ';
}

bool vcd_token(struct vcd *vcd, struct vcd_token *token)
{
    struct input *input = vcd->input;
    for (;;) {
        while (input->begin < input->end && is_blank(input->window[input->begin]))
            input->begin++;
        if (input->begin < input->end)
            break;
        if (!input_more(input))
            return false;
    }
    size_t length = 0;
    for (;;) {
        while (input->begin + length < input->end &&
               !is_blank(input->window[input->begin + length]))
            length++;
        if (input->begin + length < input->end || !input_more(input))
            break;
    }
    *token = (struct vcd_token){.text = input->window + input->begin,
                                .length = length,
                                .position = input->begin,
                                .cut = input->begin + length == input->end};
    input->begin += length;
    return !token->cut || input->ended;
}

bool vcd_is(const struct vcd_token *token, const char *text)
{
    return strlen(text) == token->length && memcmp(token->text, text, token->length) == 0;
}

uint64_t vcd_line(const struct vcd *vcd, const struct vcd_token *token)
{
    return input_line(vcd->input, token->position);
}

bool vcd_fail(const struct vcd *vcd, uint64_t line, struct error *error, const char *format, ...)
{
    char message[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(error, "%s:%llu: %s", vcd->input->name, (unsigned long long)line, message);
    return false;
}

bool vcd_ended(const struct vcd *vcd, struct error *error)
{
    struct input *input = vcd->input;
    if (input_trouble(input, error))
        return false;
    if (input->ended)
        return true;
    return vcd_fail(vcd, input_line(input, input->begin), error, "a word of over %zu bytes: no VCD",
                    INPUT_WINDOW_MAX);
}

/* ---- the body ---- */

struct body {
    struct import *import;
    struct vcd *vcd;
    struct edges *edges;
    struct error *error;
    struct vcd_token token;
    bool has_time;
    int64_t time; /* ticks */
    bool in_dump; /* behind $dumpvars or the like, before its $end */
    bool failed;  /* error says why */
};

/* What a value's character means, plus one; 0 for what is none. */
enum { LOW = EDGES_LOW + 1, HIGH = EDGES_HIGH + 1, UNKNOWN = EDGES_UNKNOWN + 1 };
static const uint8_t level_of[256] = {
    ['0'] = LOW,     ['l'] = LOW,     ['L'] = LOW,     ['1'] = HIGH,    ['h'] = HIGH,
    ['H'] = HIGH,    ['x'] = UNKNOWN, ['X'] = UNKNOWN, ['z'] = UNKNOWN, ['Z'] = UNKNOWN,
    ['u'] = UNKNOWN, ['U'] = UNKNOWN, ['w'] = UNKNOWN, ['W'] = UNKNOWN, ['-'] = UNKNOWN,
};

static bool fail(struct body *body, const struct vcd_token *token, const char *what)
{
    char text[SHOWN_MAX];
    text_printable(token->text, token->length, text, sizeof text);
    body->failed = true;
    return vcd_fail(body->vcd, vcd_line(body->vcd, token), body->error, "\"%s\" %s", text, what);
}

/* The file ends here; what came before holds. Returns false. */
static bool cut(struct body *body, const char *where)
{
    struct import_capture *capture = &body->import->capture;
    struct input *input = body->vcd->input;
    if (!vcd_ended(body->vcd, body->error)) {
        body->failed = true;
        return false;
    }
    capture->truncated = true;
    finding_add(&capture->findings, FINDING_NO, input_line(input, input->begin),
                "the file ends in the middle of %s: truncated; what comes before it holds", where);
    return false;
}

static bool take_time(struct body *body)
{
    const struct vcd_token *token = &body->token;
    uint64_t stamp = 0;
    size_t at = 1;
    for (; at < token->length && (unsigned char)(token->text[at] - '0') < 10; at++)
        if (__builtin_mul_overflow(stamp, 10u, &stamp) ||
            __builtin_add_overflow(stamp, (unsigned)(token->text[at] - '0'), &stamp))
            return fail(body, token, "is a time beyond 64 bits");
    /* What a cut time is worth is not known, and nothing comes behind it. One that goes back was
     * surely cut. */
    if (token->cut) {
        bool goes_back = body->has_time && at == token->length && at != 1 &&
                         stamp < (uint64_t)(body->time / body->vcd->ticks_per_stamp);
        return goes_back ? cut(body, "a time stamp") : true;
    }
    if (at != token->length || at == 1)
        return fail(body, token,
                    "is no time stamp (# and a whole number): write it in a finer time scale");
    int64_t ticks;
    if (stamp > INT64_MAX ||
        __builtin_mul_overflow((int64_t)stamp, body->vcd->ticks_per_stamp, &ticks))
        return fail(body, token, "is a time beyond 63 bits of ticks");
    if (body->has_time && ticks < body->time) {
        char what[SHOWN_MAX];
        snprintf(what, sizeof what, "goes back in time: #%lld was before it",
                 (long long)(body->time / body->vcd->ticks_per_stamp));
        return fail(body, token, what);
    }
    body->has_time = true;
    body->time = ticks;
    body->in_dump = false;
    edges_time(body->edges, ticks);
    return true;
}

/* Whether an identifier code that the file cuts off could be a longer one. */
static bool may_be_longer(const struct vcd *vcd, const char *text, size_t length)
{
    for (size_t i = 0; i < vcd->code_count; i++)
        if (vcd->codes[i].length > length && memcmp(vcd->codes[i].text, text, length) == 0)
            return true;
    return false;
}

static const struct vcd_code *code_of(struct body *body, const struct vcd_token *token,
                                      const char *text, size_t length)
{
    const struct vcd_code *code = vcd_find_code(body->vcd, text, length);
    if (token->cut && (code == NULL || may_be_longer(body->vcd, text, length)))
        cut(body, "a change");
    else if (code == NULL)
        fail(body, token, "is no change of a variable that the header declares");
    else
        return code;
    return NULL;
}

/* Levels may stand before the first time: they are what holds at it. */
static void set(struct body *body, uint32_t bit, enum edges_level level)
{
    edges_set(body->edges, edges_watch_of(body->edges, bit), level);
}

/* Digits of a vector, the most significant first. Missing ones are 0 where the first is 0 or 1,
 * else the first (IEEE 1364-2005, 18.2.1). */
static bool set_vector(struct body *body, const struct vcd_code *code, const char *digits,
                       size_t length)
{
    if (length == 0 || length > code->width)
        return false;
    enum edges_level rest =
        level_of[(unsigned char)digits[0]] == UNKNOWN ? EDGES_UNKNOWN : EDGES_LOW;
    for (size_t i = 0; i < length; i++)
        if (level_of[(unsigned char)digits[i]] == 0)
            return false;
    for (uint32_t bit = 0; code->watched && bit < code->width; bit++)
        set(body, code->first_bit + bit,
            bit < length ? (enum edges_level)(level_of[(unsigned char)digits[length - 1 - bit]] - 1)
                         : rest);
    return true;
}

/* "1!", or "1 !" as some write it. */
static bool take_scalar(struct body *body)
{
    struct vcd_token *token = &body->token;
    char value = token->text[0];
    const char *text = token->text + 1;
    size_t length = token->length - 1;
    if (length == 0) {
        if (!vcd_token(body->vcd, token))
            return cut(body, "a change");
        text = token->text;
        length = token->length;
    }
    const struct vcd_code *code = code_of(body, token, text, length);
    if (code == NULL)
        return false;
    if (code->width == 1)
        set(body, code->first_bit, (enum edges_level)(level_of[(unsigned char)value] - 1));
    else if (code->width > 1)
        set_vector(body, code, &value, 1);
    return true;
}

static bool take_vector(struct body *body)
{
    struct vcd *vcd = body->vcd;
    /* "b0b01": what becomes of a language's own notation. */
    size_t skip = body->token.length > 3 && memcmp(body->token.text + 1, "0b", 2) == 0 ? 3 : 1;
    vcd->word.length = 0;
    buf_add(&vcd->word, body->token.text + skip, body->token.length - skip);
    uint64_t line = 0;
    if (body->token.length - 1 > VCD_WORD_MAX)
        line = vcd_line(vcd, &body->token);
    if (body->token.cut || !vcd_token(vcd, &body->token))
        return cut(body, "a change");
    const struct vcd_code *code = code_of(body, &body->token, body->token.text, body->token.length);
    if (code == NULL)
        return false;
    if (code->width == 0 || set_vector(body, code, vcd->word.bytes, vcd->word.length))
        return true;
    char text[SHOWN_MAX];
    body->failed = true;
    return vcd_fail(vcd, line != 0 ? line : vcd_line(vcd, &body->token), body->error,
                    "\"b%s\" is no value of a variable with %u bits",
                    text_printable(vcd->word.bytes, vcd->word.length, text, sizeof text),
                    code->width);
}

/* A real number or a string: its code follows; neither is a level. */
static bool take_other(struct body *body)
{
    if (body->token.cut || !vcd_token(body->vcd, &body->token))
        return cut(body, "a change");
    return code_of(body, &body->token, body->token.text, body->token.length) != NULL;
}

static bool skip_to_end(struct body *body)
{
    while (vcd_token(body->vcd, &body->token))
        if (vcd_is(&body->token, "$end"))
            return true;
    return cut(body, "a comment");
}

static bool take_command(struct body *body)
{
    static const char *const dumps[] = {"$dumpvars", "$dumpall", "$dumpon", "$dumpoff"};
    for (size_t i = 0; i < sizeof dumps / sizeof dumps[0]; i++)
        if (vcd_is(&body->token, dumps[i])) {
            body->in_dump = true;
            return true;
        }
    if (vcd_is(&body->token, "$end")) {
        body->in_dump = false;
        return true;
    }
    if (vcd_is(&body->token, "$comment") || vcd_is(&body->token, "$vcdclose"))
        return skip_to_end(body);
    if (body->token.cut)
        return cut(body, "a command");
    if (body->token.length >= 10 && memcmp(body->token.text, "$dumpports", 10) == 0)
        return fail(body, &body->token, EXTENDED);
    return fail(body, &body->token, "is no command of a VCD");
}

static bool take_token(struct body *body)
{
    char first = body->token.text[0];
    if (first == '#')
        return take_time(body);
    if (level_of[(unsigned char)first] != 0)
        return take_scalar(body);
    switch (first) {
    case 'b':
    case 'B':
        return take_vector(body);
    case 'r':
    case 'R':
    case 's':
    case 'S':
        return take_other(body);
    case '$':
        return take_command(body);
    case 'p':
        return fail(body, &body->token, EXTENDED);
    default:
        return fail(body, &body->token, "is neither a time nor a change");
    }
}

/* A vector that nobody watches costs nothing, however wide it is. */
static void mark_watched(struct vcd *vcd, const struct edges *edges)
{
    for (size_t i = 0; i < vcd->code_count; i++)
        for (uint32_t bit = 0; bit < vcd->codes[i].width; bit++)
            vcd->codes[i].watched |=
                edges_watch_of(edges, vcd->codes[i].first_bit + bit) != EDGES_NOT_WATCHED;
}

static bool run(struct import *import, struct edges *edges, struct error *error)
{
    struct body body = {.import = import, .vcd = import->state, .edges = edges, .error = error};
    bool more = true;
    mark_watched(body.vcd, edges);
    while (more && vcd_token(body.vcd, &body.token))
        more = take_token(&body);
    if (body.failed)
        return false;
    if (!import->capture.truncated && body.in_dump)
        cut(&body, "a dump of all values, which has no $end");
    return !body.failed && vcd_ended(body.vcd, error);
}

/* ---- the reader ---- */

/* UTF-8's byte order mark, which some editors put in front. */
static size_t mark_length(const char *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

static bool knows(const char *bytes, size_t length)
{
    size_t mark = mark_length(bytes, length);
    bytes += mark;
    length -= mark;
    while (length != 0 && is_blank(*bytes)) {
        bytes++;
        length--;
    }
    return length >= 2 && bytes[0] == '$' && bytes[1] >= 'a' && bytes[1] <= 'z';
}

static void close_vcd(struct import *import)
{
    struct vcd *vcd = import->state;
    vcd_free_codes(vcd);
    buf_free(&vcd->word);
    free(vcd);
    import->state = NULL;
}

static bool open(struct import *import, struct error *error)
{
    struct vcd *vcd = xcalloc(1, sizeof *vcd);
    vcd->input = &import->inputs[0];
    vcd->scope = IMPORT_NO_SCOPE;
    import->state = vcd;
    import->capture.format = "VCD";
    if (input_have(vcd->input, 3))
        vcd->input->begin += mark_length(vcd->input->window + vcd->input->begin, 3);
    return vcd_header(import, vcd, error);
}

const struct import_reader vcd_reader = {
    .knows = knows, .open = open, .run = run, .close = close_vcd};
