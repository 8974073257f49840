/* The serial devices of this machine, by names that stay the same.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/error.h"

/* udev's links, one a port: named by bus, maker, model and serial number. */
#define PORTS_FOLDER "/dev/serial/by-id"

struct port {
    char *path;   /* of the link */
    char *device; /* that it leads to, as /dev/ttyACM0; NULL where it leads nowhere */
};

struct ports {
    struct port *ports; /* in order of path */
    size_t count;
};

/* A folder that is missing is an empty list: udev makes it with the first device. Free after a
 * failure, too. */
bool ports_list(struct ports *ports, const char *folder, struct error *error);
void ports_free(struct ports *ports);
