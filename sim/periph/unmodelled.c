/* Stands where the part has peripherals that the machine does not model, and refuses all of them.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/periph.h"

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    (void)size, (void)now;
    *value = 0;
    return device_reject(device, offset, false, "no peripheral is modelled here");
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    (void)size, (void)now, (void)value;
    return device_reject(device, offset, true, "no peripheral is modelled here");
}

static void reset(struct device *device)
{
    (void)device;
}

const struct device_class unmodelled_class = {.kind = "unmodelled",
                                              .state_size = sizeof(struct device),
                                              .reset = reset,
                                              .read = read,
                                              .write = write};
