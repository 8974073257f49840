/* CONFIG says what the image is: each of its keys against the ELF file, and against
 * FreeRTOSConfig.h, which is compiled into this test as it is into the firmware.
 * SPDX-License-Identifier: MIT
 *
 * config IMAGE.ELF REPORT.json; exit status 1 where a key says something else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the build chooses: the note and the symbols say what it was. */
#define BOARD_CORE_HZ 0
#define FIRMWARE_IDLE_WFI 0
#include "FreeRTOSConfig.h"
#ifdef configASSERT
#define ASSERTS 1
#else
#define ASSERTS 0
#endif

#include "host/core/image/image.h"
#include "report_file.h"
#include "wire/results.h"

static bool failed;
static size_t checked;

static void check(const json_t *config, const char *key, long long expected, const char *source)
{
    const json_t *value = json_object_get(config, key);
    bool ok = json_is_integer(value) && json_integer_value(value) == expected;
    printf("%-6s %-8s %12lld   %lld by %s\n", ok ? "ok" : "WRONG", key,
           (long long)json_integer_value(value), expected, source);
    failed = failed || !ok;
    checked++;
}

static void check_text(const json_t *config, const char *key, const char *expected,
                       const char *source)
{
    const char *value = json_string_value(json_object_get(config, key));
    bool ok = value != NULL && expected != NULL && strcmp(value, expected) == 0;
    printf("%-6s %-8s \"%s\"   \"%s\" by %s\n", ok ? "ok" : "WRONG", key, value, expected, source);
    failed = failed || !ok;
    checked++;
}

static void check_compiler(const json_t *config, const struct image *image)
{
    const char *value = json_string_value(json_object_get(config, "compiler"));
    const char *note = image->note[NOTE_COMPILER];
    bool ok = value != NULL && note != NULL && strncmp(note, "gcc ", 4) == 0 &&
              strcmp(note + 4, value) == 0;
    printf("%-6s compiler \"%s\"   \"%s\" by the note\n", ok ? "ok" : "WRONG", value, note);
    failed = failed || !ok;
    checked++;
}

static long long note_number(const struct image *image, enum note_key key)
{
    return image->note[key] != NULL ? strtoll(image->note[key], NULL, 10) : -1;
}

static void check_all(const json_t *report, const struct image *image)
{
    const json_t *config = report_at(report, "config");
    uint32_t address;
    check(config, "core", note_number(image, NOTE_CORE_HZ), "the note");
    check(config, "core", json_integer_value(report_at(report, "environment.core_hz")),
          "the clock registers");
    check(config, "core", note_number(image, NOTE_TIMER_HZ), "the timer's clock in the note");
    check(config, "tick", configTICK_RATE_HZ, "FreeRTOSConfig.h");
    check(config, "preempt", configUSE_PREEMPTION, "FreeRTOSConfig.h");
    check(config, "slicing", configUSE_TIME_SLICING, "FreeRTOSConfig.h");
    check(config, "fpu", configENABLE_FPU, "FreeRTOSConfig.h");
    const char *flags = image->note[NOTE_FLAGS] != NULL ? image->note[NOTE_FLAGS] : "";
    check(config, "fpu", strstr(flags, "-mfloat-abi=soft ") == NULL, "the flags in the note");
    check_compiler(config, image);
    check(config, "ICACHE", 1, "the board's set-up");
    check(config, "wfi", image_find(image, "vApplicationIdleHook", &address),
          "the hook that sleeps");
    check(config, "prio", configMAX_PRIORITIES, "FreeRTOSConfig.h");
    check(config, "wire", note_number(image, NOTE_WIRE), "the note");
    check(config, "wire", WIRE_VERSION, "wire.h");
    check(config, "timer", note_number(image, NOTE_TIMER_HZ), "the note");
    check(config, "level", BOARD_SYSCALL_LEVEL, "board_config.h");
    check_text(config, "bench", image->note[NOTE_BENCH], "the note");
    check_text(config, "sel", configUSE_PORT_OPTIMISED_TASK_SELECTION ? "clz" : "generic",
               "FreeRTOSConfig.h");
    check_text(config, "counter", "DWT_CYCCNT", "the core, which has one");
    check(config, "assert", ASSERTS, "FreeRTOSConfig.h");
    check(config, "trace", KERNEL_TRACES, "FreeRTOSConfig.h");
    check(config, "stackcheck", configCHECK_FOR_STACK_OVERFLOW, "FreeRTOSConfig.h");
    check(config, "tickless", configUSE_TICKLESS_IDLE, "FreeRTOSConfig.h");
    const char *level = json_string_value(json_object_get(config, "olevel"));
    char flag[16];
    snprintf(flag, sizeof flag, "-%s ", level != NULL ? level : "");
    check_text(config, "olevel", strstr(flags, flag) != NULL ? level : NULL,
               "the flags in the note");
    /* core three times, fpu and wire twice */
    if (json_object_size(config) != checked - 4) {
        printf("WRONG  CONFIG has %zu keys, %zu were looked at\n", json_object_size(config),
               checked - 4);
        failed = true;
    }
}

int main(int argc, char **argv)
{
    struct image image;
    struct error error;
    if (argc != 3) {
        fprintf(stderr, "usage: %s IMAGE.ELF REPORT.json\n", argv[0]);
        return 2;
    }
    if (!image_open(&image, argv[1], &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    json_t *report = report_read(argv[2]);
    check_all(report, &image);
    json_decref(report);
    image_close(&image);
    return failed;
}
