/* The input: the first 22,073 bytes of the kernel's tasks.c, a text that everybody can have.
 * SPDX-License-Identifier: MIT
 */
#include "bench/computation/computation.h"

__asm(".section .rodata.computation_message, \"a\"\n"
      ".global computation_message\n"
      ".balign 64\n"
      ".type computation_message, %object\n"
      "computation_message:\n"
      ".incbin \"" COMPUTATION_MESSAGE_FILE "\", 0, 22073\n"
      ".balign 4, 0\n"
      ".size computation_message, . - computation_message\n"
      ".text\n");
_Static_assert(COMPUTATION_MESSAGE_BYTES == 22073u, "the size stands in the assembly too");
