/* A table of prices as JSON (docs/json.md).
 * SPDX-License-Identifier: MIT
 */
#include "prices_render.h"

#include <jansson.h>
#include <stdlib.h>

#define SCHEMA 1

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static json_t *series_of(const struct prices *prices, const struct price *price)
{
    json_t *object = json_object();
    for (size_t i = 0; i < prices->series_count; i++) {
        json_t *places = json_array(), *series = json_object();
        for (size_t place = 0; place < WIRE_OPTION_PLACES; place++)
            json_array_append_new(places, json_real(price->cycles[i][place]));
        json_object_set_new(series, "places", places);
        json_object_set_new(series, "mean", json_real(prices_mean(price, i)));
        json_object_set_new(series, "more", json_real(prices_more(prices, price, i)));
        json_object_set_new(series, "clear", json_boolean(prices_clear(prices, price, i)));
        json_object_set_new(object, prices_series_name(prices, i), series);
    }
    return object;
}

static json_t *option_of(const struct prices *prices, const struct price *price)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(price->option->name));
    json_object_set_new(object, "what", json_string(price->option->what));
    json_object_set_new(object, "why_not", text_or_null(price->why_not));
    if (!price->measured)
        return object;
    json_object_set_new(object, "flash_bytes", json_integer((json_int_t)price->flash_bytes));
    json_object_set_new(object, "ram_bytes", json_integer((json_int_t)price->ram_bytes));
    json_object_set_new(object, "cycles", series_of(prices, price));
    return object;
}

static json_t *measurements_of(const struct prices *prices)
{
    json_t *list = json_array();
    for (size_t i = 0; i < prices->series_count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(prices_series_name(prices, i)));
        json_object_set_new(object, "n", json_integer(prices->series[i]->samples));
        json_object_set_new(object, "resolution_cycles", json_real(prices->resolution[i]));
        json_object_set_new(object, "meaning", json_string(prices->series[i]->meaning));
        json_array_append_new(list, object);
    }
    return list;
}

void prices_json(const struct prices *prices, struct buf *out)
{
    json_t *document = json_object(), *places = json_array(), *options = json_array();
    for (size_t place = 0; place < WIRE_OPTION_PLACES; place++)
        json_array_append_new(places, json_integer(wire_option_places[place]));
    for (size_t i = 0; i < prices->count; i++)
        json_array_append_new(options, option_of(prices, &prices->list[i]));
    json_object_set_new(document, "schema", json_integer(SCHEMA));
    json_object_set_new(document, "origin", json_string("simulator"));
    json_object_set_new(document, "board", json_string(prices->board));
    json_object_set_new(document, "clock", text_or_null(prices->clock));
    json_object_set_new(document, "core_hz", json_integer((json_int_t)prices->core_hz));
    json_object_set_new(document, "tick_hz", json_integer((json_int_t)prices->tick_hz));
    json_object_set_new(document, "kernel", text_or_null(prices->kernel));
    json_object_set_new(document, "port", text_or_null(prices->port));
    json_object_set_new(document, "compiler", text_or_null(prices->compiler));
    json_object_set_new(document, "flags", text_or_null(prices->flags));
    json_object_set_new(document, "places_bytes", places);
    json_object_set_new(document, "measurements", measurements_of(prices));
    json_object_set_new(document, "options", options);
    char *text = json_dumps(document, JSON_INDENT(1));
    if (text != NULL)
        buf_add_text(out, text);
    buf_add_text(out, "\n");
    free(text);
    json_decref(document);
}
