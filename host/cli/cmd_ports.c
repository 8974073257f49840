/* tailchain ports: the serial devices that a board may be on.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"

#include <stdio.h>

#include "host/core/source/ports.h"

enum { OPTION_FOLDER = 0x100 };

static error_t parse(int key, char *value, struct argp_state *state)
{
    const char **folder = state->input;
    switch (key) {
    case OPTION_FOLDER:
        *folder = value;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "what is '%s'? ports takes no argument", value);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"folder", OPTION_FOLDER, "FOLDER", 0, "Where the links are; " PORTS_FOLDER " by default", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    NULL,
    "List the serial devices by names that stay the same whatever is plugged in first, each with "
    "the device that it is now.\v"
    "Exit status: 0, 1 where there is none, 2 trouble.\n\n"
    "Example: capture from a board by its name\n"
    "  tailchain ports\n"
    "  tailchain capture --port /dev/serial/by-id/NAME -o run.log\n",
    NULL,
    NULL,
    NULL};

int cmd_ports(int argc, char **argv)
{
    const char *folder = PORTS_FOLDER;
    struct ports ports;
    struct error error;
    cli_parse(&argp, argc, argv, &folder);
    if (!ports_list(&ports, folder, &error))
        return cli_fail(&error);
    for (size_t i = 0; i < ports.count; i++)
        printf("%s -> %s\n", ports.ports[i].path,
               ports.ports[i].device != NULL ? ports.ports[i].device : "gone");
    bool some = ports.count != 0;
    if (!some)
        fprintf(stderr,
                "tailchain: %s: no serial device; plug a board in, and see with dmesg whether its "
                "USB port is found; a port without a name is given as /dev/ttyS0\n",
                folder);
    ports_free(&ports);
    return some ? EXIT_YES : EXIT_NO;
}
