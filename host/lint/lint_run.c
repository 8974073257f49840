/* The rules that read CONFIG.
 * SPDX-License-Identifier: MIT
 */
#include "lint_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const equal_tasks[] = {
#define LINT_EQUAL_TASKS(bench) bench,
#include "equal_tasks.def"
};

static const struct run_config_value *value_of(const struct run *run, int field)
{
    return run->config[field].present ? &run->config[field] : NULL;
}

static bool is(const struct run *run, int field, const char *text)
{
    const struct run_config_value *value = value_of(run, field);
    return value != NULL && strcmp(value->text, text) == 0;
}

static const char *key_of(int field)
{
    static char key[64];
    snprintf(key, sizeof key, "CONFIG %s", wire_key(WIRE_CONFIG, field));
    return key;
}

static void rule_slicing(struct lint *lint, const struct run *run)
{
    if (run_config_number(run, WIRE_CONFIG_SLICING) == 0)
        return;
    for (size_t i = 0; i < sizeof equal_tasks / sizeof equal_tasks[0]; i++)
        if (is(run, WIRE_CONFIG_BENCH, equal_tasks[i]))
            lint_add(lint, LINT_SLICING, key_of(WIRE_CONFIG_SLICING), NULL,
                     "slicing=1 in %s, whose tasks of equal priority hand the turn over themselves",
                     equal_tasks[i]);
}

/* What an image shows of an option. */
enum sight { UNSEEN, ABSENT, PRESENT };

static enum sight sight(const struct lint_image *image, bool known, bool in_image)
{
    if (image == NULL || !image->has_kernel || !known)
        return UNSEEN;
    return in_image ? PRESENT : ABSENT;
}

/* An option that is 0 or absent in a fair build. */
static void rule_option(struct lint *lint, const struct run *run, int field, enum lint_rule rule,
                        enum sight in_image)
{
    uint64_t value = run_config_number(run, field);
    if (value_of(run, field) == NULL)
        return;
    if (in_image != UNSEEN && (value != 0) != (in_image == PRESENT))
        lint_add(lint, LINT_CONTRADICTION, key_of(field), NULL,
                 "CONFIG says %s=%" PRIu64 ", the image %s", wire_key(WIRE_CONFIG, field), value,
                 in_image == PRESENT ? "has it" : "has it not");
    if (value != 0 && in_image != ABSENT && !lint_has(lint, rule))
        lint_add(lint, rule, key_of(field), NULL, "%s=%" PRIu64, wire_key(WIRE_CONFIG, field),
                 value);
}

/* A key whose text the image tells, too; image: "" where it does not. */
static void rule_text(struct lint *lint, const struct run *run, int field, const char *image)
{
    const struct run_config_value *value = value_of(run, field);
    if (value != NULL && image[0] != '\0' && strcmp(value->text, image) != 0)
        lint_add(lint, LINT_CONTRADICTION, key_of(field), NULL,
                 "CONFIG says %s=%s, the image has %s", wire_key(WIRE_CONFIG, field), value->text,
                 image);
}

/* Only a core with CLZ has the DWT's cycle counter: v7-M and v8-M Mainline have both, v6-M neither.
 */
static void rule_selection(struct lint *lint, const struct run *run)
{
    if (is(run, WIRE_CONFIG_SEL, "generic") && is(run, WIRE_CONFIG_COUNTER, "DWT_CYCCNT") &&
        !lint_has(lint, LINT_SELECTION))
        lint_add(lint, LINT_SELECTION, key_of(WIRE_CONFIG_SEL), NULL,
                 "sel=generic, and the core has CLZ: it has the DWT's counter");
}

static void rule_level(struct lint *lint, const struct run *run)
{
    const struct run_config_value *value = value_of(run, WIRE_CONFIG_OLEVEL);
    if (value != NULL && strcmp(value->text, "O2") != 0 && strcmp(value->text, "O3") != 0 &&
        !lint_has(lint, LINT_OPTIMISATION))
        lint_add(lint, LINT_OPTIMISATION, key_of(WIRE_CONFIG_OLEVEL), NULL, "compiled with -%s",
                 value->text);
}

/* opt is of one bench only. */
static void rule_unknown(struct lint *lint, const struct run *run)
{
    struct buf missing = {0};
    for (int field = 0; field < wire_field_count(WIRE_CONFIG); field++)
        if (value_of(run, field) == NULL && field != WIRE_CONFIG_OPT)
            buf_printf(&missing, "%s%s", missing.length != 0 ? ", " : "",
                       wire_key(WIRE_CONFIG, field));
    if (missing.length != 0)
        lint_add(lint, LINT_UNKNOWN, run->config_line != 0 ? "CONFIG" : "no CONFIG", NULL,
                 "CONFIG does not say: %s", missing.bytes);
    buf_free(&missing);
}

/* olevel has no dash. */
static const char *level_of(const struct lint_image *image)
{
    return image->level[0] == '-' ? image->level + 1 : image->level;
}

void lint_run(struct lint *lint, const struct run *run, const struct lint_image *image)
{
    static const struct lint_image none;
    const struct lint_image *facts = image != NULL ? image : &none;
    rule_slicing(lint, run);
    rule_option(lint, run, WIRE_CONFIG_ASSERT, LINT_ASSERT, sight(image, true, facts->asserts));
    rule_option(lint, run, WIRE_CONFIG_TRACE, LINT_TRACE,
                sight(image, facts->trace_unknown == NULL, facts->trace));
    rule_option(lint, run, WIRE_CONFIG_STACKCHECK, LINT_STACK_CHECK,
                sight(image, true, facts->stack_check));
    rule_option(lint, run, WIRE_CONFIG_TICKLESS, LINT_TICKLESS,
                sight(image, true, facts->tickless));
    if (facts->has_kernel)
        rule_text(lint, run, WIRE_CONFIG_SEL, facts->has_clz ? "clz" : "generic");
    rule_text(lint, run, WIRE_CONFIG_OLEVEL, level_of(facts));
    rule_selection(lint, run);
    rule_level(lint, run);
    rule_unknown(lint, run);
}

/* ---- two runs ---- */

static void add_name(struct buf *list, int field)
{
    buf_printf(list, "%s%s", list->length != 0 ? ", " : "", identity_field_name(field));
}

static void say_unknown(struct lint *lint, const struct buf *fields, const char *who)
{
    if (fields->length != 0)
        lint_add(lint, LINT_UNKNOWN, "CONFIG", NULL, "%s: %s", who, fields->bytes);
}

void lint_pair(struct lint *lint, const struct identity *base, const struct identity *new)
{
    struct buf neither = {0}, not_base = {0}, not_new = {0};
    for (int field = 0; field < identity_field_count(); field++) {
        const char *a = base->value[field], *b = new->value[field];
        if (a == NULL && b == NULL)
            add_name(&neither, field);
        else if (a == NULL || b == NULL)
            add_name(a == NULL ? &not_base : &not_new, field);
        else if (strcmp(a, b) != 0)
            lint_add(lint, LINT_DIFFERS, identity_field_name(field), NULL, "%s, then %s", a, b);
    }
    say_unknown(lint, &neither, "neither run says");
    say_unknown(lint, &not_base, "the first run does not say");
    say_unknown(lint, &not_new, "the second run does not say");
    buf_free(&neither);
    buf_free(&not_base);
    buf_free(&not_new);
}
