/* Two ways of one program, with and without an object: where they part.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instructions of a caller behind its call that are compared. */
#define INJECT_TRACE_MAX 4000u
#define INJECT_NULLS_MAX 16u

struct inject_trace {
    bool allocated; /* the call asked the heap, and was refused */
    bool came_back;
    bool stopped; /* the run could not go on */
    uint32_t address[INJECT_TRACE_MAX];
    bool from_kernel[INJECT_TRACE_MAX]; /* the instruction before it was the kernel's */
    size_t count;
    uint32_t null_pc[INJECT_NULLS_MAX]; /* that touch the first bytes of memory */
    size_t null_at[INJECT_NULLS_MAX];   /* how many instructions had been recorded */
    size_t null_count;
};

enum inject_kind {
    INJECT_CHECKED,   /* the program took another way, or was stopped by its hook */
    INJECT_NULL,      /* it used the NULL pointer, at */
    INJECT_KERNEL,    /* the kernel took another way and called the program, at: an assert */
    INJECT_UNNOTICED, /* both ways are the same */
    INJECT_UNDECIDED  /* no allocation, or the call that succeeds did not come back in time */
};

struct inject_verdict {
    enum inject_kind kind;
    uint32_t at;
};

void inject_trace_add(struct inject_trace *trace, uint32_t address, bool from_kernel);
void inject_trace_null(struct inject_trace *trace, uint32_t pc);
/* good: the creation succeeded; bad: it failed. */
struct inject_verdict inject_compare(const struct inject_trace *good,
                                     const struct inject_trace *bad);
