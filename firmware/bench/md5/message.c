/* The message: the first 22,073 bytes of the kernel's tasks.c, a text that everybody can have.
 * SPDX-License-Identifier: MIT
 */
#include "bench/md5/md5.h"

__asm(".section .rodata.md5_message, \"a\"\n"
      ".global md5_message\n"
      ".balign 64\n"
      ".type md5_message, %object\n"
      "md5_message:\n"
      ".incbin \"" MD5_MESSAGE_FILE "\", 0, 22073\n"
      ".balign 4, 0\n"
      ".size md5_message, . - md5_message\n"
      ".text\n");
_Static_assert(MD5_MESSAGE_BYTES == 22073u, "the size stands in the assembly too");
