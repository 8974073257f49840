/* A context switch by its segments, as JSON.
 * SPDX-License-Identifier: MIT
 */
#include "json_segments.h"

static json_t *range_of(const struct segments_range *range, size_t windows)
{
    json_t *object = json_object();
    json_object_set_new(object, "min_cycles", json_integer((json_int_t)range->min));
    json_object_set_new(object, "mean_cycles", json_real((double)range->sum / (double)windows));
    json_object_set_new(object, "max_cycles", json_integer((json_int_t)range->max));
    return object;
}

static json_t *instructions_of(const struct segments_table *table, int segment)
{
    json_t *array = json_array();
    for (size_t i = 0; i < table->map->count; i++) {
        const struct segments_instruction *instruction = &table->map->instructions[i];
        if ((int)instruction->segment != segment)
            continue;
        json_t *object = range_of(&table->instructions[i], table->windows);
        json_object_set_new(object, "address", json_integer(instruction->address));
        json_object_set_new(object, "text", json_string(instruction->text));
        json_array_append_new(array, object);
    }
    return array;
}

json_t *json_segments(const struct segments_table *table)
{
    json_t *array = json_array();
    for (int i = 0; i < SEGMENTS; i++) {
        const struct segment_row *row = &segment_rows[i];
        if (table->segments[i].max == 0)
            continue;
        json_t *object = range_of(&table->segments[i], table->windows);
        json_object_set_new(object, "segment", json_string(row->name));
        json_object_set_new(object, "in_handler", json_boolean(row->in_handler));
        if (row->published_max != 0) {
            json_object_set_new(object, "published_min",
                                json_integer((json_int_t)row->published_min));
            json_object_set_new(object, "published_max",
                                json_integer((json_int_t)row->published_max));
        }
        json_object_set_new(object, "instructions", instructions_of(table, i));
        json_array_append_new(array, object);
    }
    return array;
}
