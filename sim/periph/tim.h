/* A general-purpose timer from the inside: shared by its registers, counter and outputs.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

enum {
#define REGISTER(name, ...) TIM_##name,
#include "sim/periph/tim.def"
#undef REGISTER
    TIM_REGISTERS
};

#define TIM_CHANNELS 4

#define TIM_CR1_CEN (1u << 0)
#define TIM_CR1_UDIS (1u << 1)
#define TIM_CR1_URS (1u << 2)
#define TIM_CR1_OPM (1u << 3)
#define TIM_CR1_ARPE (1u << 7)
#define TIM_SR_UIF (1u << 0)
#define TIM_SR_CC1IF (1u << 1) /* channels 2 to 4 follow */
#define TIM_EGR_UG (1u << 0)
#define TIM_CCER_CC1E (1u << 0) /* channels 2 to 4 every 4 bits */
#define TIM_CCER_CC1P (1u << 1)

/* The counter is not stepped: it has the value start + (now - start_cycle) / period, and what
 * happened up to a cycle is worked out when somebody asks, or when an event is due. */
struct tim {
    struct device device;
    uint32_t value[TIM_REGISTERS]; /* CNT only while it stands still */

    /* What the counter works with: the shadow registers. */
    uint32_t prescaler, reload, compare[TIM_CHANNELS];

    bool running;   /* enabled and clocked */
    bool clocked;   /* as counted with */
    uint32_t start; /* value at start_cycle, a prescaler period's begin */
    int64_t start_cycle;
    uint64_t seen;         /* increments since then whose matches are in SR */
    uint32_t divider;      /* core cycles in a timer clock, as counted with */
    uint32_t phase_clocks; /* timer clocks into the prescaler's period, while it stands still */

    bool reference[TIM_CHANNELS]; /* OCxREF */
    bool irq;
    char compare_signal[TIM_CHANNELS][16]; /* "tim2.cc1" */
    char update_signal[16];                /* "tim2.update" */
};

/* Highest value of the counter's width. */
uint32_t tim_mask(const struct tim *tim);

/* Lets everything happen that the counter does up to cycle now. */
void tim_settle(struct tim *tim, uint64_t now);

/* Value of the settled counter at cycle now. */
uint32_t tim_count(const struct tim *tim, uint64_t now);

/* Asks for the next cycle at which something must happen by itself. */
void tim_plan(struct tim *tim);

/* Sets flags in SR, and the interrupt's level by SR and DIER. */
void tim_raise(struct tim *tim, uint32_t flags, uint64_t cycle);
void tim_update_irq(struct tim *tim, uint64_t now);

/* The settled counter stops at cycle now; goes on delay timer clocks later; has a new value. */
void tim_stop(struct tim *tim, uint64_t now);
void tim_start(struct tim *tim, uint64_t now, unsigned delay);
void tim_set_count(struct tim *tim, uint32_t value, uint64_t now);

/* Takes ARR and CCR1 to CCR4 into the shadow registers where no preload holds them back. */
void tim_take_unbuffered(struct tim *tim, uint64_t now);

/* EGR.UG. */
void tim_generate_update(struct tim *tim, uint64_t now);

/* ---- output compare: tim_output.c ---- */

/* Flags in SR whose event may move a pin. */
uint32_t tim_output_flags(const struct tim *tim);
/* The counter has arrived at the compare values of these flags. */
void tim_output_match(struct tim *tim, uint32_t flags, uint64_t cycle);
/* CCMRx, CCER or everything (a reset) has changed. */
void tim_output_update(struct tim *tim, uint64_t now);
