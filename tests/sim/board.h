/* A board for unit tests of the core's exceptions and its private peripheral bus, without an
 * engine. SPDX-License-Identifier: MIT
 *
 * Flash holds a vector table whose handlers are at board_handler(number); a test plays the engine.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "sim/machines.h"
#include "sim/state.h"

#define BOARD_FLASH UINT32_C(0x08000000)
#define BOARD_RAM UINT32_C(0x20000000)
#define BOARD_RAM_SIZE UINT32_C(0x5000)
#define BOARD_MSP UINT32_C(0x20004000) /* vector 0 */
#define BOARD_PSP UINT32_C(0x20002000)
#define BOARD_CODE UINT32_C(0x08000c00) /* PC in Thread mode */

/* Registers that tests name. */
#define ITM_STIM0 UINT32_C(0xe0000000)
#define DWT_CTRL UINT32_C(0xe0001000)
#define DWT_CYCCNT UINT32_C(0xe0001004)
#define SYST_CSR UINT32_C(0xe000e010)
#define SYST_RVR UINT32_C(0xe000e014)
#define SYST_CVR UINT32_C(0xe000e018)
#define NVIC_ISER0 UINT32_C(0xe000e100)
#define NVIC_ICER0 UINT32_C(0xe000e180)
#define NVIC_ISPR0 UINT32_C(0xe000e200)
#define NVIC_ICPR0 UINT32_C(0xe000e280)
#define NVIC_IABR0 UINT32_C(0xe000e300)
#define NVIC_IPR0 UINT32_C(0xe000e400)
#define SCB_ICSR UINT32_C(0xe000ed04)
#define SCB_VTOR UINT32_C(0xe000ed08)
#define SCB_AIRCR UINT32_C(0xe000ed0c)
#define SCB_SCR UINT32_C(0xe000ed10)
#define SCB_CCR UINT32_C(0xe000ed14)
#define SCB_SHPR1 UINT32_C(0xe000ed18)
#define SCB_SHPR2 UINT32_C(0xe000ed1c)
#define SCB_SHPR3 UINT32_C(0xe000ed20)
#define SCB_SHCSR UINT32_C(0xe000ed24)
#define SCB_CFSR UINT32_C(0xe000ed28)
#define SCB_HFSR UINT32_C(0xe000ed2c)
#define SCB_BFAR UINT32_C(0xe000ed38)
#define SCB_DEMCR UINT32_C(0xe000edfc)
#define SCB_STIR UINT32_C(0xe000ef00)

#define PENDSVSET (UINT32_C(1) << 28)
#define PENDSTSET (UINT32_C(1) << 26)
#define USAGE_FAULT_ENABLE (UINT32_C(1) << 18)
#define BUS_FAULT_ENABLE (UINT32_C(1) << 17)
#define MEM_MANAGE_ENABLE (UINT32_C(1) << 16)

/* SYSm numbers. */
enum {
    SYSM_APSR = 0,
    SYSM_IPSR = 5,
    SYSM_XPSR = 3,
    SYSM_MSP = 8,
    SYSM_PSP = 9,
    SYSM_MSPLIM = 10,
    SYSM_PSPLIM = 11,
    SYSM_PRIMASK = 16,
    SYSM_BASEPRI = 17,
    SYSM_BASEPRI_MAX = 18,
    SYSM_FAULTMASK = 19,
    SYSM_CONTROL = 20
};

#define BOARD_LOG_MAX 64

struct board {
    struct sim sim;
    struct device ppb;
    struct machine machine;
    uint8_t flash[0x1000];
    uint8_t ram[BOARD_RAM_SIZE];
    unsigned log[BOARD_LOG_MAX]; /* numbers of the exceptions entered, in order */
    size_t logged;
};

/* Power-on of a board with a core of that architecture (M0: 2 priority bits, others 4). */
void board_start(struct board *board, enum architecture architecture);
/* What the engine does when AIRCR.SYSRESETREQ was written. */
void board_warm_reset(struct board *board);

uint32_t board_handler(unsigned number);
void board_set_vector(struct board *board, unsigned number, uint32_t vector);

/* Words through the bus at sim.now; the access must succeed. */
uint32_t board_read(struct board *board, uint32_t address);
void board_write(struct board *board, uint32_t address, uint32_t value);
/* Other sizes, and accesses that may fail. */
enum bus_result board_load(struct board *board, uint32_t address, unsigned size, uint32_t *value);
enum bus_result board_store(struct board *board, uint32_t address, unsigned size, uint32_t value);

uint32_t board_mrs(struct board *board, unsigned sysm);
void board_msr(struct board *board, unsigned sysm, uint32_t value);

/* The engine at an instruction boundary: a pending exception that is ready is entered and logged.
 */
bool board_enter(struct board *board);
/* The handler returns through LR; a tail-chained exception is logged. */
enum exception_outcome board_return(struct board *board);
/* Enters and returns with empty handlers until nothing is ready in the mode it began in. */
void board_settle(struct board *board);
/* Advances time to cycle and runs the events that fall due. */
void board_run_until(struct board *board, uint64_t cycle);

/* log[0], log[1], ... are these numbers and no more; they are forgotten then. */
#define assert_log(board, ...)                                                                     \
    board_assert_log(board, (const unsigned[]){__VA_ARGS__},                                       \
                     sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned), __FILE__,         \
                     __LINE__)
#define assert_log_empty(board) board_assert_log(board, NULL, 0, __FILE__, __LINE__)
void board_assert_log(struct board *board, const unsigned *numbers, size_t count, const char *file,
                      int line);
