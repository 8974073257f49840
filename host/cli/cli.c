/* What the subcommands share.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "near_miss.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/interrupt.h"
#include "host/base/number.h"

int cli_fail(const struct error *error)
{
    fprintf(stderr, "tailchain: %s\n", error->text);
    return EXIT_TROUBLE;
}

int cli_say_interrupted(const char *what, const char *left)
{
    int number = interrupt_signal();
    if (number == SIGINT)
        fprintf(stderr, "tailchain: %s: interrupted by Ctrl-C; %s\n", what, left);
    else
        fprintf(stderr, "tailchain: %s: interrupted by SIG%s; %s\n", what, sigabbrev_np(number),
                left);
    return EXIT_SIGNAL + number;
}

const char *cli_colour(FILE *stream, enum cli_colour colour)
{
    static const char *const codes[] = {[CLI_PLAIN] = "\033[0m",
                                        [CLI_RED] = "\033[31m",
                                        [CLI_GREEN] = "\033[32m",
                                        [CLI_YELLOW] = "\033[33m"};
    /* no-color.org: any value but the empty one. */
    const char *no_color = getenv("NO_COLOR");
    bool wanted = no_color == NULL || no_color[0] == '\0';
    return wanted && isatty(fileno(stream)) == 1 ? codes[colour] : "";
}

bool cli_unicode(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (locale == (locale_t)0)
        return false;
    bool unicode = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return unicode;
}

void cli_show_set(const struct renderer *renderer, const struct report_set *set, FILE *stream)
{
    struct buf out = {0};
    renderer->render(set, &out);
    fwrite(out.bytes, 1, out.length, stream);
    buf_free(&out);
}

void cli_show(const struct renderer *renderer, const struct report *report, FILE *stream)
{
    cli_show_set(renderer, &(struct report_set){.reports = report, .count = 1}, stream);
}

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    near_miss_check(argp, argc, argv);
    argp_parse(argp, argc, argv, ARGP_IN_ORDER, NULL, input);
}

uint64_t cli_number(struct argp_state *state, const char *option, const char *text, uint64_t max)
{
    uint64_t number;
    if (!number_whole(text, max, &number) || number == 0)
        argp_error(state, "%s takes a number from 1 to %llu, not '%s'", option,
                   (unsigned long long)max, text);
    return number;
}

void cli_add_knob(struct cli_knobs *knobs, struct argp_state *state, char *text)
{
    uint64_t value;
    const char *given;
    if (knobs->count == CLI_KNOBS_MAX) {
        argp_error(state, "--knob: %d are too many", CLI_KNOBS_MAX + 1);
        return;
    }
    if (number_named(text, UINT32_MAX, &value, &given))
        knobs->list[knobs->count++] = (struct source_sim_knob){text, (uint32_t)value};
    else if (given == NULL)
        argp_error(state, "--knob takes NAME=CYCLES, not '%s'", text);
    else
        argp_error(state, "--knob %s takes a whole number, not '%s'", text, given);
}

uint64_t cli_seconds(struct argp_state *state, const char *option, const char *text)
{
    uint64_t ns;
    if (!number_seconds(text, &ns))
        argp_error(state, "%s takes seconds above 0 and up to %llu, not '%s'", option,
                   (unsigned long long)NUMBER_SECONDS_MAX, text);
    return ns;
}
