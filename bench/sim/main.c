/* Runs a kernel ROUNDS times; the result decides the exit status, so that nothing is optimised
 * away. SPDX-License-Identifier: MIT
 */
#include "kernels.h"

int main(void)
{
    return kernel_run(ROUNDS) == 0xFFFFFFFFu;
}
