/* Keeping the whole state of a board, and going back to it.
 * SPDX-License-Identifier: MIT
 *
 * A board is struct sim, the devices' structs and the bytes of the memories: none of them owns
 * anything else that the guest could see. Pre-decoded code is derived from them and made anew.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/core/engine.h"
#include "sim/state.h"

struct sim_snapshot {
    struct sim sim;
    uint8_t bytes[]; /* devices, then memories, each as it comes */
};

static bool owns_memory(const struct bus_region *region)
{
    return region->memory != NULL && !region->alias;
}

static size_t size_of_rest(const struct sim *sim)
{
    size_t size = 0;
    for (size_t k = 0; k < sim->devices; k++)
        size += sim->device[k]->class->state_size;
    for (size_t k = 0; k < sim->bus.regions; k++)
        if (owns_memory(&sim->bus.region[k]))
            size += sim->bus.region[k].size;
    return size;
}

struct sim_snapshot *sim_snapshot(const struct sim *sim)
{
    struct sim_snapshot *snapshot = malloc(sizeof *snapshot + size_of_rest(sim));
    if (snapshot == NULL)
        return NULL;
    uint8_t *to = snapshot->bytes;
    snapshot->sim = *sim;
    for (size_t k = 0; k < sim->devices; k++) {
        size_t size = sim->device[k]->class->state_size;
        memcpy(to, sim->device[k], size);
        to += size;
    }
    for (size_t k = 0; k < sim->bus.regions; k++) {
        const struct bus_region *region = &sim->bus.region[k];
        if (!owns_memory(region))
            continue;
        memcpy(to, region->memory, region->size);
        to += region->size;
    }
    return snapshot;
}

/* What the host set up, and not the guest. */
struct host_state {
    struct sim_config config;
    struct sim_observer observer;
    bool spans_on;
    uint32_t probe[PROBES_MAX];
    size_t probes;
    struct halt halt;
    bool semihosting_on;
    struct sim_semihosting semihosting;
    struct engine *engine;
};

static struct host_state take_host_state(const struct sim *sim)
{
    struct host_state host = {.config = sim->config,
                              .observer = sim->observer,
                              .spans_on = sim->spans_on,
                              .probes = sim->probes,
                              .halt = sim->halt,
                              .semihosting_on = sim->semihosting.on,
                              .semihosting = sim->semihosting.host,
                              .engine = sim->engine};
    memcpy(host.probe, sim->probe, sizeof host.probe);
    return host;
}

static void put_host_state(struct sim *sim, const struct host_state *host)
{
    uint32_t told = sim->halt.told;
    sim->config = host->config;
    sim->observer = host->observer;
    sim->spans_on = host->spans_on;
    memcpy(sim->probe, host->probe, sizeof sim->probe);
    sim->probes = host->probes;
    sim->halt = host->halt;
    sim->halt.told = told;
    sim->semihosting.on = host->semihosting_on;
    sim->semihosting.host = host->semihosting;
    sim->engine = host->engine;
}

void sim_restore(struct sim *sim, const struct sim_snapshot *snapshot)
{
    const uint8_t *from = snapshot->bytes;
    struct host_state host = take_host_state(sim);
    *sim = snapshot->sim;
    put_host_state(sim, &host);
    for (size_t k = 0; k < sim->devices; k++) {
        size_t size = sim->device[k]->class->state_size;
        memcpy(sim->device[k], from, size);
        from += size;
    }
    for (size_t k = 0; k < sim->bus.regions; k++) {
        const struct bus_region *region = &sim->bus.region[k];
        if (!owns_memory(region))
            continue;
        memcpy(region->memory, from, region->size);
        from += region->size;
    }
    engine_flush(sim);
}

void sim_snapshot_free(struct sim_snapshot *snapshot)
{
    free(snapshot);
}
