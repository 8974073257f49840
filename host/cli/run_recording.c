/* The file of tailchain run --vcd.
 * SPDX-License-Identifier: MIT
 */
#include "run_pins.h"

#include "cli.h"
#include "host/base/interrupt.h"

static void on_bytes(void *context, const char *bytes, size_t length)
{
    struct run_pins *run_pins = context;
    if (!run_pins->failed)
        run_pins->failed = !output_write(&run_pins->file, bytes, length, &run_pins->error);
}

bool run_pins_open(struct run_pins *run_pins, const char *path, const char *image,
                   struct pins_sim **pins, struct error *error)
{
    if (!output_open(&run_pins->file, path, error))
        return false;
    run_pins->pins = (struct pins_sim){.write = on_bytes, .context = run_pins};
    *pins = &run_pins->pins;
    if (!output_is_same(&run_pins->file, image))
        return true;
    error_set(error, "%s: is the image, not an output; choose another file", image);
    return false;
}

int run_pins_finish(struct run_pins *run_pins, int code)
{
    struct error error;
    bool began = run_pins->pins.sim != NULL;
    if (run_pins->file.stream == NULL)
        return code;
    if (began && interrupt_signal() == 0) {
        if (run_pins->failed)
            code = cli_fail(&run_pins->error);
        else if (!output_commit(&run_pins->file, &error))
            code = cli_fail(&error);
    }
    output_discard(&run_pins->file);
    return code;
}
