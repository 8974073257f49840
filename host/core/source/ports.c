/* Lists the serial devices that udev has named.
 * SPDX-License-Identifier: MIT
 */
#include "ports.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

static char *path_of(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = xcalloc(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

bool ports_list(struct ports *ports, const char *folder, struct error *error)
{
    *ports = (struct ports){0};
    struct dirent **entries;
    int count = scandir(folder, &entries, is_name, alphasort);
    if (count < 0 && errno == ENOENT)
        return true;
    if (count < 0) {
        error_set(error, "%s: cannot be listed: %s", folder, strerror(errno));
        return false;
    }
    ports->ports = xcalloc((size_t)count + 1, sizeof *ports->ports);
    for (int i = 0; i < count; i++) {
        struct port *port = &ports->ports[ports->count++];
        port->path = path_of(folder, entries[i]->d_name);
        port->device = realpath(port->path, NULL);
        free(entries[i]);
    }
    free(entries);
    return true;
}

void ports_free(struct ports *ports)
{
    for (size_t i = 0; i < ports->count; i++) {
        free(ports->ports[i].path);
        free(ports->ports[i].device);
    }
    free(ports->ports);
    *ports = (struct ports){0};
}
