/* Compares decoding and disassembly with GNU objdump: every half-word, and sampled 32-bit words.
 * SPDX-License-Identifier: MIT
 *
 * Each encoding stands once outside an IT block and once inside. A difference is a failure unless a
 * row of differences.def explains it.
 */
#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/insn.h"
#include "tests/isa/encodings.h"
#include "tests/isa/oracle.h"
#include "tests/isa/random.h"

enum { SHOWN_MAX = 10, CHUNK = 1 << 18, SCRAP_PER_WORD = 8 };

#define OUTSIDE_IT 14u
#define NOP 0xBF00u

struct item {
    uint32_t at, encoding;
    uint8_t condition; /* of the IT block, or OUTSIDE_IT */
    bool wide, filler;
};

/* Items and their bytes, in the order of memory. */
struct stream {
    struct item *items;
    uint16_t *code;
    size_t count, halves, capacity;
};

/* What objdump prints is given to the assembler: where we call the encoding undefined, it must not
 * make it; where we do not, it must know the text. */
struct doubt {
    struct item item;
    bool undefined;
    char *text;
};

struct architecture_row {
    const char *name;
    enum architecture architecture;
    struct oracle_target target;
};

static const struct architecture_row architectures[] = {
    {"v8m", ARCH_V8M, {"armv8-m.main", "armv8-m.main+dsp+fp"}},
    {"v7em", ARCH_V7EM, {"armv7e-m", "armv7e-m+fp"}},
    {"v7m", ARCH_V7M, {"armv7", "armv7-m"}},
    {"v6m", ARCH_V6M, {"armv6s-m", "armv6s-m"}},
};

struct test {
    const struct architecture_row *architecture;
    uint64_t seed, words;
    bool only;
    uint32_t only_encoding;
    uint64_t compared, undefined, explained, unpredictable, failures;
    uint64_t hits[ROWS];
    struct doubt *doubts;
    size_t doubt_count, doubt_capacity;
};

struct difference {
    const char *theirs, *ours, *reason;
};

static const struct difference differences[] = {
#define DIFFERENCE(theirs, ours, reason) {theirs, ours, reason},
#include "tests/isa/differences.def"
#undef DIFFERENCE
};
enum { DIFFERENCES = sizeof differences / sizeof differences[0] };
static uint64_t difference_uses[DIFFERENCES];
static regex_t their_patterns[DIFFERENCES], our_patterns[DIFFERENCES];

static const char *const refusals[] = {
#define REFUSED(text, reason) text,
#include "tests/isa/differences.def"
#undef REFUSED
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };
static regex_t refusal_patterns[REFUSALS];

/* ---- building the code ---- */

static void stream_grow(struct stream *stream)
{
    if (stream->count < stream->capacity)
        return;
    stream->capacity = stream->capacity != 0 ? 2 * stream->capacity : 1 << 16;
    stream->items = realloc(stream->items, stream->capacity * sizeof *stream->items);
    stream->code = realloc(stream->code, stream->capacity * 2 * sizeof *stream->code);
    if (stream->items == NULL || stream->code == NULL)
        abort();
}

static void stream_put(struct stream *stream, uint32_t encoding, bool wide, unsigned condition,
                       bool filler)
{
    stream_grow(stream);
    stream->items[stream->count++] =
        (struct item){(uint32_t)stream->halves * 2, encoding, (uint8_t)condition, wide, filler};
    if (wide)
        stream->code[stream->halves++] = (uint16_t)(encoding >> 16);
    stream->code[stream->halves++] = (uint16_t)encoding;
}

static bool is_it(uint32_t encoding, bool wide)
{
    return !wide && (encoding & 0xFF00u) == 0xBF00u && (encoding & 0xFu) != 0;
}

/* Once outside an IT block and, bar IT itself, once inside. */
static void stream_put_both(struct stream *stream, uint32_t encoding, bool wide)
{
    stream_put(stream, encoding, wide, OUTSIDE_IT, false);
    if (is_it(encoding, wide)) {
        for (int i = 0; i < 4; i++) /* the rest of its block */
            stream_put(stream, NOP, false, OUTSIDE_IT, true);
        return;
    }
    unsigned condition = (unsigned)(stream->count * 7u % 14u);
    stream_put(stream, 0xBF08u | condition << 4, false, OUTSIDE_IT, true);
    stream_put(stream, encoding, wide, condition, false);
}

static void stream_free(struct stream *stream)
{
    free(stream->items);
    free(stream->code);
    *stream = (struct stream){0};
}

/* ---- judging ---- */

static void show_failure(struct test *test, const struct item *item, const char *theirs,
                         const char *ours, const char *what)
{
    if (test->failures++ >= SHOWN_MAX)
        return;
    printf(
        "%0*" PRIX32
        "%s: %s\n  objdump: %s\n  ours:    %s\n  rerun: test_isa_disasm --arch %s --only %0*" PRIX32
        "\n",
        item->wide ? 8 : 4, item->encoding, item->condition == OUTSIDE_IT ? "" : " in an IT block",
        what, theirs, ours, test->architecture->name, item->wide ? 8 : 4, item->encoding);
}

static bool compile(regex_t *pattern, const char *text)
{
    char whole[ORACLE_TEXT + 2];
    snprintf(whole, sizeof whole, "^%s$", text);
    return regcomp(pattern, whole, REG_EXTENDED) == 0;
}

static bool compile_differences(void)
{
    for (size_t i = 0; i < DIFFERENCES; i++) {
        if (compile(&their_patterns[i], differences[i].theirs) &&
            compile(&our_patterns[i], differences[i].ours))
            continue;
        printf("differences.def: not an expression: %s | %s\n", differences[i].theirs,
               differences[i].ours);
        return false;
    }
    for (size_t i = 0; i < REFUSALS; i++)
        if (!compile(&refusal_patterns[i], refusals[i])) {
            printf("differences.def: not an expression: %s\n", refusals[i]);
            return false;
        }
    return true;
}

static bool may_be_refused(const char *text)
{
    for (size_t i = 0; i < REFUSALS; i++)
        if (regexec(&refusal_patterns[i], text, 0, NULL, 0) == 0)
            return true;
    return false;
}

static bool is_explained(const char *theirs, const char *ours)
{
    for (size_t i = 0; i < DIFFERENCES; i++) {
        if (regexec(&our_patterns[i], ours, 0, NULL, 0) != 0 ||
            regexec(&their_patterns[i], theirs, 0, NULL, 0) != 0)
            continue;
        difference_uses[i]++;
        return true;
    }
    return false;
}

static void add_doubt(struct test *test, const struct item *item, bool undefined, const char *text)
{
    if (test->doubt_count == test->doubt_capacity) {
        test->doubt_capacity = test->doubt_capacity != 0 ? 2 * test->doubt_capacity : 1024;
        test->doubts = realloc(test->doubts, test->doubt_capacity * sizeof *test->doubts);
    }
    char *copy = strdup(text);
    if (test->doubts == NULL || copy == NULL)
        abort();
    test->doubts[test->doubt_count++] = (struct doubt){*item, undefined, copy};
}

/* Its text can be assembled anywhere: a branch has a range, IT wants what it makes conditional. */
static bool stands_alone(const struct insn *insn)
{
    unsigned class = op_timing_class((enum op)insn->op);
    return class != TIMING_BRANCH && class != TIMING_IT;
}

static void judge(struct test *test, const struct item *item, const struct oracle_line *theirs)
{
    uint16_t first = (uint16_t)(item->wide ? item->encoding >> 16 : item->encoding);
    bool in_it = item->condition != OUTSIDE_IT;
    struct insn insn =
        decode(test->architecture->architecture, first, (uint16_t)item->encoding, in_it);
    char text[ORACLE_TEXT];
    struct oracle_line ours = {.at = item->at};
    disassemble(&insn, item->at, item->condition, text, sizeof text);
    oracle_normalise(text, &ours);
    test->compared++;
    if (insn.row < ROWS)
        test->hits[insn.row]++;
    if (test->only)
        printf("%0*" PRIX32 " %-12s row %-16s op %-8s %s | %s\n", item->wide ? 8 : 4,
               item->encoding, in_it ? "in IT" : "outside IT", encodings_row_name(insn.row),
               op_name(insn.op), text, theirs->text);

    bool undefined = insn.row >= ROWS;
    if (strcmp(ours.text, theirs->text) == 0) {
        test->undefined += undefined;
        if (!undefined && !in_it && stands_alone(&insn))
            add_doubt(test, item, false, theirs->text);
        if (ours.has_address && theirs->has_address && ours.address != theirs->address)
            show_failure(test, item, theirs->text, text, "another address");
    } else if (is_explained(theirs->text, ours.text)) {
        test->explained++;
    } else if (undefined && !in_it) {
        add_doubt(test, item, true, theirs->text);
    } else if (undefined) {
        /* Judged outside the IT block, where the assembler needs no context. */
        test->unpredictable++;
    } else {
        show_failure(test, item, theirs->text, text, "another text");
    }
}

static bool compare_stream(struct test *test, const struct stream *stream)
{
    struct oracle *oracle = oracle_open(&test->architecture->target, stream->code, stream->halves);
    if (oracle == NULL)
        return false;
    struct oracle_line line;
    size_t i = 0;
    for (; i < stream->count && oracle_next(oracle, &line); i++) {
        if (line.at != stream->items[i].at) {
            printf("objdump is at %" PRIX32 ", not at %" PRIX32 "\n", line.at, stream->items[i].at);
            break;
        }
        if (!stream->items[i].filler)
            judge(test, &stream->items[i], &line);
    }
    return oracle_close(oracle) && i == stream->count;
}

static void settle(struct test *test, const struct doubt *doubt,
                   const struct oracle_assembly *assembly)
{
    bool made =
        !assembly->refused && !assembly->warned && assembly->encoding == doubt->item.encoding;
    if (doubt->undefined && made)
        show_failure(test, &doubt->item, doubt->text, "undefined", "GNU as makes this encoding");
    else if (doubt->undefined)
        test->unpredictable++;
    else if (assembly->refused && !may_be_refused(doubt->text))
        show_failure(test, &doubt->item, doubt->text, doubt->text, "GNU as refuses it");
}

static bool settle_doubts(struct test *test)
{
    const char **texts = calloc(test->doubt_count + 1, sizeof *texts);
    struct oracle_assembly *results = calloc(test->doubt_count + 1, sizeof *results);
    if (texts == NULL || results == NULL)
        abort();
    for (size_t i = 0; i < test->doubt_count; i++)
        texts[i] = test->doubts[i].text;
    bool ran = test->doubt_count == 0 ||
               oracle_assemble(&test->architecture->target, texts, test->doubt_count, results);
    for (size_t i = 0; i < test->doubt_count; i++) {
        settle(test, &test->doubts[i], &results[i]);
        free(test->doubts[i].text);
    }
    test->doubt_count = 0;
    free(texts);
    free(results);
    return ran;
}

/* ---- what is compared ---- */

static bool finish_stream(struct test *test, struct stream *stream)
{
    bool ran = compare_stream(test, stream) && settle_doubts(test);
    stream_free(stream);
    return ran;
}

static bool compare_half_words(struct test *test)
{
    struct stream stream = {0};
    for (uint32_t encoding = 0; encoding < 0x10000u; encoding++)
        if (!decode_is_wide((uint16_t)encoding))
            stream_put_both(&stream, encoding, false);
    return finish_stream(test, &stream);
}

/* The spaces of special registers, hints and barriers, where each number means something else; and
 * LDRD and VLDR with every offset. */
static bool compare_spaces(struct test *test)
{
    static const uint32_t bases[] = {0xF3808000u, 0xF3808400u, 0xF3808800u, 0xF3808C00u,
                                     0xF3EF8000u, 0xF3AF8000u, 0xF3BF8F00u, 0xE840F000u,
                                     0xF3DE8F00u, 0xF3C78F00u, 0xE9F02300u, 0xED100A00u};
    struct stream stream = {0};
    for (size_t base = 0; base < sizeof bases / sizeof bases[0]; base++)
        for (uint32_t number = 0; number < 256; number++)
            stream_put_both(&stream, bases[base] | number, true);
    for (uint32_t number = 0; number < 32; number++) /* VMSR, VMRS */
        stream_put_both(&stream, 0xEEE03A10u | number << 16, true);
    return finish_stream(test, &stream);
}

/* Half from the rows in turn, so that each is met often; half anywhere in the 32-bit space. */
static bool compare_words(struct test *test)
{
    uint64_t random = test->seed;
    unsigned first_row = encodings_first_wide_row(), row = first_row;
    struct stream stream = {0};
    for (uint64_t i = 0; i < test->words; i++) {
        uint32_t encoding;
        if (i % 2 == 0) {
            encoding = encodings_random(row, &random);
            row = row + 1 < ROWS ? row + 1 : first_row;
        } else {
            encoding = encodings_random_wide(&random);
        }
        stream_put_both(&stream, encoding, true);
        if (i % CHUNK == CHUNK - 1 && !finish_stream(test, &stream))
            return false;
    }
    return finish_stream(test, &stream);
}

static bool compare_one(struct test *test)
{
    struct stream stream = {0};
    bool wide = test->only_encoding > 0xFFFFu;
    stream_put_both(&stream, test->only_encoding, wide);
    return finish_stream(test, &stream);
}

/* Every row is met, and every explanation needed. */
static void check_coverage(struct test *test)
{
    for (unsigned row = 0; row < ROWS; row++) {
        if (test->hits[row] != 0)
            continue;
        printf("no encoding decodes as row %s\n", encodings_row_name(row));
        test->failures++;
    }
    for (size_t i = 0; i < DIFFERENCES; i++) {
        if (difference_uses[i] != 0)
            continue;
        printf("differences.def explains what does not differ: %s | %s\n", differences[i].theirs,
               differences[i].ours);
        test->failures++;
    }
}

static bool choose_architecture(struct test *test, const char *name)
{
    for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++)
        if (strcmp(architectures[i].name, name) == 0)
            test->architecture = &architectures[i];
    return test->architecture != NULL;
}

static bool parse_arguments(struct test *test, int count, char **arguments)
{
    for (int i = 1; i + 1 < count; i += 2) {
        char *end;
        if (strcmp(arguments[i], "--arch") == 0) {
            test->architecture = NULL;
            if (!choose_architecture(test, arguments[i + 1]))
                return false;
            continue;
        }
        uint64_t value = strtoull(arguments[i + 1], &end, strcmp(arguments[i], "--only") ? 10 : 16);
        if (*end != '\0')
            return false;
        if (strcmp(arguments[i], "--words") == 0)
            test->words = value;
        else if (strcmp(arguments[i], "--seed") == 0)
            test->seed = value;
        else if (strcmp(arguments[i], "--only") == 0)
            test->only = true, test->only_encoding = (uint32_t)value;
        else
            return false;
    }
    return count % 2 == 1;
}

int main(int count, char **arguments)
{
    static struct test test = {.seed = 1, .words = 200000, .architecture = &architectures[0]};
    if (!parse_arguments(&test, count, arguments)) {
        fprintf(stderr, "usage: %s [--arch v8m|v7em|v7m|v6m] [--words N] [--seed N] [--only HEX]\n",
                arguments[0]);
        return 2;
    }
    decode_init();
    if (!compile_differences())
        return 2;
    bool ran = test.only
                   ? compare_one(&test)
                   : compare_half_words(&test) && compare_spaces(&test) && compare_words(&test);
    if (!ran) {
        printf("GNU objdump or as did not do its part (binutils-arm-none-eabi)\n");
        return 1;
    }
    if (!test.only && test.architecture == &architectures[0])
        check_coverage(&test);
    printf("%" PRIu64 " compared, seed %" PRIu64 ": %" PRIu64 " undefined to both, %" PRIu64
           " explained, %" PRIu64 " unpredictable, %" PRIu64 " different\n",
           test.compared, test.seed, test.undefined, test.explained, test.unpredictable,
           test.failures);
    return test.failures != 0;
}
