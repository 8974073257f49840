/* Names that a history holds, for what was misspelt.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/history/history.h"

/* False and error, with a name that is near, where no run at all is of the filter's board or bench.
 */
bool history_names_check(struct history *history, const char *path,
                         const struct history_filter *filter, struct error *error);
/* Sets error: none of the runs that pass the filter has the measurement; with one that is near, of
 * the newest. */
void history_names_no_metric(struct history *history, const char *path,
                             const struct history_filter *filter, const char *metric,
                             struct error *error);
