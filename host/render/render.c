/* The list of renderers.
 * SPDX-License-Identifier: MIT
 */
#include "render.h"

#include <string.h>

static const struct renderer *const renderers[] = {
    &render_term, &render_markdown, &render_html,  &render_json,
    &render_csv,  &render_samples,  &render_junit,
};

#define RENDERERS (sizeof renderers / sizeof renderers[0])

void render_one(const struct renderer *renderer, const struct report *report, struct buf *out)
{
    renderer->render(&(struct report_set){.reports = report, .count = 1}, out);
}

const struct renderer *renderer_find(const char *name)
{
    for (size_t i = 0; i < RENDERERS; i++)
        if (strcmp(renderers[i]->name, name) == 0)
            return renderers[i];
    return NULL;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t path_length = strlen(path), length = strlen(ending);
    return path_length > length && strcmp(path + path_length - length, ending) == 0;
}

const struct renderer *renderer_for(const char *path)
{
    const struct renderer *best = NULL;
    for (size_t i = 0; i < RENDERERS; i++)
        if (ends_in(path, renderers[i]->ending) &&
            (best == NULL || strlen(renderers[i]->ending) > strlen(best->ending)))
            best = renderers[i];
    return best;
}

const struct renderer *renderer_at(size_t index)
{
    return index < RENDERERS ? renderers[index] : NULL;
}

const char *renderer_name(size_t index)
{
    return index < RENDERERS ? renderers[index]->name : NULL;
}
