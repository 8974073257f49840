/* The private peripheral bus: NVIC, SysTick, SCB, DWT, ITM, MPU, FPU control, as one bus device.
 * SPDX-License-Identifier: MIT
 *
 * Registers are rows of registers.def, cores are rows of cores.def. An access to a register without
 * a row stops the run; what the architecture says is RAZ/WI is so. Sources: DDI 0553 (v8-M),
 * DDI 0403 (v7-M), DDI 0419 (v6-M), section names of D1.2; reset values from the cores' TRMs.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/core.h"
#include "sim/periph/device.h"

#define PPB_BASE UINT32_C(0xe0000000)
#define PPB_SIZE UINT32_C(0x00100000)

/* Bits that other files of the simulator test. */
enum { SCR_SLEEPONEXIT = 1 << 1, SCR_SLEEPDEEP = 1 << 2, SCR_SEVONPEND = 1 << 4 };

enum {
    CCR_NONBASETHRDENA = 1 << 0, /* v8-M: RES1 */
    CCR_USERSETMPEND = 1 << 1,
    CCR_UNALIGN_TRP = 1 << 3,
    CCR_DIV_0_TRP = 1 << 4,
    CCR_BFHFNMIGN = 1 << 8,
    CCR_STKALIGN = 1 << 9, /* v8-M: RES1 */
    CCR_STKOFHFNMIGN = 1 << 10
};

enum {
    CFSR_IACCVIOL = 1 << 0,
    CFSR_DACCVIOL = 1 << 1,
    CFSR_MMARVALID = 1 << 7,
    CFSR_IBUSERR = 1 << 8,
    CFSR_PRECISERR = 1 << 9,
    CFSR_IMPRECISERR = 1 << 10,
    CFSR_UNSTKERR = 1 << 11,
    CFSR_STKERR = 1 << 12,
    CFSR_LSPERR = 1 << 13,
    CFSR_BFARVALID = 1 << 15,
    CFSR_UNDEFINSTR = 1 << 16,
    CFSR_INVSTATE = 1 << 17,
    CFSR_INVPC = 1 << 18,
    CFSR_NOCP = 1 << 19,
    CFSR_STKOF = 1 << 20,
    CFSR_UNALIGNED = 1 << 24,
    CFSR_DIVBYZERO = 1 << 25
};

#define HFSR_VECTTBL (UINT32_C(1) << 1)
#define HFSR_FORCED (UINT32_C(1) << 30)
#define HFSR_DEBUGEVT (UINT32_C(1) << 31)

#define DEMCR_MON_EN (UINT32_C(1) << 16)
#define DEMCR_TRCENA (UINT32_C(1) << 24)

#define PPB_ID_REGISTERS 16 /* ID_PFR0 to CTR */

struct ppb_row; /* of registers.def */

/* A row of cores.def: one core for each architecture. */
struct ppb_core {
    const char *name; /* "cortex-m33" */
    enum architecture architecture;
    bool fpu;
    uint32_t cpuid;
    uint32_t vtor_mask; /* bits that VTOR keeps */
    uint32_t ccr_fixed; /* bits that always read 1 */
    uint32_t ccr_reset; /* of the others */
    uint32_t ccr_writable;
    uint32_t dwt_ctrl; /* NUMCOMP and the NO bits */
    unsigned mpu_regions;
    uint32_t mvfr[3];
    uint32_t id[PPB_ID_REGISTERS];
};

struct systick {
    uint32_t csr; /* ENABLE, TICKINT, CLKSOURCE */
    bool countflag;
    uint32_t reload;
    uint32_t value; /* at cycle base; it runs on from there if enabled */
    uint64_t base_cycle;
};

/* The DWT's profiling counters, in the order of their registers and of their bits in DWT_CTRL. */
enum { DWT_CPI, DWT_EXC, DWT_SLEEP, DWT_LSU, DWT_FOLD, DWT_PROFILES };

struct dwt {
    uint32_t ctrl;                 /* CYCCNTENA, CPIEVTENA to FOLDEVTENA */
    uint8_t profile[DWT_PROFILES]; /* at the model's count base; each runs on if counting */
    uint64_t profile_base[DWT_PROFILES];
    bool profile_counting[DWT_PROFILES];
    uint32_t cyccnt; /* at cycle base; it runs on from there if counting */
    uint64_t base_cycle;
    bool counting;
};

#define MPU_REGIONS_MAX 16

/* Storage only: enabling the MPU stops the run. */
struct mpu {
    uint32_t ctrl, rnr, mair[2];
    uint32_t rbar[MPU_REGIONS_MAX], rlar[MPU_REGIONS_MAX]; /* rlar: RASR on v7-M */
};

/* A change of an interrupt input on its way through the synchroniser. */
struct nvic_change {
    uint64_t cycle;
    uint16_t irq;
    bool level;
};

#define NVIC_CHANGES_MAX 256u /* power of two */

struct ppb {
    struct device *device; /* the machine's, of ppb_class */
    const struct ppb_core *core;
    const struct ppb_row *recent_row; /* of the last access to a register; NULL: none yet */

    /* AIRCR.SYSRESETREQ was written: the engine resets the system; cleared by that reset, which
     * then keeps what only power-on clears (DEMCR.TRCENA, DWT). */
    bool reset_requested;

    uint32_t vtor, aircr_prigroup, scr, ccr;
    uint32_t cfsr, hfsr, dfsr, mmfar, bfar;
    uint32_t cpacr, fpccr, fpcar, fpdscr;
    uint32_t demcr;
    bool reset_seen; /* DHCSR.S_RESET_ST was read */
    uint32_t itm_ter, itm_tpr, itm_tcr;

    struct systick systick;
    struct dwt dwt;
    struct mpu mpu;

    uint32_t input[EXC_MAX / 32];                /* levels in front of the synchroniser */
    struct nvic_change change[NVIC_CHANGES_MAX]; /* ring, ordered by cycle */
    unsigned change_first, changes;
};

/* The bus device. Its state is sim->ppb, where the core finds it without a search. Reset takes the
 * core from core.architecture and VTOR from the machine; parameter: SYST_CALIB as it reads, 0 where
 * it is not known. */
extern const struct device_class ppb_class;

/* Drives interrupt input irq at cycle now; the pending logic sees it behind the synchroniser
 * (TIMING_KNOB_IRQ_SYNCHRONISER cycles later). Changes keep their order. */
void nvic_set_line(struct sim *sim, unsigned irq, bool level, uint64_t now);

/* SysTick's counter and DWT's cycle counter as they read at cycle now, without side effect. */
uint32_t systick_value(const struct ppb *ppb, uint64_t now);
uint32_t dwt_cyccnt(const struct ppb *ppb, uint64_t now);
