/* Prices of options: means over the places of the code, and when a price is clear.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "host/core/compare/prices.h"

/* Sets what an option measured in the first series, at each place. */
static void set(struct prices *prices, size_t option, const double cycles[WIRE_OPTION_PLACES])
{
    memcpy(prices->list[option].cycles[0], cycles, sizeof prices->list[option].cycles[0]);
    prices->list[option].measured = true;
}

static void the_first_option_is_the_base(void **state)
{
    (void)state;
    struct prices prices;
    prices_init(&prices, "nucleo-f091rc", NULL);
    assert_string_equal(prices.list[0].option->name, "base");
    assert_null(prices.list[0].why_not);
    assert_string_equal(prices_series_name(&prices, 0), "switch");
    prices_free(&prices);
}

static void a_board_that_lacks_an_option_says_why(void **state)
{
    (void)state;
    struct prices prices;
    prices_init(&prices, "nucleo-f091rc", NULL);
    size_t refused = 0;
    for (size_t i = 0; i < prices.count; i++)
        refused += prices.list[i].why_not != NULL;
    assert_true(refused >= 2); /* at least CLZ and FPU */
    prices_free(&prices);
}

static void a_price_is_the_difference_of_means(void **state)
{
    (void)state;
    struct prices prices;
    prices_init(&prices, "stm32f407", NULL);
    set(&prices, 0, (const double[]){100, 110, 100, 110});
    set(&prices, 1, (const double[]){120, 121, 122, 125});
    assert_true(prices_mean(&prices.list[1], 0) == 122);
    assert_true(prices_more(&prices, &prices.list[1], 0) == 17);
    assert_true(prices_low(&prices.list[0], 0) == 100);
    assert_true(prices_high(&prices.list[0], 0) == 110);
    prices_free(&prices);
}

static void a_price_is_clear_where_no_places_overlap(void **state)
{
    (void)state;
    static const struct {
        double base[WIRE_OPTION_PLACES], option[WIRE_OPTION_PLACES];
        bool clear;
    } cases[] = {
        {{100, 110, 105, 101}, {111, 120, 130, 112}, true},
        {{100, 110, 105, 101}, {99, 98, 97, 90}, true},
        {{100, 110, 105, 101}, {110, 120, 130, 112}, false}, /* touch */
        {{100, 110, 105, 101}, {101, 102, 101, 102}, false}, /* inside */
        {{100, 100, 100, 100}, {100, 100, 100, 100}, true},  /* nothing, for certain */
        {{100, 100, 100, 100}, {100, 100, 101, 100}, false},
    };
    struct prices prices;
    prices_init(&prices, "stm32f407", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set(&prices, 0, cases[i].base);
        set(&prices, 1, cases[i].option);
        assert_int_equal(prices_clear(&prices, &prices.list[1], 0), cases[i].clear);
    }
    prices_free(&prices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_option_is_the_base),
        cmocka_unit_test(a_board_that_lacks_an_option_says_why),
        cmocka_unit_test(a_price_is_the_difference_of_means),
        cmocka_unit_test(a_price_is_clear_where_no_places_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
