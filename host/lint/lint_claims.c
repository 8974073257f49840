/* Clock and tick as stated and as they are.
 * SPDX-License-Identifier: MIT
 */
#include "lint_claims.h"

#include <inttypes.h>
#include <stdlib.h>

static void check_clock(struct lint *lint, const char *where, uint64_t stated, uint64_t is)
{
    if (stated != 0 && stated != is)
        lint_add(lint, LINT_CLOCK_CLAIM, where, NULL,
                 "%" PRIu64 " Hz are stated, the core runs at %" PRIu64 " Hz", stated, is);
}

void lint_claims(struct lint *lint, const struct run *run, const struct environment *environment,
                 uint64_t tick_hz)
{
    const char *note = environment->note[NOTE_CORE_HZ];
    if (run != NULL && run->config[WIRE_CONFIG_CORE].present)
        check_clock(lint, "CONFIG core", run_config_number(run, WIRE_CONFIG_CORE),
                    environment->core_hz);
    else if (note != NULL && tick_hz != 0) /* the kernel runs, so the clock is set up */
        check_clock(lint, "the image's note, core_hz", strtoull(note, NULL, 10),
                    environment->core_hz);
    uint64_t tick = run != NULL ? run_config_number(run, WIRE_CONFIG_TICK) : 0;
    if (tick != 0 && tick_hz != 0 && tick != tick_hz)
        lint_add(lint, LINT_TICK_CLAIM, "CONFIG tick", NULL,
                 "%" PRIu64 " ticks a second are stated, SysTick makes %" PRIu64, tick, tick_hz);
}
