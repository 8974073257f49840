/* tailchain machines: what can be simulated, and at which clocks there is firmware for it.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "host/base/text.h"
#include "host/core/simulated/source_sim.h"
#include "host/render/wrap.h"
#include "wire/results.h"

static error_t parse(int key, char *value, struct argp_state *state)
{
    (void)value;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    argp_error(state, "takes no argument");
    return 0;
}

static const struct argp argp = {
    NULL,
    parse,
    NULL,
    "List the simulated machines, and the clocks at which the firmware of each can run.\v"
    "Example: the second clock of a board\n"
    "  tailchain run nucleo-f410rb --clock hsi16\n",
    NULL,
    NULL,
    NULL};

static void add_machine(struct buf *out, const char *name)
{
    const struct wire_clock *clock;
    char hz[TEXT_NUMBER_MAX];
    const char *by_default = " (default)";
    buf_printf(out, "%s: ", name);
    wrap_text(out, strlen(name) + 2, 2, source_sim_machine_description(name));
    for (size_t i = 0; (clock = wire_clock(i)) != NULL; i++) {
        if (strcmp(clock->board, name) != 0)
            continue;
        wrap_item(out, "clock %s%s: %s Hz, %s", clock->name, by_default,
                  text_number(clock->core_hz, hz), clock->what);
        by_default = "";
    }
    if (wire_clock_named(name, NULL) == NULL)
        wrap_item(out, "no firmware: for images of your own");
}

int cmd_machines(int argc, char **argv)
{
    const char *name;
    struct buf out = {0};
    cli_parse(&argp, argc, argv, NULL);
    for (size_t i = 0; (name = source_sim_machine(i)) != NULL; i++)
        add_machine(&out, name);
    fwrite(out.bytes, 1, out.length, stdout);
    buf_free(&out);
    return EXIT_YES;
}
