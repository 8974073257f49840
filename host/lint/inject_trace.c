/* Compares two ways of one program.
 * SPDX-License-Identifier: MIT
 */
#include "inject_trace.h"

void inject_trace_add(struct inject_trace *trace, uint32_t address, bool from_kernel)
{
    if (trace->count == INJECT_TRACE_MAX)
        return;
    trace->address[trace->count] = address;
    trace->from_kernel[trace->count++] = from_kernel;
}

void inject_trace_null(struct inject_trace *trace, uint32_t pc)
{
    if (trace->null_count == INJECT_NULLS_MAX)
        return;
    trace->null_pc[trace->null_count] = pc;
    trace->null_at[trace->null_count++] = trace->count;
}

/* A program may read its vectors at 0 in any case. */
static bool reads_null(const struct inject_trace *trace, uint32_t pc)
{
    for (size_t i = 0; i < trace->null_count; i++)
        if (trace->null_pc[i] == pc)
            return true;
    return false;
}

struct inject_verdict inject_compare(const struct inject_trace *good,
                                     const struct inject_trace *bad)
{
    size_t parted = 0;
    if (!good->came_back || !bad->allocated)
        return (struct inject_verdict){INJECT_UNDECIDED, 0};
    if (!bad->came_back)
        return (struct inject_verdict){INJECT_CHECKED, 0};
    while (parted < good->count && parted < bad->count &&
           good->address[parted] == bad->address[parted])
        parted++;
    for (size_t i = 0; i < bad->null_count; i++)
        if (bad->null_at[i] <= parted && !reads_null(good, bad->null_pc[i]))
            return (struct inject_verdict){INJECT_NULL, bad->null_pc[i]};
    if (parted == bad->count || parted == good->count)
        return (struct inject_verdict){INJECT_UNNOTICED, 0};
    if (bad->from_kernel[parted])
        return (struct inject_verdict){INJECT_KERNEL, bad->address[parted]};
    return (struct inject_verdict){INJECT_CHECKED, bad->address[parted]};
}
