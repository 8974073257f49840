/* Nothing wrong: `tailchain lint` has notes only.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"
