/* Keeps the high-water marks of tasks' stacks.
 * SPDX-License-Identifier: MIT
 */
#include "lib/stacks.h"

#include <string.h>

#include "lib/check.h"
#include "lib/emit.h"

struct stack {
    char task[configMAX_TASK_NAME_LEN]; /* the kernel's copy goes with the task */
    uint16_t size, free;                /* bytes */
};

static struct stack stacks[STACKS_MAX];
static uint32_t count;

static struct stack *find(const char *task)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(stacks[i].task, task) == 0)
            return &stacks[i];
    CHECK(count < STACKS_MAX, "more tasks than lib/stacks.h has room for");
    struct stack *stack = &stacks[count++];
    for (uint32_t i = 0; i + 1 < sizeof stack->task && task[i] != '\0'; i++)
        stack->task[i] = task[i];
    stack->free = UINT16_MAX;
    return stack;
}

void stacks_note(TaskHandle_t task, uint32_t words)
{
    uint32_t left = (uint32_t)uxTaskGetStackHighWaterMark(task) * sizeof(StackType_t);
    struct stack *stack = find(pcTaskGetName(task));
    stack->size = (uint16_t)(words * sizeof(StackType_t));
    if (left < stack->free)
        stack->free = (uint16_t)left;
}

void stacks_print(void)
{
    stacks_note(xTaskGetIdleTaskHandle(), configMINIMAL_STACK_SIZE);
    for (uint32_t i = 0; i < count; i++)
        emit_stack(stacks[i].task, stacks[i].size, stacks[i].free);
}
