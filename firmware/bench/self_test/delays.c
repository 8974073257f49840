/* The delays: instructions of one cycle, in RAM.
 * SPDX-License-Identifier: MIT
 *
 * Each adds to the result of the one before, so that a core which issues two at once cannot pair
 * them, and has 16 bits, so that the bus brings two at a time. RAM has no wait states and no cache
 * on any board: where a delay lies in flash, and how long it is, would show in the windows, too.
 */
#include "delays.h"

#ifndef SELF_TEST_ERROR_CYCLES
#define SELF_TEST_ERROR_CYCLES 0 /* more than the row says; for the test that this is found */
#endif

#define TEXT_OF(x) #x
#define EXPANDED_TEXT_OF(x) TEXT_OF(x)

/* In a section of data, which start-up copies; the assembler marks it as code all the same. */
#define DELAY(name, cycles)                                                                        \
    __asm(".pushsection .data.self_test, \"aw\", %progbits\n"                                      \
          ".balign 32\n"                                                                           \
          ".global " name "\n"                                                                     \
          ".thumb\n"                                                                               \
          ".thumb_func\n"                                                                          \
          ".type " name ", %function\n" name ":\n"                                                 \
          ".rept " cycles "\n"                                                                     \
          "add ip, ip\n"                                                                           \
          ".endr\n"                                                                                \
          "bx lr\n"                                                                                \
          ".size " name ", . - " name "\n"                                                         \
          ".popsection");

#define WIRE_PLANTED(id, base, cycles)                                                             \
    DELAY("planted_" #id, EXPANDED_TEXT_OF(cycles + SELF_TEST_ERROR_CYCLES))
#include "lib/results.def"

/* The bases. */
DELAY("planted_SELF_TEST_CYCLES_0", "0")
DELAY("planted_SELF_TEST_TIMER_0", "0")
