/* A task recurses until its stack is used up; PSPLIM stops it.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "FreeRTOS.h"
#include "task.h"

#include "lib/check.h"

#define STACK_WORDS 256

static volatile unsigned wanted_depth = 1000000;

/* Uses its result after the call, so that the recursion stays one. */
static unsigned depth_below(unsigned depth)
{
    return depth >= wanted_depth ? 0 : 1 + depth_below(depth + 1) / (depth + 1);
}

static void recurse(void *argument)
{
    (void)argument;
    wanted_depth = depth_below(0);
    FAIL("the recursion has come back");
}

void application_start(void)
{
    CHECK(xTaskCreate(recurse, "recurse", STACK_WORDS, NULL, 1, NULL) == pdPASS,
          "the task cannot be created");
}
