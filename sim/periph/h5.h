/* What the clock, power and flash devices of the STM32H5 ask of each other.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/clock_h5.h"
#include "sim/machines.h"
#include "sim/periph/device.h"

/* VOS field of the lowest voltage that is applied or will be: what limits the clock now. */
unsigned pwr_h5_vos(const struct device *pwr);

/* PWR_DBPCR.DBP: the backup domain may be written. */
bool pwr_h5_backup_writable(const struct device *pwr);

/* FLASH_ACR as it stands. */
void flash_h5_supply(const struct device *flash, struct h5_supply *supply);

/* Both as this machine has them. */
struct h5_supply h5_supply(const struct sim *sim);

/* The system clock that feeds the AHB divider now. */
uint64_t rcc_h5_system_hz(const struct device *rcc);

/* Checks the clocks as they run against another supply; rejects the write at offset of device that
 * would bring it. */
enum bus_result h5_check_supply(struct device *device, uint32_t offset,
                                const struct h5_supply *supply);
