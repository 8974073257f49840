/* The RCC of the STM32F0 and F4: its registers, clock enables and peripheral resets.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/rcc_f.h"

#include "sim/periph/pwr_f.h"
#include "sim/state.h"

#define CSR_RMVF (1u << 24)
#define CSR_PINRSTF (1u << 26)
#define CSR_SFTRSTF (1u << 28)
#define BDCR_BDRST (1u << 16)

/* CIR: flags in the low byte, their enables in the next, their clears in the third. */
#define CIR_FLAGS 0xFFu
#define CIR_CLEAR_SHIFT 16

enum bus_result rcc_f_read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                           uint32_t *value)
{
    struct rcc_f *rcc = (struct rcc_f *)device;
    int index = register_find(&rcc_f_part(rcc)->map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, false);
    result = rcc_f_settle(rcc, now);
    *value = register_part(rcc->value[index], offset, size);
    return result;
}

static void write_cir(struct rcc_f *rcc, uint32_t value, uint64_t now)
{
    uint32_t *cir = &rcc->value[rcc_f_part(rcc)->cir];
    uint32_t flags = *cir & CIR_FLAGS & ~(value >> CIR_CLEAR_SHIFT);

    *cir = (value & ~CIR_FLAGS & 0xFFFF) | flags;
    device_set_irq(&rcc->device, flags != 0, now);
}

static enum bus_result write_bdcr(struct rcc_f *rcc, uint32_t value, uint64_t now)
{
    int index = rcc_f_part(rcc)->bdcr;

    if (!pwr_f_backup_writable(device_named(rcc->device.sim, "pwr")))
        return device_reject(&rcc->device, rcc_f_part(rcc)->map.row[index].offset, true,
                             "the backup domain is write-protected: set PWR_CR.DBP first");
    return rcc_f_store(rcc, index, value & BDCR_BDRST ? BDCR_BDRST : value, now);
}

/* A register that enables clocks or resets peripherals, or stores only. */
static void write_plain(struct rcc_f *rcc, int index, uint32_t value, uint64_t now)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);
    uint32_t offset = part->map.row[index].offset;
    uint32_t rising = value & ~rcc->value[index];

    rcc->value[index] = value;
    for (unsigned i = 0; i < part->gates; i++) {
        if (offset == part->gate[i].reset)
            rcc_reset_devices(&rcc->device, part->gate[i].enable, rising, now);
        if (offset == part->gate[i].enable) {
            rcc_update_gates(&rcc->device, &part->map, rcc->value);
            rcc_notify(&rcc->device, now);
        }
    }
}

static bool is_gate(const struct rcc_f_part *part, int index)
{
    uint32_t offset = part->map.row[index].offset;

    for (unsigned i = 0; i < part->gates; i++)
        if (offset == part->gate[i].reset || offset == part->gate[i].enable)
            return true;
    return false;
}

static enum bus_result dispatch(struct rcc_f *rcc, int index, uint32_t value, uint64_t now)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);

    if (is_gate(part, index)) {
        write_plain(rcc, index, value, now);
        return BUS_OK;
    }
    if (index == part->cir) {
        write_cir(rcc, value, now);
        return BUS_OK;
    }
    if (index == part->bdcr)
        return write_bdcr(rcc, value, now);
    if (index == part->csr && (value & CSR_RMVF))
        value &= ~(part->reset_flags | CSR_RMVF);
    return rcc_f_store(rcc, index, value, now);
}

enum bus_result rcc_f_write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t value)
{
    struct rcc_f *rcc = (struct rcc_f *)device;
    const struct register_map *map = &rcc_f_part(rcc)->map;
    int index = register_find(map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    result = rcc_f_settle(rcc, now);
    if (result == BUS_OK)
        result = register_prepare(device, map, index, rcc->value[index], offset, size, &value);
    if (result == BUS_OK)
        result = dispatch(rcc, index, value, now);
    if (result == BUS_OK)
        result = rcc_f_settle(rcc, now);
    return result;
}

void rcc_f_event(struct device *device, uint64_t now)
{
    (void)rcc_f_settle((struct rcc_f *)device, now);
}

/* A system reset sets its own flag and the pin's, which it drives, and leaves the backup domain. */
static void keep_over_system_reset(struct rcc_f *rcc, uint32_t csr, uint32_t bdcr)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);

    rcc->value[part->csr] &= ~part->reset_flags;
    rcc->value[part->csr] |= (csr & part->reset_flags) | CSR_SFTRSTF | CSR_PINRSTF;
    rcc->value[part->bdcr] = bdcr;
}

void rcc_f_reset(struct device *device)
{
    struct rcc_f *rcc = (struct rcc_f *)device;
    const struct register_map *map = &rcc_f_part(rcc)->map;
    uint32_t csr = rcc->value[rcc_f_part(rcc)->csr], bdcr = rcc->value[rcc_f_part(rcc)->bdcr];

    register_reset(map, rcc->value);
    if (device->sim->ppb.reset_requested)
        keep_over_system_reset(rcc, csr, bdcr);
    rcc_update_gates(device, map, rcc->value);
    rcc_f_clock_reset(rcc);
}
