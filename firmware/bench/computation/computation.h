/* A bench of computation: one function compiled many times over, each by other flags, and what runs
 * them. SPDX-License-Identifier: MIT
 *
 * A bench says what it computes (struct computation) and leaves the rest to computation.c. The
 * build (cmake/computation.cmake) compiles each file of its kernels/ once for each instruction set
 * and optimisation level, and lists the functions that come of it in computation_variants.def:
 *     COMPUTATION_VARIANT(name, ID)    a function, and the start of the names of its two results
 */
#pragma once

#include <stdint.h>

/* input: its first byte is the lowest of the first word, as this core has it. length: in the
 * bench's own unit. output: as many words as the bench says. */
typedef void computation_function(const uint32_t *input, uint32_t length, uint32_t *output);

#define COMPUTATION_VARIANT(name, ID) computation_function name;
#include "computation_variants.def"
#undef COMPUTATION_VARIANT

#define COMPUTATION_MESSAGE_BYTES 22073u
#define COMPUTATION_MESSAGE_WORDS ((COMPUTATION_MESSAGE_BYTES + 3u) / 4u)
/* The input of every bench, in flash: text of the kernel's tasks.c, see message.c. */
extern const uint32_t computation_message[COMPUTATION_MESSAGE_WORDS];

/* The longest input of a test vector, and its longest output. */
#define COMPUTATION_VECTOR_BYTES 128u
#define COMPUTATION_VECTOR_WORDS 9u

struct computation_vector {
    const void *input;
    uint32_t bytes;  /* of input */
    uint32_t length; /* as the function takes it */
    uint32_t output[COMPUTATION_VECTOR_WORDS];
};

/* The first three of a vector whose input is a text and whose length is in bytes. */
#define COMPUTATION_TEXT(text) text, sizeof(text) - 1, sizeof(text) - 1

/* What a bench computes. All memory is the bench's. */
struct computation {
    uint32_t length;       /* of the input that is measured, as the function takes it */
    uint32_t *copy;        /* room for the input in RAM */
    uint32_t input_words;  /* of the message, and in copy */
    uint32_t *output;      /* what a variant gave */
    uint32_t *expected;    /* what the first variant gave */
    uint32_t output_words; /* of each */
    const struct computation_vector *vectors;
    uint32_t vector_count;
};

/* Both defined by the bench. computation_print states the output in the run, by VALUE lines. */
extern const struct computation computation;
void computation_print(const uint32_t *output);
