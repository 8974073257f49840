/* Compares the execution of random programs with Unicorn's, and our two engines with each other.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/insn.h"
#include "sim/core/exception.h"
#include "tests/isa/coverage.h"
#include "tests/isa/encodings.h"
#include "tests/isa/execution.h"

enum { SHOWN_MAX = 10 };

#define XPSR_IT UINT32_C(0x0600FC00)

struct test {
    const struct target *target;
    uint64_t seed, programs;
    bool only;
    uint64_t only_program;
    struct execution_engine *plain, *fast, *oracle;
    uint64_t instructions, done, faults, known, strays, failures;
    struct coverage coverage; /* of what was compared */
    const char *coverage_file;
};

static const char *const end_names[] = {"done", "fault", "stray"};

static void show_program(const struct program *program)
{
    char text[96];
    unsigned in_it = 0;
    for (unsigned k = 0; k < program->count; k++) {
        const struct program_instruction *p = &program->instruction[k];
        uint16_t first = (uint16_t)(p->wide ? p->encoding >> 16 : p->encoding);
        struct insn insn =
            decode(program->target->architecture, first, (uint16_t)p->encoding, in_it > 0);
        disassemble(&insn, program_address(program, k), 14, text, sizeof text);
        printf("    %08" PRIX32 ": %0*" PRIX32 "%*s %s%s\n", program_address(program, k),
               p->wide ? 8 : 4, p->encoding, p->wide ? 0 : 4, "", in_it > 0 ? "(IT) " : "", text);
        if (in_it > 0)
            in_it--;
        if (insn.op == OP_it)
            in_it = 4 - (unsigned)__builtin_ctz(insn.imm);
    }
}

static void show_execution(const char *name, const struct execution *e,
                           const struct execution *other)
{
    printf("  %-8s %s", name, end_names[e->end]);
    for (unsigned reg = 0; reg < 16; reg++)
        if (e->r[reg] != other->r[reg])
            printf(" r%u=%08" PRIX32, reg, e->r[reg]);
    if (e->xpsr != other->xpsr)
        printf(" xpsr=%08" PRIX32, e->xpsr);
    for (unsigned reg = 0; reg < 32; reg++)
        if (e->s[reg] != other->s[reg])
            printf(" s%u=%08" PRIX32, reg, e->s[reg]);
    if (e->fpscr != other->fpscr)
        printf(" fpscr=%08" PRIX32, e->fpscr);
    printf("\n");
}

static void show_data(const struct target *target, const uint8_t *ours, const uint8_t *theirs)
{
    for (uint32_t at = 0; at < target->data_size; at++)
        if (ours[at] != theirs[at]) {
            printf("  data at %08" PRIX32 ": %02X, other %02X\n", target->data + at, ours[at],
                   theirs[at]);
            return;
        }
}

static bool same_state(const struct execution *a, const struct execution *b)
{
    return a->end == b->end && memcmp(a->r, b->r, sizeof a->r) == 0 && a->xpsr == b->xpsr &&
           memcmp(a->s, b->s, sizeof a->s) == 0 && a->fpscr == b->fpscr;
}

static void fail(struct test *test, const struct program *program, uint64_t index, const char *what)
{
    if (test->failures++ >= SHOWN_MAX)
        return;
    printf("program %" PRIu64 ": %s\n", index, what);
    printf("  rerun: test_isa_execution --arch %s --seed %" PRIu64 " --only %" PRIu64 "\n",
           test->target->name, test->seed, index);
    printf("  begins with");
    for (unsigned reg = 0; reg < 15; reg++)
        printf(" r%u=%08" PRIX32, reg, program->r[reg]);
    printf(" apsr=%08" PRIX32 "\n", program->apsr);
    for (unsigned reg = 0; reg < 32; reg++)
        printf(" s%u=%08" PRIX32, reg, program->s[reg]);
    printf(" fpscr=%08" PRIX32 "\n", program->fpscr);
    show_program(program);
}

static bool is_known_fault(const struct execution *ours, const struct execution *theirs)
{
#define KNOWN_FAULT(condition, fault)                                                              \
    if (condition)                                                                                 \
        return true;
#include "tests/isa/unicorn.def"
    return false;
}

struct attempt {
    struct execution plain, fast, oracle;
    const char *difference; /* NULL: none */
    bool known;             /* a fault of Unicorn explains it */
};

static bool same_data(const struct test *test, const struct execution_engine *other)
{
    return memcmp(execution_data(test->plain), execution_data(other), test->target->data_size) == 0;
}

static void try_oracle(struct test *test, const struct program *program, struct attempt *attempt)
{
    const struct execution *ours = &attempt->plain, *theirs = &attempt->oracle;
    execution_run(test->oracle, program, &attempt->oracle);
    attempt->known = is_known_fault(ours, theirs);
    if (attempt->known || theirs->end == EXECUTION_STRAY)
        return;
    if (!same_state(ours, theirs) || !same_data(test, test->oracle))
        attempt->difference = "Unicorn's result is another";
}

/* Our engines agree in everything, also in time. A fault is only reported by the pre-decoding one
 * when its handler runs; with a wild SP its frame may hit a device. */
static void try_fast(struct test *test, const struct program *program, struct attempt *attempt)
{
    const struct execution *plain = &attempt->plain, *fast = &attempt->fast;
    execution_run(test->fast, program, &attempt->fast);
    bool same = plain->end == fast->end;
    if (plain->end == EXECUTION_FAULT)
        same = same || fast->end == EXECUTION_STRAY;
    else
        same = same && same_state(plain, fast) && plain->cycles == fast->cycles &&
               same_data(test, test->fast);
    if (!same)
        attempt->difference = "our engines differ";
}

static void try_all(struct test *test, const struct program *program, struct attempt *attempt)
{
    memset(attempt, 0, sizeof *attempt);
    execution_run(test->plain, program, &attempt->plain);
    if (attempt->plain.end == EXECUTION_STRAY)
        return;
    try_oracle(test, program, attempt);
    if (!program->branch_last && attempt->difference == NULL)
        try_fast(test, program, attempt);
}

static void show_attempt(const struct test *test, const struct attempt *attempt)
{
    bool engines = attempt->fast.r[PC] != 0;
    const struct execution *plain = &attempt->plain;
    const struct execution *other = engines ? &attempt->fast : &attempt->oracle;
    show_execution("plain", plain, other);
    show_execution(engines ? "fast" : "Unicorn", other, plain);
    if (engines)
        printf("  cycles: plain %" PRIu64 ", fast %" PRIu64 "\n", plain->cycles, other->cycles);
    show_data(test->target, execution_data(test->plain),
              execution_data(engines ? test->fast : test->oracle));
}

/* All memory as at the beginning. */
static void begin_anew(struct test *test)
{
    execution_reset(test->plain);
    execution_reset(test->fast);
    execution_reset(test->oracle);
}

static void tidy_up(struct test *test, const struct program *program, uint64_t index)
{
    struct execution_engine *const engines[] = {test->plain, test->fast, test->oracle};
    for (size_t k = 0; k < sizeof engines / sizeof engines[0]; k++) {
        execution_restore(engines[k], program);
        if ((index + 1) % program_slots(test->target) == 0)
            execution_forget_code(engines[k]);
    }
}

/* Instructions that were executed, with the one that faulted. */
static unsigned reached(const struct program *program, const struct execution *end)
{
    return end->end == EXECUTION_FAULT ? coverage_reached(program, end->r[PC]) : program->count;
}

static void count(struct test *test, const struct program *program, const struct attempt *attempt)
{
    bool strays = attempt->plain.end == EXECUTION_STRAY || attempt->oracle.end == EXECUTION_STRAY;
    if (!strays && !attempt->known) {
        test->instructions += attempt->plain.instructions;
        coverage_count(&test->coverage, program, reached(program, &attempt->plain));
    }
    test->done += attempt->plain.end == EXECUTION_DONE;
    test->faults += attempt->plain.end == EXECUTION_FAULT;
    test->strays += strays;
    test->known += attempt->known;
}

static void run_program(struct test *test, uint64_t index)
{
    struct program program;
    struct attempt attempt;
    program_make(&program, test->target, test->seed, index);
    try_all(test, &program, &attempt);
    if (attempt.difference != NULL) {
        /* Unicorn may have translated noise that a program branched to, and faults may have left
         * other words in RAM: all are asked again with nothing before. */
        begin_anew(test);
        try_all(test, &program, &attempt);
    }
    if (attempt.difference != NULL) {
        fail(test, &program, index, attempt.difference);
        if (test->failures <= SHOWN_MAX)
            show_attempt(test, &attempt);
    }
    if (test->only) {
        show_program(&program);
        show_execution("plain", &attempt.plain, &(struct execution){0});
    }
    count(test, &program, &attempt);
    tidy_up(test, &program, index);
}

static bool parse_arguments(struct test *test, int count, char **arguments)
{
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--arch") == 0) {
            test->target = target_named(arguments[i + 1]);
            if (test->target == NULL)
                return false;
            continue;
        }
        if (strcmp(arguments[i], "--coverage") == 0) {
            test->coverage_file = arguments[i + 1];
            continue;
        }
        char *end;
        uint64_t value = strtoull(arguments[i + 1], &end, 10);
        if (*end != '\0')
            return false;
        if (strcmp(arguments[i], "--programs") == 0)
            test->programs = value;
        else if (strcmp(arguments[i], "--seed") == 0)
            test->seed = value;
        else if (strcmp(arguments[i], "--only") == 0)
            test->only = true, test->only_program = value;
        else
            return false;
    }
    return count % 2 == 1;
}

int main(int argument_count, char **arguments)
{
    static struct test test = {.seed = 1, .programs = 60000};
    test.target = target_named("v8m");
    if (!parse_arguments(&test, argument_count, arguments)) {
        fprintf(stderr,
                "usage: %s [--arch v6m|v7m|v7em|v8m] [--programs N] [--seed N] [--only N] "
                "[--coverage FILE]\n",
                arguments[0]);
        return 2;
    }
    test.plain = execution_ours(test.target, false);
    test.fast = execution_ours(test.target, true);
    test.oracle = execution_unicorn(test.target);
    if (test.plain == NULL || test.fast == NULL || test.oracle == NULL) {
        printf("no simulator or no Unicorn\n");
        return 1;
    }
    uint64_t first = test.only ? test.only_program : 0;
    uint64_t end = test.only ? first + 1 : test.programs;
    for (uint64_t index = first; index < end; index++)
        run_program(&test, index);
    if (test.coverage_file != NULL && !coverage_write(&test.coverage, test.coverage_file)) {
        printf("%s cannot be written\n", test.coverage_file);
        test.failures++;
    }
    printf("%" PRIu64 " instructions compared in %" PRIu64 " programs, seed %" PRIu64 ": %" PRIu64
           " ran through, %" PRIu64 " faulted, %" PRIu64 " strayed, %" PRIu64
           " excused by a fault of Unicorn, %" PRIu64 " differ\n",
           test.instructions, end - first, test.seed, test.done, test.faults, test.strays,
           test.known, test.failures);
    execution_free(test.plain);
    execution_free(test.fast);
    execution_free(test.oracle);
    return test.failures != 0;
}
