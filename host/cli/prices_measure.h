/* Measures an option by simulating its images.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/compare/prices.h"

/* At every place of the code. EXIT_YES, or an exit code after a message. */
int prices_measure(struct prices *prices, size_t option);
