/* The files of tailchain run --vcd and --trace.
 * SPDX-License-Identifier: MIT
 */
#include "run_recording.h"

#include "cli.h"
#include "host/base/interrupt.h"

void run_recording_write(void *context, const char *bytes, size_t length)
{
    struct run_recording *recording = context;
    recording->began = true;
    if (!recording->failed)
        recording->failed = !output_write(&recording->file, bytes, length, &recording->error);
}

bool run_recording_open(struct run_recording *recording, const char *path, const char *image,
                        struct error *error)
{
    if (!output_open(&recording->file, path, error))
        return false;
    if (!output_is_same(&recording->file, image))
        return true;
    error_set(error, "%s: is the image, not an output; choose another file", image);
    return false;
}

int run_recording_finish(struct run_recording *recording, int code)
{
    struct error error;
    if (recording->file.stream == NULL)
        return code;
    if (recording->began && interrupt_signal() == 0) {
        if (recording->failed)
            code = cli_fail(&recording->error);
        else if (!output_commit(&recording->file, &error))
            code = cli_fail(&error);
    }
    output_discard(&recording->file);
    return code;
}
