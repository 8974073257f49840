/* The transmitter of a USART: data register, shift register, and the bytes that leave the board.
 * SPDX-License-Identifier: MIT
 *
 * By default it takes no time: always empty, whatever the baud rate. With uart_real_time in the
 * configuration a byte takes its bit times, and a write to a full data register destroys the byte
 * in it. Bytes leave only if the pin of the machine's row carries them: a real board would be
 * silent too.
 */
#pragma once

#include "sim/periph/device.h"

struct usart_sender {
    bool complete; /* TC */
    bool waiting;  /* the data register holds byte: TXE is 0 */
    uint8_t byte, shifted;
    uint64_t end_cycle;        /* the frame in the shift register ends; NEVER: there is none */
    uint64_t frame_cycles;     /* of the frame after it */
    uint64_t hz;               /* core clock that end_cycle was reckoned with */
    const struct device *gpio; /* port of the pin, once looked for */
    bool off_told, overwritten_told, unrouted_told;
};

void usart_sender_reset(struct usart_sender *sender);

/* A byte is written at cycle now; the sender is settled. enabled: UE and TE. frame_cycles: core
 * cycles of a frame as set up. */
void usart_send(struct device *device, struct usart_sender *sender, uint8_t byte, bool enabled,
                uint64_t frame_cycles, uint64_t now);

/* Lets the frames leave that end at cycle now or before. True where TC or TXE have changed. */
bool usart_sender_settle(struct device *device, struct usart_sender *sender, uint64_t now);

/* What is on its way is discarded, and the flags are those of reset. */
void usart_sender_stop(struct device *device, struct usart_sender *sender);

/* The core clock changes at cycle now. */
void usart_sender_rescale(struct device *device, struct usart_sender *sender, uint64_t now);

/* Core cycles of a frame. brr: the register; over8: 8 samples a bit; bits: start to last stop. */
uint64_t usart_frame_cycles(const struct device *device, uint32_t brr, bool over8, unsigned bits);
