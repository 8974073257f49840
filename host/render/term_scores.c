/* Scores per MHz.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/base/text.h"
#include "host/core/run/score.h"
#include "term_parts.h"

void term_add_scores(const struct run *run, struct buf *out)
{
    char number[TEXT_NUMBER_MAX];
    struct score score;
    if (!score_in(run))
        return;
    buf_printf(out, "\n%-32s %7s %12s   %s\n", "scores by averages, of this code", "n", "value",
               "unit");
    for (size_t i = 0; i < run->series_count; i++)
        if (score_of(run, &run->series[i], &score))
            buf_printf(out, "%-32s %7" PRIu64 " %12s   %s\n", score.name, score.n,
                       text_number(score.per_mhz, number), score.unit);
}
