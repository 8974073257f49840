/* Options that were nearly right.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <argp.h>

/* Ends the program with a usage error where argv holds a long option that argp does not know: argp
 * itself would say only that. Children of argp are looked at, their children are not. */
void near_miss_check(const struct argp *argp, int argc, char **argv);
