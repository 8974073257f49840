/* Scores per MHz.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/base/text.h"
#include "host/core/run/score.h"
#include "table.h"
#include "term_parts.h"

void term_add_scores(const struct run *run, struct buf *out)
{
    char number[TEXT_NUMBER_MAX];
    static const struct table_title titles[] = {{"scores by averages, of this code", 32, true},
                                                {"n", 7, false},
                                                {"value", 12, false},
                                                {"  unit", 0, true}};
    struct table table = {0};
    struct score score;
    if (!score_in(run))
        return;
    table_titles(&table, titles, 4);
    for (size_t i = 0; i < run->series_count; i++) {
        if (!score_of(run, &run->series[i], &score))
            continue;
        table_row(&table);
        table_cell(&table, "%s", score.name);
        table_cell(&table, "%" PRIu64, score.n);
        table_cell(&table, "%s", text_number(score.per_mhz, number));
        table_cell(&table, "  %s", score.unit);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}
