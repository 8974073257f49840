/* Records the pins of a simulated board as a value change dump.
 * SPDX-License-Identifier: MIT
 */
#include "pins_sim.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/core/ledger/pins_windows.h"
#include "sim/sim.h"

static void put(const struct pins_sim *pins, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(const struct pins_sim *pins, const char *format, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pins->write(pins->context, text,
                (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* Two characters from '!' on: enough for 94 * 94 pins, and all of one length. */
static const char *code_of(size_t pin, char code[static 3])
{
    code[0] = (char)('!' + pin / 94);
    code[1] = (char)('!' + pin % 94);
    code[2] = '\0';
    return code;
}

/* "gpioe.2" is called PE2. */
static void declare_pin(const struct pins_sim *pins, size_t pin)
{
    const char *name = pins->name[pin], *dot = strchr(name, '.');
    char code[3];
    put(pins, "$var wire 1 %s P%c%s $end\n", code_of(pin, code), toupper((unsigned char)dot[-1]),
        dot + 1);
}

static void declare_windows(struct pins_sim *pins)
{
    char code[3];
    put(pins, "$scope module windows $end\n");
    for (int i = 0; i < LEDGER_KEYS && pins->count < PINS_SIM_MAX; i++) {
        const char *name = pins_windows_name(pins->windows, i);
        if (name == NULL)
            continue;
        put(pins, "$var wire 1 %s %.80s $end\n", code_of(pins->count, code), name);
        pins->name[pins->count++] = name;
    }
    put(pins, "$upscope $end\n");
}

void pins_sim_begin(struct pins_sim *pins, const struct sim *sim, const char *machine)
{
    char scope[64], code[3];
    bool level[PINS_SIM_MAX] = {false};
    size_t length = 0;
    for (; machine[length] != '\0' && length + 1 < sizeof scope; length++)
        scope[length] = isalnum((unsigned char)machine[length]) ? machine[length] : '_';
    scope[length] = '\0';
    pins->sim = sim;
    pins->ps = 0;
    pins->count = 0;
    while (pins->count < PINS_SIM_MAX &&
           sim_pin(sim, pins->count, &pins->name[pins->count], &level[pins->count]))
        pins->count++;
    put(pins, "$comment pins of %.60s, simulated by tailchain $end\n", scope);
    put(pins, "$timescale 1 ps $end\n$scope module %.60s $end\n", scope);
    for (size_t pin = 0; pin < pins->count; pin++)
        declare_pin(pins, pin);
    put(pins, "$upscope $end\n");
    if (pins->windows != NULL)
        declare_windows(pins);
    put(pins, "$enddefinitions $end\n#0\n$dumpvars\n");
    for (size_t pin = 0; pin < pins->count; pin++)
        put(pins, "%d%s\n", level[pin], code_of(pin, code));
    put(pins, "$end\n");
}

static void stamp(struct pins_sim *pins, uint64_t ps)
{
    if (ps <= pins->ps)
        return;
    pins->ps = ps;
    put(pins, "#%" PRIu64 "\n", ps);
}

void pins_sim_edge(struct pins_sim *pins, const char *name, bool level, uint64_t cycle)
{
    char code[3];
    size_t pin = 0;
    while (pin < pins->count && pins->name[pin] != name)
        pin++;
    if (pin == pins->count)
        return;
    stamp(pins, sim_time_ps(pins->sim, cycle));
    put(pins, "%d%s\n", level, code_of(pin, code));
}

void pins_sim_end(struct pins_sim *pins)
{
    stamp(pins, sim_time_ps(pins->sim, sim_cycles(pins->sim)));
}
