/* Memory of the sample store.
 * SPDX-License-Identifier: MIT
 */
#include "lib/samples.h"

#include "wire/wire.h"

uint32_t samples[SAMPLES_COLUMNS][SAMPLES_MAX];

_Static_assert((int)SAMPLES_IRQ_ENTRY == (int)WIRE_PAIR_IRQ_ENTRY &&
                   (int)SAMPLES_EVENT_TO_TASK == (int)WIRE_PAIR_EVENT_TO_TASK,
               "columns follow the WIRE_PAIR rows");

#define WIRE_METRIC(id, name, count, meaning)                                                      \
    _Static_assert(count <= SAMPLES_MAX, "the store is too short for " name);
#define WIRE_PHASE(id, name, count, meaning)                                                       \
    _Static_assert(count <= SAMPLES_MAX, "the store is too short for " name);
#include "wire/results.def"
#undef WIRE_METRIC
#undef WIRE_PHASE
