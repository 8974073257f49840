/* Images for QEMU's boards and our machines.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/qemu_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/sim.h"

enum {
    HEADER = 0x400,
    RECORDS = 0x800,
    PRISTINE = 0x14000,
    RECORD_SIZE = 200,
    ERASED = 0x2000, /* behind the code, where literal loads may look */
    SVC = 0xDF00,
    XPSR_T = 1 << 24
};

_Static_assert(sizeof(struct qemu_result) == 216, "RESULT_SIZE of the harness");

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
    uint8_t *code = image + (program->address - target->flash);
    uint32_t size = program_code(program, code);
    const uint16_t svc = SVC;
    memcpy(code + size, &svc, sizeof svc);
}

uint8_t *qemu_image(const struct target *target, const uint8_t *harness, size_t size,
                    const struct program *const *programs, unsigned count, size_t *image_size)
{
    static uint8_t data[PROGRAM_DATA_MAX];
    *image_size = target->code + target->code_size - target->flash + ERASED;
    uint8_t *image = size <= HEADER ? malloc(*image_size) : NULL;
    if (image == NULL)
        return NULL;
    memset(image, 0xFF, *image_size);
    memcpy(image, harness, size);
    program_fill_memory(target, image + (target->code - target->flash), data);
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

static const char *board_of(const struct target *target)
{
    switch (target->architecture) {
    case ARCH_V6M:
        return "microbit";
    case ARCH_V7M:
        return "netduino2";
    case ARCH_V7EM:
    case ARCH_V8M:
        break;
    }
    return "netduinoplus2";
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
    char path[] = "/tmp/qemu-image-XXXXXX", command[256];
    if (!write_file(path, image, size))
        return 0;
    snprintf(command, sizeof command,
             "timeout 120 qemu-system-arm -M %s -display none -monitor none -serial none "
             "-semihosting-config enable=on,target=native -kernel %s </dev/null",
             board_of(target), path);
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
    if (sim_load(sim, target->flash, image, size, &error)) {
        sim_enable_semihosting(sim, &semihosting);
        sim_reset(sim);
        stop = sim_run(sim, UINT64_C(1000000000000));
    }
    if (stop.reason != SIM_STOP_EXIT)
        printf("our machine stopped at %08x: %s\n", (unsigned)stop.pc, stop.text);
    sim_destroy(sim);
    return (unsigned)((sizeof *results * count - sink.left) / sizeof *results);
}
