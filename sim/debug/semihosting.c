/* Arm semihosting.
 * SPDX-License-Identifier: MIT
 */
#include "sim/debug/semihosting.h"

#include <string.h>

#include "sim/state.h"

#define NS_PER_CENTISECOND 10000000u
#define NS_PER_SECOND 1000000000u
#define FAILED UINT32_MAX
#define WORDS_MAX 4

/* Reasons of SYS_EXIT; only the first is a regular end. */
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

/* errno as newlib and picolibc number it, which is what guests are linked with. */
enum {
    GUEST_EPERM = 1,
    GUEST_ENOENT = 2,
    GUEST_EBADF = 9,
    GUEST_EFAULT = 14,
    GUEST_EINVAL = 22,
    GUEST_ENFILE = 23
};

/* "SHFB", then feature byte 0: SH_EXT_EXIT_EXTENDED and SH_EXT_STDOUT_STDERR. */
static const uint8_t features[] = {0x53, 0x48, 0x46, 0x42, 0x03};

/* A call under way: r1, and the words of the block that it points to. */
struct call {
    struct sim *sim;
    struct semihosting *state;
    uint32_t argument;
    uint32_t word[WORDS_MAX];
};

static uint32_t fail(struct call *call, int32_t error)
{
    call->state->error = error;
    return FAILED;
}

/* The file of a handle; closed where there is none. */
static enum semihosting_file file_of(const struct call *call, uint32_t handle)
{
    if (handle == 0 || handle > SEMIHOSTING_HANDLES)
        return SEMIHOSTING_CLOSED;
    return (enum semihosting_file)call->state->handle[handle - 1].file;
}

static void put(const struct call *call, bool is_error, const char *bytes, size_t size)
{
    const struct sim_semihosting *host = &call->state->host;
    if (host->write != NULL && size != 0)
        host->write(host->context, is_error, bytes, size);
}

static size_t get(const struct call *call, char *bytes, size_t size)
{
    const struct sim_semihosting *host = &call->state->host;
    size_t got = host->read != NULL && size != 0 ? host->read(host->context, bytes, size) : 0;
    return got < size ? got : size;
}

/* ---- files ---- */

static bool name_is(const char *name, uint32_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

/* Modes are fopen's: r, rb, r+, r+b, then the same with w, then with a. */
static enum semihosting_file file_named(const char *name, uint32_t length, uint32_t mode)
{
    if (name_is(name, length, ":semihosting-features"))
        return mode <= 1 ? SEMIHOSTING_FEATURES : SEMIHOSTING_CLOSED;
    if (!name_is(name, length, ":tt") || mode > 11)
        return SEMIHOSTING_CLOSED;
    return mode < 4 ? SEMIHOSTING_INPUT : mode < 8 ? SEMIHOSTING_OUTPUT : SEMIHOSTING_ERROR;
}

static uint32_t do_open(struct call *call)
{
    char name[32];
    uint32_t length = call->word[2];
    if (length >= sizeof name)
        return fail(call, GUEST_ENOENT);
    if (!sim_peek(call->sim, call->word[0], name, length))
        return fail(call, GUEST_EFAULT);
    enum semihosting_file file = file_named(name, length, call->word[1]);
    if (file == SEMIHOSTING_CLOSED)
        return fail(call, GUEST_ENOENT);
    for (uint32_t k = 0; k < SEMIHOSTING_HANDLES; k++) {
        if (call->state->handle[k].file != SEMIHOSTING_CLOSED)
            continue;
        call->state->handle[k].file = (uint8_t)file;
        call->state->handle[k].position = 0;
        return k + 1;
    }
    return fail(call, GUEST_ENFILE);
}

static uint32_t do_close(struct call *call)
{
    if (file_of(call, call->word[0]) == SEMIHOSTING_CLOSED)
        return fail(call, GUEST_EBADF);
    call->state->handle[call->word[0] - 1].file = SEMIHOSTING_CLOSED;
    return 0;
}

static uint32_t do_write(struct call *call)
{
    uint32_t address = call->word[1], left = call->word[2];
    enum semihosting_file file = file_of(call, call->word[0]);
    char bytes[256];
    if (file != SEMIHOSTING_OUTPUT && file != SEMIHOSTING_ERROR) {
        call->state->error = GUEST_EBADF;
        return left;
    }
    while (left != 0) {
        uint32_t size = left < sizeof bytes ? left : (uint32_t)sizeof bytes;
        if (!sim_peek(call->sim, address, bytes, size)) {
            call->state->error = GUEST_EFAULT;
            return left;
        }
        put(call, file == SEMIHOSTING_ERROR, bytes, size);
        address += size;
        left -= size;
    }
    return 0;
}

static uint32_t read_features(struct call *call, uint32_t handle, char *bytes, uint32_t size)
{
    uint32_t *position = &call->state->handle[handle - 1].position;
    uint32_t rest = (uint32_t)sizeof features - *position;
    uint32_t taken = size < rest ? size : rest;
    memcpy(bytes, features + *position, taken);
    *position += taken;
    return taken;
}

/* What is typed comes a part at a time, as from an interactive device. */
static uint32_t do_read(struct call *call)
{
    uint32_t handle = call->word[0], address = call->word[1], wanted = call->word[2];
    enum semihosting_file file = file_of(call, handle);
    char bytes[256];
    uint32_t size = wanted < sizeof bytes ? wanted : (uint32_t)sizeof bytes, got;
    if (file != SEMIHOSTING_INPUT && file != SEMIHOSTING_FEATURES) {
        call->state->error = GUEST_EBADF;
        return wanted;
    }
    /* Nothing is taken from the console that could not be delivered. */
    if (size == 0 || !sim_peek(call->sim, address, bytes, size)) {
        call->state->error = GUEST_EFAULT;
        return wanted;
    }
    if (file == SEMIHOSTING_INPUT)
        got = (uint32_t)get(call, bytes, size);
    else
        got = read_features(call, handle, bytes, size);
    sim_poke(call->sim, address, bytes, got);
    return wanted - got;
}

static uint32_t do_istty(struct call *call)
{
    enum semihosting_file file = file_of(call, call->word[0]);
    if (file == SEMIHOSTING_CLOSED)
        return fail(call, GUEST_EBADF);
    return file != SEMIHOSTING_FEATURES;
}

static uint32_t do_seek(struct call *call)
{
    enum semihosting_file file = file_of(call, call->word[0]);
    if (file == SEMIHOSTING_CLOSED)
        return fail(call, GUEST_EBADF);
    if (file != SEMIHOSTING_FEATURES || call->word[1] > sizeof features)
        return fail(call, GUEST_EINVAL);
    call->state->handle[call->word[0] - 1].position = call->word[1];
    return 0;
}

static uint32_t do_flen(struct call *call)
{
    enum semihosting_file file = file_of(call, call->word[0]);
    if (file == SEMIHOSTING_CLOSED)
        return fail(call, GUEST_EBADF);
    return file == SEMIHOSTING_FEATURES ? (uint32_t)sizeof features : 0;
}

/* ---- characters ---- */

static uint32_t do_writec(struct call *call)
{
    char byte;
    if (!sim_peek(call->sim, call->argument, &byte, 1))
        return fail(call, GUEST_EFAULT);
    put(call, false, &byte, 1);
    return 0;
}

static uint32_t do_write0(struct call *call)
{
    char bytes[256];
    size_t count = 0;
    for (uint32_t address = call->argument;; address++) {
        bool there = sim_peek(call->sim, address, &bytes[count], 1);
        bool ends = !there || bytes[count] == '\0';
        if (ends || ++count == sizeof bytes) {
            put(call, false, bytes, count);
            count = 0;
        }
        if (ends)
            return there ? 0 : fail(call, GUEST_EFAULT);
    }
}

static uint32_t do_readc(struct call *call)
{
    char byte;
    return get(call, &byte, 1) == 1 ? (uint8_t)byte : FAILED;
}

/* ---- the host's files and commands: never ---- */

static uint32_t do_tmpnam(struct call *call)
{
    return fail(call, GUEST_EPERM);
}

static uint32_t do_remove(struct call *call)
{
    return fail(call, GUEST_EPERM);
}

static uint32_t do_rename(struct call *call)
{
    return fail(call, GUEST_EPERM);
}

static uint32_t do_system(struct call *call)
{
    return fail(call, GUEST_EPERM);
}

/* ---- time ---- */

static uint32_t do_clock(struct call *call)
{
    return (uint32_t)(sim_time_ns(call->sim) / NS_PER_CENTISECOND);
}

static uint32_t do_time(struct call *call)
{
    return (uint32_t)(sim_time_ns(call->sim) / NS_PER_SECOND);
}

static uint32_t do_elapsed(struct call *call)
{
    uint64_t ns = sim_time_ns(call->sim);
    if (sim_poke(call->sim, call->argument, &ns, sizeof ns))
        return 0;
    call->sim->core.r[1] = FAILED;
    return FAILED;
}

static uint32_t do_tickfreq(struct call *call)
{
    (void)call;
    return NS_PER_SECOND;
}

/* ---- the rest ---- */

static uint32_t do_iserror(struct call *call)
{
    return call->word[0] >> 31;
}

static uint32_t do_errno(struct call *call)
{
    return (uint32_t)call->state->error;
}

static uint32_t do_get_cmdline(struct call *call)
{
    const char *line = call->state->host.command_line;
    if (line == NULL)
        line = "";
    uint32_t length = (uint32_t)strlen(line), block[2] = {call->word[0], length};
    if (length >= call->word[1])
        return fail(call, GUEST_EINVAL);
    if (!sim_poke(call->sim, call->word[0], line, length + 1) ||
        !sim_poke(call->sim, call->argument, block, sizeof block))
        return fail(call, GUEST_EFAULT);
    return 0;
}

/* All zero: not known, so that the image's own linker script decides. */
static uint32_t do_heapinfo(struct call *call)
{
    static const uint32_t block[4];
    return sim_poke(call->sim, call->word[0], block, sizeof block) ? 0 : fail(call, GUEST_EFAULT);
}

static uint32_t end(struct call *call, uint32_t reason, uint32_t status)
{
    struct sim *sim = call->sim;
    if (reason == ADP_STOPPED_APPLICATION_EXIT) {
        sim_stop_with(sim, SIM_STOP_EXIT, "the guest ended with exit status %d", (int)status);
    } else {
        status = 1;
        sim_stop_with(sim, SIM_STOP_EXIT, "the guest ended with semihosting reason 0x%X",
                      (unsigned)reason);
    }
    sim->stop.status = (int)status;
    return 0;
}

static uint32_t do_exit(struct call *call)
{
    return end(call, call->argument, 0);
}

static uint32_t do_exit_extended(struct call *call)
{
    return end(call, call->word[0], call->word[1]);
}

static uint32_t (*handler_of(uint32_t operation, unsigned *words))(struct call *)
{
    switch (operation) {
#define SEMIHOSTING_CALL(id, number, words_)                                                       \
    case number:                                                                                   \
        *words = words_;                                                                           \
        return do_##id;
#include "sim/debug/semihosting.def"
#undef SEMIHOSTING_CALL
    default:
        return NULL;
    }
}

/* ---- for the rest of the simulator ---- */

void semihosting_call(struct sim *sim)
{
    struct core *core = &sim->core;
    struct call call = {.sim = sim, .state = &sim->semihosting, .argument = core->r[1]};
    unsigned words = 0;
    uint32_t (*handler)(struct call *) = handler_of(core->r[0], &words);
    uint32_t result;
    if (handler == NULL) {
        sim_log(sim, "semihosting operation 0x%X is not one that is known", (unsigned)core->r[0]);
        result = fail(&call, GUEST_EINVAL);
    } else if (words != 0 &&
               !sim_peek(sim, call.argument, call.word, words * sizeof call.word[0])) {
        result = fail(&call, GUEST_EFAULT);
    } else {
        result = handler(&call);
    }
    if (!sim->stopped)
        core->r[0] = result;
}

void semihosting_reset(struct sim *sim)
{
    memset(sim->semihosting.handle, 0, sizeof sim->semihosting.handle);
    sim->semihosting.error = 0;
}

void sim_enable_semihosting(struct sim *sim, const struct sim_semihosting *semihosting)
{
    sim->semihosting.host = *semihosting;
    sim->semihosting.on = true;
}
