/* Memory of the sample store.
 * SPDX-License-Identifier: MIT
 */
#include "lib/samples.h"

#include "wire/wire.h"

uint32_t samples[SAMPLES_COLUMNS][SAMPLES_MAX];

/* Columns follow the WIRE_PAIR rows. */
const char *const samples_name[SAMPLES_COLUMNS] = {
#define WIRE_PAIR(id, name, meaning) [SAMPLES_##id] = name,
#include "wire/results.def"
};
_Static_assert((int)SAMPLES_COLUMNS == (int)WIRE_PAIRS, "a column for each series of a phase");
