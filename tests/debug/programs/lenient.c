/* A guest that uses registers of a peripheral that no machine models.
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define UNMODELLED ((volatile uint32_t *)0x400FF000u)

int main(void)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < 3; k++) {
        UNMODELLED[0] = k + 1;
        sum += UNMODELLED[1];
        UNMODELLED[1] = sum;
    }
    printf("sum %lu\n", (unsigned long)sum);
    exit(0);
}
