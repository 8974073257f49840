/* The image's main(): the board comes up, the application creates its tasks, the kernel runs.
 * SPDX-License-Identifier: MIT
 */
#include "FreeRTOS.h"
#include "task.h"

#include "application.h"
#include "boards/board.h"
#include "lib/check.h"

int main(void)
{
    board_init();
    application_start();
    vTaskStartScheduler();
    FAIL("the scheduler does not start");
}
