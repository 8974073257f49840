/* Prices of findings.
 * SPDX-License-Identifier: MIT
 */
#include "lint_prices.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "host/base/xalloc.h"
#include "prices_measure.h"
#include "progress.h"
#include "wire/results.h"

static const struct row {
    enum lint_rule rule;
    const char *option;
    int sign;
} rows[] = {
#define LINT_PRICE(rule, option, sign) {LINT_##rule, option, sign},
#include "host/lint/prices.def"
};

#define ROWS (sizeof rows / sizeof rows[0])

static bool is_named(const struct row *row, const char *seen)
{
    const char *at = strstr(seen, row->option);
    return at != NULL && at != seen && at[-1] == '-';
}

static bool any_is_named(enum lint_rule rule, const char *seen)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].rule == rule && is_named(&rows[i], seen))
            return true;
    return false;
}

static bool has_price(const struct row *row, const struct lint_finding *finding)
{
    return row->rule == finding->rule &&
           (!any_is_named(row->rule, finding->seen) || is_named(row, finding->seen));
}

/* "tailchain prices stm32f407 stack_check_1 stack_check_2 measures it"; nothing for a rule without.
 */
static void add_command(const struct lint_finding *finding, const char *board, struct buf *text)
{
    for (size_t i = 0; i < ROWS; i++)
        if (has_price(&rows[i], finding))
            buf_printf(text, "%s %s", text->length != 0 ? "" : "tailchain prices BOARD",
                       rows[i].option);
    if (text->length == 0)
        return;
    buf_add_text(text, " measures it");
    if (board == NULL)
        return;
    struct buf named = {0};
    const char *place = strstr(text->bytes, "BOARD");
    buf_printf(&named, "%.*s%s%s", (int)(place - text->bytes), text->bytes, board,
               place + strlen("BOARD"));
    buf_free(text);
    *text = named;
}

static int measure_option(struct prices *prices, const char *name, const struct price **price)
{
    for (size_t i = 0; i < prices->count; i++) {
        if (strcmp(prices->list[i].option->name, name) != 0 || prices->list[i].why_not != NULL)
            continue;
        *price = &prices->list[i];
        return prices->list[i].measured ? EXIT_YES : prices_measure(prices, i);
    }
    *price = NULL;
    return EXIT_YES;
}

/* In brackets, as tailchain prices shows them: what the place of the code may be all of. */
static int add_measured(const struct lint_finding *finding, struct prices *prices, struct buf *text)
{
    bool any_unclear = false;
    for (size_t i = 0; i < ROWS; i++) {
        const struct price *price;
        if (!has_price(&rows[i], finding))
            continue;
        int code = measure_option(prices, rows[i].option, &price);
        if (code != EXIT_YES)
            return code;
        if (price == NULL)
            continue;
        buf_printf(text, "%s", text->length != 0 ? "; " : "cycles ");
        for (size_t k = 0; k < prices->series_count; k++) {
            double more = prices_more(prices, price, k);
            bool clear = prices_clear(prices, price, k);
            any_unclear = any_unclear || !clear;
            buf_printf(text, clear ? "%s%s %+.1f" : "%s%s (%+.1f)", k != 0 ? ", " : "",
                       prices_series_name(prices, k), rows[i].sign < 0 && more != 0 ? -more : more);
        }
        buf_printf(text, " (option_price, %s, simulated)", rows[i].option);
    }
    if (any_unclear)
        buf_add_text(text, "; in brackets what may be where the code lies");
    return EXIT_YES;
}

static void set_price(struct lint_finding *finding, struct buf *text)
{
    if (text->length != 0 && finding->price == NULL)
        finding->price = xstrndup(text->bytes, text->length);
    buf_free(text);
}

static int measure_all(struct lint *lint, const char *board)
{
    struct prices prices;
    struct progress progress;
    prices_init(&prices, board, NULL);
    progress_start(&progress);
    int code = prices_measure(&prices, 0);
    for (size_t i = 0; i < lint->count && code == EXIT_YES; i++) {
        struct buf text = {0};
        progress_show(&progress, "the price of %s", lint_rows[lint->findings[i].rule].id);
        code = add_measured(&lint->findings[i], &prices, &text);
        set_price(&lint->findings[i], &text);
    }
    progress_end(&progress);
    prices_free(&prices);
    return code;
}

int lint_prices(struct lint *lint, const char *board, bool measure)
{
    if (board != NULL && wire_board_named(board) == NULL)
        board = NULL; /* a machine without firmware of ours */
    int code = board != NULL && measure ? measure_all(lint, board) : EXIT_YES;
    for (size_t i = 0; i < lint->count; i++) {
        struct buf text = {0};
        add_command(&lint->findings[i], board, &text);
        set_price(&lint->findings[i], &text);
    }
    return code;
}
