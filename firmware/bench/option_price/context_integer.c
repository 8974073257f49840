/* Tasks without a floating-point context.
 * SPDX-License-Identifier: MIT
 */
#include "bench/option_price/option_price.h"

void price_context(void)
{
}
