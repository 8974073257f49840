/* Images for QEMU's boards and our machines.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/qemu_image.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/sim.h"

enum {
    CODE = 0x1C000, /* of programs, from the image's begin */
    BOOT_BYTES = 8, /* SP and the reset vector */
    HEADER = 0x400,
    RECORDS = 0x800,
    PRISTINE = 0x14000,
    RECORD_SIZE = 200,
    ERASED = 0x2000, /* behind the code, where literal loads may look */
    SVC = 0xDF00,
    XPSR_T = 1 << 24
};

_Static_assert(sizeof(struct qemu_result) == 216, "RESULT_SIZE of the harness");

static uint32_t base_of(const struct target *target)
{
    return target->code - CODE;
}

static void put_word(uint8_t *at, uint32_t word)
{
    memcpy(at, &word, sizeof word);
}

static void put_record(uint8_t *at, const struct program *program)
{
    for (unsigned reg = 0; reg < 15; reg++)
        put_word(at + 4 * reg, program->r[reg]);
    put_word(at + 60, program->address);
    put_word(at + 64, program->apsr | XPSR_T);
    memcpy(at + 68, program->s, sizeof program->s);
}

static void put_code(const struct target *target, uint8_t *image, const struct program *program)
{
    uint8_t *code = image + (program->address - base_of(target));
    uint32_t size = program_code(program, code);
    const uint16_t svc = SVC;
    memcpy(code + size, &svc, sizeof svc);
}

uint8_t *qemu_image(const struct target *target, const uint8_t *harness, size_t size,
                    const struct program *const *programs, unsigned count, size_t *image_size)
{
    static uint8_t data[PROGRAM_DATA_MAX];
    *image_size = CODE + target->code_size + ERASED;
    uint8_t *image = size <= HEADER ? malloc(*image_size) : NULL;
    if (image == NULL)
        return NULL;
    memset(image, 0xFF, *image_size);
    memcpy(image, harness, size);
    program_fill_memory(target, image + CODE, data);
    memcpy(image + PRISTINE, data, target->data_size);
    put_word(image + HEADER, count);
    put_word(image + HEADER + 4, target->data_size / 4);
    put_word(image + HEADER + 8, target->data);
    for (unsigned k = 0; k < count; k++) {
        put_record(image + RECORDS + RECORD_SIZE * k, programs[k]);
        put_code(target, image, programs[k]);
    }
    return image;
}

/* ---- QEMU ---- */

/* The board, and where its core finds the vectors after reset. */
struct board {
    const char *name;
    uint32_t boot;
};

static struct board board_of(const struct target *target)
{
    switch (target->architecture) {
    case ARCH_V6M:
        return (struct board){"microbit", 0};
    case ARCH_V7M:
        return (struct board){"netduino2", 0};
    case ARCH_V7EM:
        break;
    case ARCH_V8M: /* With the Security Extension; programs run in Secure state. */
        return (struct board){"musca-b1", 0x10000000};
    }
    return (struct board){"netduinoplus2", 0};
}

static bool write_file(char *path, const uint8_t *bytes, size_t size)
{
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    return file != NULL && fclose(file) == 0 && written;
}

unsigned qemu_run(const struct target *target, const uint8_t *image, size_t size,
                  struct qemu_result *results, unsigned count)
{
    char path[] = "/tmp/qemu-image-XXXXXX", command[512];
    struct board board = board_of(target);
    if (!write_file(path, image, size))
        return 0;
    int length = snprintf(command, sizeof command,
                          "timeout 120 qemu-system-arm -M %s -display none -monitor none "
                          "-serial none -semihosting-config enable=on,target=native "
                          "-device loader,file=%s,addr=%#" PRIx32 ",force-raw=on",
                          board.name, path, base_of(target));
    if (board.boot != base_of(target)) /* The vectors are read from a copy. */
        snprintf(command + length, sizeof command - (size_t)length,
                 " -device loader,file=%s,addr=%#" PRIx32 ",force-raw=on", path, board.boot);
    FILE *pipe = popen(command, "r");
    size_t got = pipe != NULL ? fread(results, sizeof *results, count, pipe) : 0;
    if (pipe != NULL)
        pclose(pipe);
    unlink(path);
    return (unsigned)got;
}

/* ---- ours ---- */

struct sink {
    uint8_t *to;
    size_t left;
};

static void take(void *context, bool is_error, const char *bytes, size_t size)
{
    struct sink *sink = context;
    size_t taken = size < sink->left ? size : sink->left;
    (void)is_error;
    memcpy(sink->to, bytes, taken);
    sink->to += taken;
    sink->left -= taken;
}

unsigned qemu_run_ours(const struct target *target, const uint8_t *image, size_t size,
                       bool stepper_only, struct qemu_result *results, unsigned count)
{
    struct sim_config config = {.machine = target->machine, .stepper_only = stepper_only};
    struct sink sink = {(uint8_t *)results, sizeof *results * count};
    struct sim_semihosting semihosting = {.context = &sink, .write = take};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    if (sim == NULL)
        return 0;
    struct sim_stop stop = {.text = "not loaded"};
    if (sim_load(sim, base_of(target), image, size, &error) &&
        sim_load(sim, target->flash, image, BOOT_BYTES, &error)) {
        sim_enable_semihosting(sim, &semihosting);
        sim_reset(sim);
        stop = sim_run(sim, UINT64_C(1000000000000));
    }
    if (stop.reason != SIM_STOP_EXIT)
        printf("our machine stopped at %08x: %s\n", (unsigned)stop.pc, stop.text);
    sim_destroy(sim);
    return (unsigned)((sizeof *results * count - sink.left) / sizeof *results);
}
