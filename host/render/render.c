/* The list of renderers.
 * SPDX-License-Identifier: MIT
 */
#include "render.h"

#include <string.h>

static const struct renderer *const renderers[] = {&render_term, &render_json};

#define RENDERERS (sizeof renderers / sizeof renderers[0])

const struct renderer *renderer_find(const char *name)
{
    for (size_t i = 0; i < RENDERERS; i++)
        if (strcmp(renderers[i]->name, name) == 0)
            return renderers[i];
    return NULL;
}

const char *renderer_name(size_t index)
{
    return index < RENDERERS ? renderers[index]->name : NULL;
}
