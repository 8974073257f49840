/* Which functions and instructions changed: both images once more, with a ledger of what changed.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "compare_input.h"
#include "host/core/compare/compare.h"
#include "host/core/ledger/ledger_diff.h"

struct compare_where {
    struct ledger_diff *diffs; /* one for each metric of the comparison; NULL where none was made */
    size_t count;
};

/* Both inputs must be images. Returns EXIT_YES, or an exit code after a message; compare_where_free
 * it in any case. */
int compare_where_find(struct compare_where *where, const struct comparison *comparison,
                       const struct compare_input *base, const struct compare_input *new);
void compare_where_free(struct compare_where *where);
