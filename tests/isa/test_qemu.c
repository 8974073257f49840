/* Compares the execution of random programs with qemu-system-arm's, and our two engines with each
 * other: the same image on a board of QEMU's and on a machine of ours. SPDX-License-Identifier: MIT
 *
 * usage: test_qemu HARNESS.bin --arch v6m|v7m|v7em|v8m [--images N] [--seed N] [--coverage FILE]
 * These programs have what Unicorn is no oracle for: unaligned accesses that fault, SP with low
 * bits.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/exception.h"
#include "sim/core/insn.h"
#include "tests/isa/coverage.h"
#include "tests/isa/execution.h"
#include "tests/isa/qemu_image.h"

enum { SHOWN_MAX = 10, HARNESS_MAX = 0x400, FRAME_BYTES = 32, SVC_BYTES = 2 };

struct test {
    const struct target *target;
    const char *arch;
    uint64_t seed, images;
    struct execution_engine *engine;
    uint8_t harness[HARNESS_MAX];
    size_t harness_size;
    uint64_t instructions, programs, faults, unaligned, astray, differences;
    struct coverage coverage; /* of what was compared */
    const char *coverage_file;
};

/* Whether it ends where the harness gets hold of it, and reaches nothing that differs by board; and
 * at which address it ends. */
static bool is_fit(struct test *test, const struct program *program, uint32_t *end)
{
    struct execution result;
    const struct target *target = test->target;
    execution_run(test->engine, program, &result);
    execution_restore(test->engine, program);
    uint32_t sp = result.r[SP];
    bool bus = result.fault == FAULT_BUS_PRECISE || result.fault == FAULT_BUS_FETCH ||
               result.fault == FAULT_EXECUTE_NEVER;
    bool elsewhere = result.fault == FAULT_UNALIGNED && result.fault_address != 0 &&
                     result.fault_address - target->data >= target->data_size;
    if (result.end == EXECUTION_STRAY || (result.end == EXECUTION_FAULT && (bus || elsewhere)) ||
        sp - target->data > target->data_size || sp - target->data < 2 * FRAME_BYTES)
        return false;
    bool faults = result.end == EXECUTION_FAULT;
    *end = faults ? result.r[PC] : program_address(program, program->count) + SVC_BYTES;
    test->instructions += result.instructions;
    test->programs++;
    test->faults += faults;
    test->unaligned += faults && result.fault == FAULT_UNALIGNED;
    return true;
}

static bool same(const struct target *target, const struct qemu_result *a,
                 const struct qemu_result *b)
{
    bool has_float = has_fpu(target);
    return memcmp(a->r4_to_r11, b->r4_to_r11, sizeof a->r4_to_r11) == 0 &&
           memcmp(a->frame, b->frame, sizeof a->frame) == 0 && a->psp == b->psp &&
           a->ipsr == b->ipsr && a->data == b->data &&
           (!has_float || (a->fpscr == b->fpscr && memcmp(a->s, b->s, sizeof a->s) == 0));
}

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
        printf("    %08" PRIX32 ": %0*" PRIX32 " %s%s\n", program_address(program, k),
               p->wide ? 8 : 4, p->encoding, in_it > 0 ? "(IT) " : "", text);
        if (in_it > 0)
            in_it--;
        if (insn.op == OP_it)
            in_it = 4 - (unsigned)__builtin_ctz(insn.imm);
    }
}

static void show_words(const char *name, const uint32_t *ours, const uint32_t *theirs, unsigned n,
                       unsigned first)
{
    for (unsigned k = 0; k < n; k++)
        if (ours[k] != theirs[k])
            printf("  %s%u: ours %08" PRIX32 ", other %08" PRIX32 "\n", name, first + k, ours[k],
                   theirs[k]);
}

static void fail(struct test *test, const struct program *program, const char *who,
                 const struct qemu_result *ours, const struct qemu_result *theirs)
{
    if (test->differences++ >= SHOWN_MAX)
        return;
    printf("%s's result is another\n", who);
    for (unsigned reg = 0; reg < 15; reg++)
        printf(" r%u=%08" PRIX32, reg, program->r[reg]);
    printf(" apsr=%08" PRIX32 "\n", program->apsr);
    show_program(program);
    show_words("r", ours->r4_to_r11, theirs->r4_to_r11, 8, 4);
    show_words("frame ", ours->frame, theirs->frame, 8, 0);
    show_words("psp ", &ours->psp, &theirs->psp, 1, 0);
    show_words("ipsr ", &ours->ipsr, &theirs->ipsr, 1, 0);
    show_words("fpscr ", &ours->fpscr, &theirs->fpscr, 1, 0);
    show_words("s", ours->s, theirs->s, 32, 0);
    show_words("sum of the data ", &ours->data, &theirs->data, 1, 0);
}

/* The plain engine is slow, and compared with the other by test_execution.c: one image is enough.
 */
static bool compare(struct test *test, const struct program *const *programs, const uint32_t *ends,
                    unsigned count, bool also_plain)
{
    static struct qemu_result plain[QEMU_RECORDS_MAX], fast[QEMU_RECORDS_MAX],
        theirs[QEMU_RECORDS_MAX];
    size_t size;
    uint8_t *image =
        qemu_image(test->target, test->harness, test->harness_size, programs, count, &size);
    if (image == NULL)
        return false;
    unsigned ours = qemu_run_ours(test->target, image, size, false, fast, count);
    unsigned also = count;
    if (also_plain)
        also = qemu_run_ours(test->target, image, size, true, plain, count);
    unsigned other = qemu_run(test->target, image, size, theirs, count);
    free(image);
    if (ours != count || also != count || other != count) {
        printf("%u programs: %u and %u of our engines, %u of QEMU have ended\n", count, ours, also,
               other);
        return false;
    }
    for (unsigned k = 0; k < count; k++) {
        /* It has read the harness, which is_fit did not know. */
        if (fast[k].frame[6] != ends[k]) {
            test->astray++;
            continue;
        }
        if (also_plain && !same(test->target, &plain[k], &fast[k]))
            fail(test, programs[k], "the plain engine", &fast[k], &plain[k]);
        if (!same(test->target, &fast[k], &theirs[k]))
            fail(test, programs[k], "QEMU", &fast[k], &theirs[k]);
        coverage_count(&test->coverage, programs[k], coverage_reached(programs[k], ends[k]));
    }
    return true;
}

static bool run_image(struct test *test, uint64_t number)
{
    static struct program all[QEMU_RECORDS_MAX];
    static const struct program *fit[QEMU_RECORDS_MAX];
    static uint32_t ends[QEMU_RECORDS_MAX];
    unsigned count = 0;
    for (unsigned k = 0; k < QEMU_RECORDS_MAX; k++) {
        program_make(&all[k], test->target, test->seed, number * QEMU_RECORDS_MAX + k);
        if (is_fit(test, &all[k], &ends[count]))
            fit[count++] = &all[k];
    }
    return compare(test, fit, ends, count, number == 0);
}

static bool read_harness(struct test *test, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    test->harness_size = fread(test->harness, 1, sizeof test->harness, file);
    bool whole = fgetc(file) == EOF;
    fclose(file);
    return whole && test->harness_size != 0;
}

static bool parse_arguments(struct test *test, int argc, char **argv)
{
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--arch") == 0)
            test->arch = argv[i + 1];
        else if (strcmp(argv[i], "--images") == 0)
            test->images = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            test->seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--coverage") == 0)
            test->coverage_file = argv[i + 1];
        else
            return false;
    }
    return argc % 2 == 0 && argc >= 2;
}

int main(int argc, char **argv)
{
    static struct test test = {.seed = 1, .images = 20, .arch = "v7em"};
    char name[32];
    if (!parse_arguments(&test, argc, argv) || !read_harness(&test, argv[1])) {
        fprintf(stderr,
                "usage: %s HARNESS.bin --arch v6m|v7m|v7em|v8m [--images N] [--seed N] "
                "[--coverage FILE]\n",
                argv[0]);
        return 2;
    }
    snprintf(name, sizeof name, "qemu_%s", test.arch);
    test.target = target_named(name);
    test.engine = test.target != NULL ? execution_ours(test.target, false) : NULL;
    if (test.engine == NULL) {
        printf("no such architecture\n");
        return 2;
    }
    bool ran = true;
    for (uint64_t k = 0; k < test.images && ran; k++)
        ran = run_image(&test, k);
    printf("%" PRIu64 " instructions in %" PRIu64 " programs, seed %" PRIu64 ": %" PRIu64
           " faulted, %" PRIu64 " of them on an unaligned access, %" PRIu64 " strayed, %" PRIu64
           " differ\n",
           test.instructions, test.programs, test.seed, test.faults, test.unaligned, test.astray,
           test.differences);
    execution_free(test.engine);
    if (test.coverage_file != NULL && !coverage_write(&test.coverage, test.coverage_file)) {
        printf("%s cannot be written\n", test.coverage_file);
        return 1;
    }
    return !ran || test.differences != 0 || test.astray > test.programs / 100;
}
