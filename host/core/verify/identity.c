/* What makes runs comparable.
 * SPDX-License-Identifier: MIT
 */
#include "identity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/base/xalloc.h"

static const char *const names[IDENTITY_CONFIG] = {
#define IDENTITY(id, field, meaning) field,
#include "identity.def"
#undef IDENTITY
};

int identity_field_count(void)
{
    return IDENTITY_CONFIG + wire_field_count(WIRE_CONFIG);
}

const char *identity_field_name(int field)
{
    return field < IDENTITY_CONFIG ? names[field] : wire_key(WIRE_CONFIG, field - IDENTITY_CONFIG);
}

void identity_set(struct identity *identity, int field, const char *value)
{
    free(identity->value[field]);
    identity->value[field] = value != NULL ? xstrndup(value, strlen(value)) : NULL;
}

static void set_knobs(struct identity *identity, const struct environment *environment)
{
    struct buf text = {0};
    for (int i = 0; i < environment->knob_count; i++)
        buf_printf(&text, "%s%s=%" PRIu32, i != 0 ? " " : "", environment->knobs[i].name,
                   environment->knobs[i].value);
    identity_set(identity, IDENTITY_KNOBS, text.length != 0 ? text.bytes : "none");
    buf_free(&text);
}

void identity_fill(struct identity *identity, const struct run *run,
                   const struct environment *environment)
{
    for (int field = 0; field < wire_field_count(WIRE_CONFIG); field++)
        if (run->config[field].present)
            identity_set(identity, IDENTITY_CONFIG + field, run->config[field].text);
    if (run_is_import(run))
        identity_set(identity, IDENTITY_ORIGIN, IDENTITY_LOGIC_ANALYSER);
    if (environment == NULL)
        return;
    identity_set(identity, IDENTITY_ORIGIN, IDENTITY_SIMULATED);
    identity_set(identity, IDENTITY_BOARD, environment->machine);
    identity_set(identity, IDENTITY_KERNEL, environment->note[NOTE_KERNEL]);
    identity_set(identity, IDENTITY_PORT, environment->note[NOTE_PORT]);
    identity_set(identity, IDENTITY_FLAGS, environment->note[NOTE_FLAGS]);
    identity_set(identity, IDENTITY_TIMER_HZ, environment->note[NOTE_TIMER_HZ]);
    set_knobs(identity, environment);
}

void identity_free(struct identity *identity)
{
    for (int field = 0; field < IDENTITY_FIELDS_MAX; field++)
        free(identity->value[field]);
    *identity = (struct identity){0};
}

bool identity_is_simulated(const struct identity *identity)
{
    const char *origin = identity->value[IDENTITY_ORIGIN];
    return origin != NULL && strcmp(origin, IDENTITY_SIMULATED) == 0;
}

int identity_difference(const struct identity *a, const struct identity *b, int from)
{
    for (int field = from; field < identity_field_count(); field++)
        if (a->value[field] != NULL && b->value[field] != NULL &&
            strcmp(a->value[field], b->value[field]) != 0)
            return field;
    return -1;
}
