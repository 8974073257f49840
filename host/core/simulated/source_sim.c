/* Runs an image on the board made of C.
 * SPDX-License-Identifier: MIT
 */
#include "source_sim.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/base/interrupt.h"
#include "knobs_sim.h"
#include "stop_sim.h"
#include "sim/sim.h"
#include "trace_sim.h"

/* Simulated time between two looks at the clock and at Ctrl-C. */
#define SLICE_NS 20000000u
/* The number of the exception that is served, in XPSR (ARMv8-M ARM, xPSR). */
#define IPSR_MASK 0x1FFu

struct running {
    struct sim *sim;
    const struct image *image;
    const struct source_sim_options *options;
    struct intake *intake;
    struct source_sim_outcome *outcome;
    const char *usart; /* the first that sent; others are no part of the run */
    bool ended;
};

static void on_uart(void *context, const char *usart, uint8_t byte, uint64_t cycle)
{
    struct running *running = context;
    (void)cycle;
    if (running->usart == NULL)
        running->usart = usart;
    if (running->ended || strcmp(running->usart, usart) != 0)
        return;
    char c = (char)byte;
    running->outcome->serial_bytes++;
    running->options->bytes(running->options->context, &c, 1);
    bool more = intake_feed(running->intake, &c, 1);
    if (c == '\n' && running->options->stored != NULL && running->intake->parser.run != NULL)
        stored_sent(running->options->stored, running->intake->parser.run);
    running->ended = !more || (c == '\n' && intake_run_is_over(running->intake));
    if (running->ended)
        sim_stop_request(running->sim);
}

static void on_pin(void *context, const char *name, bool level, uint64_t cycle)
{
    const struct running *running = context;
    pins_sim_edge(running->options->pins, name, level, cycle);
}

static void on_log(void *context, const char *line)
{
    const struct running *running = context;
    running->options->log(running->options->context, line);
}

static void on_window(void *context, const char *name, bool level, uint64_t cycle)
{
    pins_sim_edge(context, name, level, cycle);
}

/* ---- events of the ledger and of the windows ---- */

static struct ledger *ledger_of(const struct running *running)
{
    const struct run *run = running->intake->parser.run;
    running->options->ledger->phase = run != NULL ? run->phase_count : 0;
    running->options->ledger->executed = sim_instructions(running->sim);
    return running->options->ledger;
}

static struct ledger_state state_of(const struct sim *sim)
{
    return (struct ledger_state){.exception = sim_register(sim, SIM_REG_XPSR) & IPSR_MASK,
                                 .executed = sim_instructions(sim),
                                 .masked = sim_register(sim, SIM_REG_PRIMASK) != 0 ||
                                           sim_register(sim, SIM_REG_FAULTMASK) != 0 ||
                                           sim_register(sim, SIM_REG_BASEPRI) != 0};
}

static void on_probe(void *context, uint32_t address, uint64_t cycle)
{
    const struct running *running = context;
    if (running->options->windows != NULL)
        pins_windows_probe(running->options->windows, address);
    if (running->options->ledger == NULL)
        return;
    struct ledger_state state = state_of(running->sim);
    sim_observe_spans(running->sim, ledger_probe(ledger_of(running), address, cycle, &state));
}

static void on_exception(void *context, uint32_t number, uint64_t cycle)
{
    const struct running *running = context;
    if (running->options->timeline != NULL)
        timeline_sim_enter(running->options->timeline, number, cycle);
    if (running->options->ledger == NULL)
        return;
    struct ledger_state state = state_of(running->sim);
    ledger_exception(running->options->ledger, number, cycle, &state);
    if (running->options->stored != NULL)
        stored_exception(running->options->stored, number, cycle, &state);
}

static void on_returned(void *context, uint32_t number, uint64_t cycle)
{
    const struct running *running = context;
    timeline_sim_leave(running->options->timeline, number, cycle);
}

static void on_reading(const struct running *running, uint64_t cycle)
{
    if (running->options->stored == NULL)
        return;
    struct ledger_state state = state_of(running->sim);
    stored_reading(running->options->stored, cycle, &state);
}

static void observe_timer(const struct running *running, uint64_t cycle)
{
    struct ledger_state state = state_of(running->sim);
    sim_observe_spans(running->sim, ledger_timer(ledger_of(running), cycle, &state));
}

static void on_signal(void *context, const char *name, uint64_t cycle)
{
    const struct running *running = context;
    const struct source_sim_options *options = running->options;
    if (options->windows != NULL && strcmp(name, options->windows->ledger->timer_signal) == 0)
        pins_windows_timer(options->windows, cycle);
    if (options->ledger != NULL && strcmp(name, options->ledger->timer_signal) == 0)
        observe_timer(running, cycle);
    else if (strcmp(name, "systick") == 0)
        on_reading(running, cycle);
}

static void on_counter(void *context, uint64_t cycle)
{
    const struct running *running = context;
    on_reading(running, cycle);
    if (running->options->windows != NULL)
        pins_windows_read(running->options->windows, cycle);
    if (running->options->ledger != NULL && running->options->ledger->reads_awaited != 0)
        sim_observe_spans(running->sim,
                          ledger_read(ledger_of(running), cycle, sim_waits(running->sim)));
}

static void on_span(void *context, const struct sim_span *span)
{
    static const enum ledger_span kind[] = {
        [SIM_SPAN_INSTRUCTION] = LEDGER_INSTRUCTION,
        [SIM_SPAN_ENTRY] = LEDGER_ENTRY,
        [SIM_SPAN_TAIL_CHAIN] = LEDGER_TAIL_CHAIN,
        [SIM_SPAN_RETURN] = LEDGER_RETURN,
        [SIM_SPAN_SLEEP] = LEDGER_SLEEP,
    };
    _Static_assert(LEDGER_WAITS_TOLD == SIM_WAITS, "waits.def and enum sim_wait go together");
    const struct running *running = context;
    const struct ledger_spent spent = {kind[span->kind], span->address, span->start_cycle,
                                       span->end_cycle, span->wait};
    if (!ledger_span(running->options->ledger, &spent))
        sim_observe_spans(running->sim, false);
}

static bool add_probes(struct sim *sim, const struct ledger *ledger, struct error *error)
{
    struct sim_error why = {{0}};
    for (int i = 0; i < LEDGER_KEYS; i++) {
        const struct ledger_key *key = &ledger->keys[i];
        if (!key->known)
            continue;
        if (!sim_probe(sim, key->end_address, &why) ||
            (!key->by_timer && !sim_probe(sim, key->begin_address, &why))) {
            error_set(error, "the windows of %s cannot be watched: %s", key->name, why.text);
            return false;
        }
    }
    return true;
}

/* ---- start ---- */

static bool add_store(struct sim *sim, const struct stored *stored, struct error *error)
{
    struct sim_error why = {{0}};
    if (sim_watchpoint(sim, stored->address, stored->bytes, SIM_WATCH_WRITE, true, &why))
        return true;
    error_set(error, "the store of samples cannot be watched: %s", why.text);
    return false;
}

static bool find_memory(const struct sim *sim, uint64_t address, struct sim_region *region)
{
    for (size_t i = 0; sim_region(sim, i, region); i++)
        if ((region->kind == SIM_REGION_FLASH || region->kind == SIM_REGION_RAM) &&
            address >= region->base && address - region->base < region->size)
            return true;
    return false;
}

/* Memories may follow each other, and a segment may lie across. */
static bool check_memory(const struct sim *sim, const struct image_segment *segment,
                         const char *name, const char *machine, struct error *error)
{
    uint64_t at = segment->run_address, end = at + segment->memory_size;
    struct sim_region region, last = {0};
    for (; at < end && find_memory(sim, at, &region); last = region)
        at = (uint64_t)region.base + region.size;
    if (at >= end)
        return true;
    if (at == segment->run_address)
        error_set(error,
                  "%s: segment at 0x%08" PRIX32 " (%" PRIu32 " bytes) lies outside the memory "
                  "of %s; build it for this machine",
                  name, segment->run_address, segment->memory_size, machine);
    else
        error_set(error,
                  "%s: segment at 0x%08" PRIX32 " (%" PRIu32
                  " bytes) does not fit: it ends %" PRIu64
                  " bytes behind the %s of %s (0x%08" PRIX32 ", %" PRIu32
                  " bytes); build it for this machine, or with less in this memory",
                  name, segment->run_address, segment->memory_size, end - at, last.name, machine,
                  last.base, last.size);
    return false;
}

/* An image for another core ends in a fault that does not say why. */
static bool check_core(const struct sim *sim, const struct image *image, const char *name,
                       const char *machine, struct error *error)
{
    static const struct {
        uint32_t tag;
        const char *name, *cores;
    } rows[] = {
#define ARCHITECTURE(tag, name, cores) {tag, name, cores},
#include "host/core/image/architectures.def"
#undef ARCHITECTURE
    };
    char core[32];
    snprintf(core, sizeof core, "%s ", sim_core_info(sim).name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].tag == image->architecture && strstr(rows[i].cores, core) == NULL) {
            error_set(error,
                      "%s: is built for %s, which the %sof %s does not have; build it for this "
                      "machine, or choose another",
                      name, rows[i].name, core, machine);
            return false;
        }
    return true;
}

static bool load(struct sim *sim, const struct image *image, const char *name, const char *machine,
                 struct error *error)
{
    struct sim_error why = {{0}};
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        if (s->file_size != 0 && !sim_load(sim, s->load_address, s->bytes, s->file_size, &why)) {
            error_set(error,
                      "%s: segment at 0x%08" PRIX32 " (%" PRIu32 " bytes) does not fit: %s; "
                      "build it for this machine",
                      name, s->load_address, s->file_size, why.text);
            return false;
        }
        if (!check_memory(sim, s, name, machine, error))
            return false;
    }
    return true;
}

struct sim *source_sim_start(const struct image *image, const char *name,
                             const struct source_sim_options *options, struct error *error)
{
    struct sim_error why = {{0}};
    struct sim_config config = {.machine = options->machine,
                                .stepper_only = options->stepper_only,
                                .no_idle_skip = options->no_idle_skip,
                                .lenient = options->lenient};
    struct sim *sim = sim_create(&config, &why);
    if (sim == NULL) {
        error_set(error, "%s: %s", name, why.text);
        return NULL;
    }
    /* Somebody's own program may speak to its debugger; a bench has none to speak to. */
    if (image->note[NOTE_WIRE] == NULL)
        sim_enable_semihosting(sim, &(struct sim_semihosting){0});
    if (check_core(sim, image, name, options->machine, error) &&
        load(sim, image, name, options->machine, error) &&
        knobs_sim_set(sim, options->knobs, options->knob_count, error) &&
        (options->ledger == NULL || add_probes(sim, options->ledger, error)) &&
        (options->windows == NULL || add_probes(sim, options->windows->ledger, error)) &&
        (options->stored == NULL || add_store(sim, options->stored, error)))
        return sim;
    sim_destroy(sim);
    return NULL;
}

/* ---- the run ---- */

static void describe(const struct running *running)
{
    struct source_sim_outcome *outcome = running->outcome;
    struct buf text = {0};
    trace_sim(running->sim, running->image, &text);
    snprintf(outcome->registers, sizeof outcome->registers, "%s", text.bytes);
    buf_free(&text);
}

/* A word of the store of samples is about to be written: lets that happen, and looks. */
static struct sim_stop watch_store(const struct running *running, uint32_t address)
{
    uint32_t value;
    struct sim_stop stop = sim_step(running->sim, running->options->limit_ns);
    if (stop.reason == SIM_STOP_STEPPED &&
        sim_peek(running->sim, address & ~3u, &value, sizeof value))
        stored_value(running->options->stored, address & ~3u, value);
    return stop;
}

static void loop(struct running *running)
{
    const struct source_sim_options *options = running->options;
    struct source_sim_outcome *outcome = running->outcome;
    for (;;) {
        uint64_t now = sim_time_ns(running->sim);
        uint64_t rest = options->limit_ns > now ? options->limit_ns - now : 0;
        struct sim_stop stop = sim_run(running->sim, now + (rest < SLICE_NS ? rest : SLICE_NS));
        if (stop.reason == SIM_STOP_AT_WATCHPOINT)
            stop = watch_store(running, stop.address);
        if (running->ended)
            outcome->end = SOURCE_SIM_ENDED;
        else if (interrupt_signal() != 0)
            outcome->end = SOURCE_SIM_INTERRUPTED;
        else if (stop.reason != SIM_STOP_LIMIT && stop.reason != SIM_STOP_REQUESTED &&
                 stop.reason != SIM_STOP_STEPPED) {
            outcome->end = SOURCE_SIM_STOPPED;
            snprintf(outcome->stop, sizeof outcome->stop, "%s", stop.text);
            describe(running);
        } else if (sim_time_ns(running->sim) >= options->limit_ns)
            outcome->end = SOURCE_SIM_LIMIT;
        else {
            if (stop.reason != SIM_STOP_STEPPED)
                options->progress(options->context, sim_time_ns(running->sim));
            continue;
        }
        return;
    }
}

static uint64_t memory_use(const struct sim *sim, const struct image *image,
                           enum sim_region_kind kind)
{
    uint64_t bytes = 0;
    struct sim_region region;
    for (size_t i = 0; sim_region(sim, i, &region); i++)
        if (region.kind == kind)
            bytes += image_use(image, region.base, region.size, kind == SIM_REGION_FLASH);
    return bytes;
}

void source_sim_environment(const struct sim *sim, const struct image *image,
                            const struct source_sim_options *options,
                            struct environment *environment)
{
    *environment = (struct environment){.machine = options->machine,
                                        .engine = options->stepper_only ? "stepper" : "blocks",
                                        .flash_bytes = memory_use(sim, image, SIM_REGION_FLASH),
                                        .ram_bytes = memory_use(sim, image, SIM_REGION_RAM),
                                        .core_hz = sim_core_hz(sim),
                                        .cycles = sim_cycles(sim),
                                        .instructions = sim_instructions(sim),
                                        .instructions_skipped = sim_skipped_instructions(sim),
                                        .idle_cycles_skipped = sim_idle_cycles(sim),
                                        .simulated_ns = sim_time_ns(sim)};
    for (int key = 0; key < NOTE_KEYS; key++)
        environment->note[key] = image->note[key];
    image_hash(image, environment->image_sha256);
    struct sim_knob knob;
    for (size_t i = 0; sim_knob_get(sim, i, &knob); i++)
        if (knob.value != knob.default_value && environment->knob_count < ENVIRONMENT_KNOBS_MAX)
            environment->knobs[environment->knob_count++] =
                (struct environment_knob){knob.name, knob.value, knob.default_value};
}

bool source_sim_run(const struct image *image, const char *image_name,
                    const struct source_sim_options *options, struct intake *intake,
                    struct environment *environment, struct source_sim_outcome *outcome,
                    struct error *error)
{
    struct sim *sim = source_sim_start(image, image_name, options, error);
    if (sim == NULL)
        return false;
    *outcome = (struct source_sim_outcome){0};
    struct running running = {
        .sim = sim, .image = image, .options = options, .intake = intake, .outcome = outcome};
    bool with_ledger = options->ledger != NULL;
    bool with_windows = with_ledger || options->windows != NULL;
    if (options->windows != NULL) {
        options->windows->edge = on_window;
        options->windows->context = options->pins;
    }
    sim_observe(sim,
                &(struct sim_observer){
                    .context = &running,
                    .uart = on_uart,
                    .probe = with_windows ? on_probe : NULL,
                    .signal = with_windows ? on_signal : NULL,
                    .counter = with_windows ? on_counter : NULL,
                    .exception = with_ledger || options->timeline != NULL ? on_exception : NULL,
                    .returned = options->timeline != NULL ? on_returned : NULL,
                    .span = with_ledger ? on_span : NULL,
                    .pin = options->pins != NULL ? on_pin : NULL,
                    .log = on_log});
    sim_reset(sim);
    if (options->pins != NULL)
        pins_sim_begin(options->pins, sim, options->machine);
    if (options->timeline != NULL)
        timeline_sim_begin(options->timeline, sim, image, options->machine);
    stop_sim_by_signal(sim);
    loop(&running);
    stop_sim_by_signal(NULL);
    if (options->pins != NULL)
        pins_sim_end(options->pins);
    if (options->timeline != NULL)
        timeline_sim_end(options->timeline);
    intake_end(intake);
    source_sim_environment(sim, image, options, environment);
    sim_destroy(sim);
    return true;
}

const char *source_sim_machine(size_t index)
{
    return sim_machine_name(index);
}

const char *source_sim_machine_description(const char *name)
{
    return sim_machine_description(name);
}
