/* The ping-pong with one semaphore for both directions: it cannot work, and the run says so.
 * SPDX-License-Identifier: MIT
 *
 * Takes the place of bench/sem_pingpong/objects.c: both tasks get the same semaphore. Both wait, A
 * gets the first turn, gives, and its own take wins the token before B has run.
 */
#include "bench/sem_pingpong/sem_pingpong.h"

#include "semphr.h"

#include "lib/check.h"

#define PRIORITY 10

void pingpong_create(const struct variant *variant)
{
    pingpong.turn_a = xSemaphoreCreateBinary();
    CHECK(pingpong.turn_a != NULL, "a semaphore cannot be created");
    pingpong.turn_b = pingpong.turn_a;
    pingpong.task_a = bench_create_task(variant->a, "A", PRIORITY);
    pingpong.task_b = bench_create_task(variant->b, "B", PRIORITY);
}

void pingpong_delete(void)
{
    vTaskDelete(pingpong.task_a);
    vTaskDelete(pingpong.task_b);
}
