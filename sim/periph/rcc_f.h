/* The RCC of the STM32F0 and F4 from the inside: one machinery, described by each part.
 * SPDX-License-Identifier: MIT
 *
 * Both families have the oscillators, the PLL and their ready flags in the same places of RCC_CR,
 * choose the system clock by CFGR.SW and report it in SWS, and keep the ready interrupts in CIR.
 * What differs is a struct rcc_f_part: registers as rows, the other facts as tables and functions.
 */
#pragma once

#include "sim/periph/rcc_gates.h"

enum rcc_f_clock {
    RCC_F_HSI,
    RCC_F_HSE,
    RCC_F_PLL,
    RCC_F_LSI,
    RCC_F_LSE,
    RCC_F_HSI14,
    RCC_F_HSI48,
    RCC_F_CLOCKS
};

#define RCC_F_SYSTEM_SOURCES 4
#define RCC_F_GATES_MAX 5
#define RCC_F_REGISTERS_MAX 40

#define RCC_F_CR_OFFSET 0x00
#define RCC_F_CFGR_SW 3u
#define RCC_F_CFGR_SWS_SHIFT 2

struct rcc_f;

/* One clock: bits in the register of that index, and its bit number in each third of CIR. */
struct rcc_f_oscillator {
    const char *name; /* NULL: the part has none */
    int index;
    uint8_t on, ready, flag;
    uint64_t start_ns;
};

/* The clocks behind the system clock, as the registers set them. */
struct rcc_f_tree {
    uint64_t system_hz, ahb_hz;
    uint32_t apb1_divider, apb2_divider; /* of the AHB clock */
    bool timpre;
};

struct rcc_f_part {
    struct register_map map;
    int cr, cfgr, cir, bdcr, csr; /* indices of registers */
    uint32_t reset_flags;         /* of CSR, cleared by RMVF */
    struct rcc_f_oscillator clock[RCC_F_CLOCKS];
    enum rcc_f_clock system[RCC_F_SYSTEM_SOURCES]; /* by CFGR.SW; RCC_F_CLOCKS: none */
    struct {
        uint16_t reset, enable; /* offsets of RCC_xRSTR and RCC_xENR */
    } gate[RCC_F_GATES_MAX];
    unsigned gates;

    /* What feeds the PLL, and its frequency and output as set. */
    enum rcc_f_clock (*pll_source)(const struct rcc_f *rcc);
    uint64_t (*pll_hz)(const struct rcc_f *rcc);
    bool (*pll_allowed)(const struct rcc_f *rcc, char *text, size_t size);
    /* Bits of a register that are fixed while the PLL is on. */
    uint32_t (*pll_bits)(int index);
    /* The PLL is switched on or off (may be NULL). */
    void (*pll_switched)(struct rcc_f *rcc, bool on, uint64_t now);
    /* The frequency of the clocks other than the PLL; rcc->device.parameter is the HSE's. */
    uint64_t (*clock_hz)(const struct rcc_f *rcc, enum rcc_f_clock clock);
    /* Fills tree from its system_hz. */
    void (*divide)(const struct rcc_f *rcc, struct rcc_f_tree *tree);
    /* False, and text: what of the tree the part, its flash or its regulator does not allow. */
    bool (*allowed)(const struct rcc_f *rcc, const struct rcc_f_tree *tree, char *text,
                    size_t size);
    /* Wait states that the flash needs at an AHB clock. */
    unsigned (*wait_states_needed)(const struct rcc_f *rcc, uint64_t ahb_hz);
    /* A register was written, for what must follow (may be NULL). */
    void (*stored)(struct rcc_f *rcc, int index);
};

struct rcc_f {
    struct device device;
    uint32_t value[RCC_F_REGISTERS_MAX];
    uint64_t due[RCC_F_CLOCKS]; /* the clock is ready at that cycle; NEVER: not waiting */
};

static inline const struct rcc_f_part *rcc_f_part(const struct rcc_f *rcc)
{
    return rcc->device.class->variant;
}

/* ---- registers: rcc_f.c; the functions of a class ---- */

void rcc_f_reset(struct device *device);
enum bus_result rcc_f_read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                           uint32_t *value);
enum bus_result rcc_f_write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t value);
void rcc_f_event(struct device *device, uint64_t now);

/* ---- clocks: rcc_f_clock.c ---- */

/* describe_clock of the classes. */
void rcc_f_describe_clock(const struct device *device, struct sim_clock *clock);

/* Starts all over, with the clocks of reset. */
void rcc_f_clock_reset(struct rcc_f *rcc);

/* Lets everything happen that is due at cycle now, each at its own cycle. */
enum bus_result rcc_f_settle(struct rcc_f *rcc, uint64_t now);

/* A write, prepared, to a register that holds bits of the clock tree. */
enum bus_result rcc_f_store(struct rcc_f *rcc, int index, uint32_t value, uint64_t now);

/* The PLL is on, or still ready. */
bool rcc_f_pll_is_on(const struct rcc_f *rcc);

/* Frequency of a clock as set, whether it runs or not. */
uint64_t rcc_f_clock_hz(const struct rcc_f *rcc, enum rcc_f_clock clock);

/* Checks the clocks as they run against the part's limits, which another device has just changed:
 * rejects the write at offset of that device if they no longer fit. */
enum bus_result rcc_f_check(struct device *device, uint32_t offset);
