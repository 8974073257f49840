/* How the blocks of the private peripheral bus share one device: handlers of the register rows.
 * SPDX-License-Identifier: MIT
 *
 * offset: from 0xE0000000, within the row; size: one that the row allows; privilege is checked.
 */
#pragma once

#include "sim/ppb/ppb.h"

typedef enum bus_result ppb_reader(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                   uint32_t *value);
typedef enum bus_result ppb_writer(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                   uint32_t value);

ppb_reader nvic_read_ictr, nvic_read_enabled, nvic_read_pending, nvic_read_active, nvic_read_ipr,
    nvic_read_shpr;
ppb_writer nvic_write_iser, nvic_write_icer, nvic_write_ispr, nvic_write_icpr, nvic_write_ipr,
    nvic_write_shpr, nvic_write_stir;
ppb_reader systick_read_csr, systick_read_rvr, systick_read_cvr, systick_read_calib;
ppb_writer systick_write_csr, systick_write_rvr, systick_write_cvr;
ppb_reader scb_read_cpuid, scb_read_icsr, scb_read_vtor, scb_read_aircr, scb_read_scr, scb_read_ccr,
    scb_read_shcsr, scb_read_cfsr, scb_read_fault, scb_read_id;
ppb_writer scb_write_actlr, scb_write_icsr, scb_write_vtor, scb_write_aircr, scb_write_scr,
    scb_write_ccr, scb_write_shcsr, scb_write_cfsr, scb_write_fault;
ppb_reader dwt_read_ctrl, dwt_read_cyccnt, dwt_read_profile;
ppb_writer dwt_write_ctrl, dwt_write_cyccnt, dwt_write_profile;
ppb_reader itm_read_port, itm_read;
ppb_writer itm_write;
ppb_reader mpu_read_type, mpu_read, mpu_read_region, mpu_read_region_v7m;
ppb_writer mpu_write, mpu_write_region, mpu_write_region_v7m;
ppb_reader fpu_read, fpu_read_mvfr;
ppb_writer fpu_write;
ppb_reader debug_read_dhcsr, debug_read_demcr;
ppb_writer debug_write_demcr;

/* What each block does on reset; cold: power-on. */

void nvic_reset(struct ppb *ppb);
void scb_reset(struct ppb *ppb);
void fpu_reset(struct ppb *ppb);
void debug_reset(struct ppb *ppb, bool cold);
void dwt_reset(struct ppb *ppb, bool cold);
void systick_reset(struct ppb *ppb);
void mpu_reset(struct ppb *ppb);
void itm_reset(struct ppb *ppb);

/* Lets happen what is due at or before cycle now. */
void nvic_advance(struct ppb *ppb, uint64_t now);
void systick_advance(struct ppb *ppb, uint64_t now);
/* Next cycle at which something happens by itself, NEVER: none. */
uint64_t nvic_next(const struct ppb *ppb);
uint64_t systick_next(const struct ppb *ppb);
/* Asks for the event of the earlier of the two. */
void ppb_schedule(struct ppb *ppb);

/* DEMCR.TRCENA or DWT_CTRL changes at cycle now. */
void dwt_update(struct ppb *ppb, uint64_t now);

/* Stops the run because of a value or access that the model does not cover. */
enum bus_result ppb_reject(struct ppb *ppb, uint32_t offset, bool is_write, const char *reason);

const struct ppb_core *ppb_core_of(enum architecture architecture);
