/* Names that users give: of boards, benches and choices.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "host/base/error.h"
#include "wire/results.h"

/* Which of names[0, count) value is; a usage error, with one that is near, where it is none. what:
 * what is named, as in "no format 'jsn'". */
size_t name_choice(struct argp_state *state, const char *what, const char *value,
                   const char *const *names, size_t count);

/* WIRE_BENCHES and error, with a name that is near, where no bench is called so. */
enum wire_bench name_bench(const char *name, struct error *error);

/* Whether a machine is called so. */
bool name_is_machine(const char *name);
/* False and error, "no WHAT 'NAME'; ...", where none is. */
bool name_machine(const char *what, const char *name, struct error *error);

/* A user's board may have any name: a hint on standard error where it is nearly one that is known.
 */
void name_hint_board(const char *name);
