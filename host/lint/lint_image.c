/* The rules that read an image's code and debug data.
 * SPDX-License-Identifier: MIT
 */
#include "lint_image.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "program_kernel.h"

#define PERIPHERALS_BEGIN UINT32_C(0x40000000)
#define PERIPHERALS_END UINT32_C(0x60000000)
#define DWT_ITM_BEGIN UINT32_C(0xE0000000) /* to the end of the DWT's page */
#define DWT_ITM_END UINT32_C(0xE0002000)

/* What a walk over the kernel's functions has found; addresses are of the first. */
struct walk {
    struct lint *lint;
    const struct code *code;
    const char *function; /* its name */
    bool in_switch;       /* one that every switch or tick executes */
    bool reads_counter;   /* for run-time stats, so that a hook cannot be told from it */
    size_t asserts, hooks;
    uint32_t assert_at, hook_at;
    char hook[160];
};

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Functions that the kernel may call and that are neither an assert's nor a trace hook. */
static bool is_callback(const char *name)
{
    static const char *const starts[] = {"vApplication",
                                         "__",
                                         "mem",
                                         "str",
                                         "malloc",
                                         "free",
                                         "main",
                                         "vPortSetupTimerInterrupt",
                                         "vPortSuppressTicksAndSleep"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (starts_with(name, starts[i]))
            return true;
    return program_kernel_function(name);
}

static void saw_hook(struct walk *walk, uint32_t at, const char *what)
{
    if (walk->reads_counter || walk->hooks++ != 0)
        return;
    walk->hook_at = at;
    snprintf(walk->hook, sizeof walk->hook, "%s", what);
}

static void saw_assert(struct walk *walk, uint32_t at)
{
    if (walk->asserts++ == 0)
        walk->assert_at = at;
}

static void look_at_call(struct walk *walk, const struct code_insn *insn)
{
    const struct program *program = walk->code->program;
    int callee = code_function_at(walk->code, insn->target);
    if (callee < 0 || program_is_kernel(program, insn->target))
        return;
    const char *name = program->image->symbols[callee].name;
    if (is_callback(name))
        return;
    /* The start of the first task does not return either. */
    if (!code_returns(walk->code, callee)) {
        if (strcmp(walk->function, "xPortStartScheduler") != 0)
            saw_assert(walk, insn->address);
    } else if (program->unit_count != 0 && program_unit_at(program, insn->target) != NULL)
        saw_hook(walk, insn->address, name);
}

/* A switch touches its lists and TCBs only: a device, or a variable of another file, is a hook's.
 */
static void look_at_constant(struct walk *walk, const struct code_insn *insn)
{
    const struct program *program = walk->code->program;
    uint32_t address = insn->constant;
    char what[160];
    if ((address >= PERIPHERALS_BEGIN && address < PERIPHERALS_END) ||
        (address >= DWT_ITM_BEGIN && address < DWT_ITM_END)) {
        snprintf(what, sizeof what, "the device at 0x%08" PRIX32, address);
        saw_hook(walk, insn->address, what);
        return;
    }
    const struct program_object *object = program_object_at(program, address);
    if (object == NULL || object->unit < 0 || program->units[object->unit].is_kernel)
        return;
    snprintf(what, sizeof what, "the variable %.120s", object->name);
    saw_hook(walk, insn->address, what);
}

/* configASSERT as FreeRTOS's book has it: interrupts off, then an endless loop of one branch. */
static bool is_endless(const struct walk *walk, const struct code_insn *insn)
{
    return code_is_branch(insn) && insn->target == insn->address &&
           strcmp(walk->function, "prvTaskExitError") != 0;
}

static void look(void *context, const struct code_insn *insn)
{
    struct walk *walk = context;
    if (is_endless(walk, insn))
        saw_assert(walk, insn->address);
    else if (insn->has_target && code_function_at(walk->code, insn->target) >= 0)
        look_at_call(walk, insn); /* a jump to a function is a call, too */
    else if (insn->has_constant && walk->in_switch)
        look_at_constant(walk, insn);
}

static bool is_in_switch(const char *name)
{
    static const char *const names[] = {"vTaskSwitchContext",  "xTaskIncrementTick",
                                        "xPortSysTickHandler", "SysTick_Handler",
                                        "xPortPendSVHandler",  "PendSV_Handler"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool has_run_time_stats(const struct program *program)
{
    return program_object_named(program, "ulTaskSwitchedInTime") != NULL;
}

static void walk_kernel(struct walk *walk)
{
    bool run_time_stats = has_run_time_stats(walk->code->program);
    const struct image *image = walk->code->program->image;
    for (size_t i = 0; i < image->symbol_count; i++) {
        const struct image_symbol *symbol = &image->symbols[i];
        if (!symbol->is_function || !program_is_kernel(walk->code->program, symbol->address))
            continue;
        walk->function = symbol->name;
        walk->in_switch = is_in_switch(symbol->name);
        walk->reads_counter = run_time_stats && strcmp(symbol->name, "vTaskSwitchContext") == 0;
        code_visit(walk->code, (int)i, look, walk);
    }
}

/* ---- one question of one function ---- */

struct search {
    const char *mnemonic;
    uint32_t target;
    uint32_t at; /* 0: not found */
};

static void look_for(void *context, const struct code_insn *insn)
{
    struct search *search = context;
    bool found = search->mnemonic != NULL ? code_has_mnemonic(insn, search->mnemonic)
                                          : insn->has_target && insn->target == search->target;
    if (found && search->at == 0)
        search->at = insn->address;
}

static uint32_t find_mnemonic(const struct code *code, int function, const char *mnemonic)
{
    struct search search = {.mnemonic = mnemonic};
    code_visit(code, function, look_for, &search);
    return search.at;
}

static uint32_t find_call(const struct code *code, int function, const char *callee)
{
    int index = code_function(code, callee);
    if (index < 0)
        return 0;
    struct search search = {.target = code->program->image->symbols[index].address};
    code_visit(code, function, look_for, &search);
    return search.at;
}

/* ---- the rules ---- */

/* Why a hook that was not seen may be there all the same; NULL: it is not. */
static const char *why_no_trace(const struct program *program)
{
    if (program->unit_count == 0)
        return "without debug data a hook's functions and variables look like the kernel's";
    return has_run_time_stats(program) ? "run-time stats read a counter in the switch, too" : NULL;
}

static void rule_kernel_calls(struct lint *lint, const struct code *code, struct lint_image *facts)
{
    struct walk walk = {.lint = lint, .code = code};
    walk_kernel(&walk);
    facts->asserts = walk.asserts != 0;
    facts->trace = walk.hooks != 0;
    facts->trace_unknown = facts->trace ? NULL : why_no_trace(code->program);
    if (facts->asserts)
        lint_add(lint, LINT_ASSERT, program_place(code->program, walk.assert_at), NULL,
                 "%zu checks in the kernel end in a call or loop that never returns", walk.asserts);
    if (facts->trace)
        lint_add(lint, LINT_TRACE, program_place(code->program, walk.hook_at), NULL,
                 "the kernel uses %s; %zu such places", walk.hook, walk.hooks);
}

static void rule_switch(struct lint *lint, const struct code *code, bool core_has_clz,
                        struct lint_image *facts)
{
    int function = code_function(code, "vTaskSwitchContext");
    uint32_t at = code->program->image->symbols[function].address;
    uint32_t check = find_call(code, function, "vApplicationStackOverflowHook");
    facts->stack_check = check != 0;
    facts->has_clz = find_mnemonic(code, function, "clz") != 0;
    facts->run_time_stats = has_run_time_stats(code->program);
    if (check != 0)
        lint_add(lint, LINT_STACK_CHECK, program_place(code->program, check), NULL,
                 "vTaskSwitchContext may call vApplicationStackOverflowHook");
    if (facts->run_time_stats)
        lint_add(lint, LINT_RUN_TIME_STATS, program_place(code->program, at), NULL,
                 "vTaskSwitchContext keeps ulTaskSwitchedInTime");
    if (core_has_clz && !facts->has_clz)
        lint_add(lint, LINT_SELECTION, program_place(code->program, at), NULL,
                 "vTaskSwitchContext has no CLZ, though the core has it");
}

static void rule_features(struct lint *lint, const struct code *code, struct lint_image *facts)
{
    int set = code_function(code, "prvNotifyQueueSetContainer");
    int sleep = code_function(code, "vPortSuppressTicksAndSleep");
    const struct image_symbol *symbols = code->program->image->symbols;
    facts->queue_sets = set >= 0;
    facts->tickless = sleep >= 0;
    if (set >= 0)
        lint_add(lint, LINT_QUEUE_SETS, program_place(code->program, symbols[set].address), NULL,
                 "queue.c can notify a queue set");
    if (sleep >= 0)
        lint_add(lint, LINT_TICKLESS, program_place(code->program, symbols[sleep].address), NULL,
                 "the idle task can stop the tick");
}

/* The level of the file of a function, NULL where unknown. */
static const char *level_at(const struct code *code, int function, char level[static 8],
                            const struct program_unit **unit)
{
    *unit = program_unit_at(code->program, code->program->image->symbols[function].address);
    return *unit != NULL ? program_level(*unit, level) : NULL;
}

/* Marks units with a call of the kernel in their code: those are what is measured. A library that
 * is linked in brings its own flags, and does not count. */
struct callers {
    const struct code *code;
    bool *calls; /* by unit */
};

static void look_for_kernel(void *context, const struct code_insn *insn)
{
    const struct callers *callers = context;
    const struct program *program = callers->code->program;
    const struct program_unit *unit = program_unit_at(program, insn->address);
    if (unit != NULL && insn->has_target && program_is_kernel(program, insn->target))
        callers->calls[unit - program->units] = true;
}

static void find_callers(const struct code *code, bool *calls)
{
    const struct image *image = code->program->image;
    struct callers callers = {code, calls};
    for (size_t i = 0; i < image->symbol_count; i++)
        if (image->symbols[i].is_function &&
            !program_is_kernel(code->program, image->symbols[i].address))
            code_visit(code, (int)i, look_for_kernel, &callers);
}

static void rule_mixed(struct lint *lint, const struct code *code, const char *kernel_level)
{
    const struct program *program = code->program;
    bool *calls = xcalloc(program->unit_count, sizeof *calls);
    find_callers(code, calls);
    for (size_t i = 0; i < program->unit_count; i++) {
        const struct program_unit *unit = &program->units[i];
        char level[8];
        if (calls[i] && program_level(unit, level) != NULL && strcmp(level, kernel_level) != 0)
            lint_add(lint, LINT_MIXED, unit->name, NULL,
                     "%s is compiled with %s, the kernel with %s", unit->name, level, kernel_level);
    }
    free(calls);
}

static void rule_optimisation(struct lint *lint, const struct code *code, int function,
                              struct lint_image *facts)
{
    const struct program_unit *unit;
    char level[8];
    if (level_at(code, function, level, &unit) == NULL) {
        lint_add(lint, LINT_UNKNOWN, unit != NULL ? unit->name : "debug data", NULL,
                 "the compiler's flags: %s",
                 unit == NULL ? "the image has no debug data of the kernel"
                              : "its debug data does not tell them");
        return;
    }
    snprintf(facts->level, sizeof facts->level, "%s", level);
    if (strcmp(level, "-O2") != 0 && strcmp(level, "-O3") != 0)
        lint_add(lint, LINT_OPTIMISATION, unit->name, NULL, "%s is compiled with %s", unit->name,
                 level);
    rule_mixed(lint, code, level);
}

/* Whether code besides the kernel's uses the FPU. */
static uint32_t find_fpu_use(const struct code *code)
{
    const struct image *image = code->program->image;
    for (size_t i = 0; i < image->symbol_count; i++) {
        uint32_t at;
        if (image->symbols[i].is_function && image->symbols[i].size != 0 &&
            !program_is_kernel(code->program, image->symbols[i].address) &&
            (at = find_mnemonic(code, (int)i, "v")) != 0)
            return at;
    }
    return 0;
}

/* A port that saves no register of the FPU, and code that uses it: wrong if the FPU is on. */
static uint32_t unsaved_fpu_use(const struct code *code)
{
    static const char *const names[] = {"xPortPendSVHandler", "PendSV_Handler"};
    int handler = -1;
    for (size_t i = 0; handler < 0 && i < sizeof names / sizeof names[0]; i++)
        handler = code_function(code, names[i]);
    if (handler < 0 || code->program->image->symbols[handler].size == 0 ||
        find_mnemonic(code, handler, "v") != 0)
        return 0;
    return find_fpu_use(code);
}

/* Rules that find the kernel's functions by their symbols. */
static void say_no_kernel(struct lint *lint, const struct image *image)
{
    static const enum lint_rule blind[] = {
        LINT_ISR_PRIORITY,   LINT_ISR_CALL,  LINT_UNCHECKED,  LINT_FPU_CONTEXT,
        LINT_CONTRADICTION,  LINT_ASSERT,    LINT_TRACE,      LINT_STACK_CHECK,
        LINT_RUN_TIME_STATS, LINT_SELECTION, LINT_QUEUE_SETS, LINT_TICKLESS,
        LINT_OPTIMISATION,   LINT_MIXED};
    struct buf rules = {0};
    for (size_t i = 0; i < sizeof blind / sizeof blind[0]; i++)
        buf_printf(&rules, "%s%s", i != 0 ? ", " : "", lint_rows[blind[i]].id);
    lint_add(lint, LINT_UNKNOWN, "symbols", NULL,
             "the image has no %s, so nothing was looked at for: %s; lint the image as it was "
             "linked",
             image->symbol_count == 0 ? "symbols" : "vTaskSwitchContext", rules.bytes);
    buf_free(&rules);
}

void lint_image(struct lint *lint, const struct code *code, bool core_has_clz,
                struct lint_image *facts)
{
    int function = code_function(code, "vTaskSwitchContext");
    *facts = (struct lint_image){.has_kernel = function >= 0 &&
                                               code->program->image->symbols[function].size != 0};
    if (!facts->has_kernel) {
        say_no_kernel(lint, code->program->image);
        return;
    }
    rule_kernel_calls(lint, code, facts);
    rule_switch(lint, code, core_has_clz, facts);
    rule_features(lint, code, facts);
    rule_optimisation(lint, code, function, facts);
    facts->fpu_use = unsaved_fpu_use(code);
}
