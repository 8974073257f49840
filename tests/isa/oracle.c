/* GNU objdump and GNU as as oracles of decoding.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/oracle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 64, COMMAND_SIZE = 512, LINE_SIZE = 512 };

struct oracle {
    char path[PATH_SIZE];
    FILE *pipe;
};

static bool is_undefined(const char *text)
{
    static const char *const marks[] = {"UNDEFINED",   "UNPREDICTABLE", "unpredictable",
                                        "<undefined>", "<illegal",      "undefined",
                                        ".inst"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strstr(text, marks[i]) != NULL)
            return true;
    return false;
}

void oracle_normalise(const char *text, struct oracle_line *line)
{
    line->has_address = false;
    line->address = 0;
    if (is_undefined(text)) {
        strcpy(line->text, "undefined");
        return;
    }
    const char *comment = strchr(text, '@');
    const char *number = comment != NULL ? strstr(comment, "0x") : NULL;
    if (number != NULL) {
        line->has_address = true;
        line->address = (uint32_t)strtoul(number, NULL, 16);
    }
    size_t length = 0;
    for (; *text != '\0' && *text != '@' && length < ORACLE_TEXT - 1; text++) {
        bool blank = isspace((unsigned char)*text);
        if (!blank || (length > 0 && line->text[length - 1] != ' '))
            line->text[length++] = blank ? ' ' : *text;
    }
    while (length > 0 && line->text[length - 1] == ' ')
        length--;
    line->text[length] = '\0';
}

static FILE *create_temporary(char *path)
{
    snprintf(path, PATH_SIZE, "%s/tailchain-isa-XXXXXX", P_tmpdir);
    int descriptor = mkstemp(path);
    return descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
}

struct oracle *oracle_open(const struct oracle_target *target, const uint16_t *code, size_t halves)
{
    struct oracle *oracle = calloc(1, sizeof *oracle);
    FILE *file = oracle != NULL ? create_temporary(oracle->path) : NULL;
    if (file == NULL)
        return NULL;
    for (size_t i = 0; i < halves; i++) {
        fputc(code[i] & 0xFF, file);
        fputc(code[i] >> 8, file);
    }
    fclose(file);
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command,
             "arm-none-eabi-objdump -D -z -b binary -m %s -M force-thumb %s",
             target->objdump_machine, oracle->path);
    oracle->pipe = popen(command, "r");
    return oracle;
}

bool oracle_next(struct oracle *oracle, struct oracle_line *line)
{
    char buffer[LINE_SIZE];
    while (fgets(buffer, sizeof buffer, oracle->pipe) != NULL) {
        char *end;
        unsigned long at = strtoul(buffer, &end, 16);
        char *bytes = strchr(buffer, '\t');
        char *text = bytes != NULL ? strchr(bytes + 1, '\t') : NULL;
        if (end == buffer || *end != ':' || text == NULL)
            continue;
        line->at = (uint32_t)at;
        oracle_normalise(text + 1, line);
        return true;
    }
    return false;
}

bool oracle_close(struct oracle *oracle)
{
    int status = pclose(oracle->pipe);
    unlink(oracle->path);
    free(oracle);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Where as puts text number i, so that its encoding can be found again. */
static size_t slot(size_t i)
{
    return 8 * i;
}

static void write_source(FILE *file, const char *const *texts, size_t count,
                         const struct oracle_assembly *results)
{
    fprintf(file, ".syntax unified; .thumb\n.balign 8\n");
    for (size_t i = 0; i < count; i++)
        if (!results[i].refused)
            fprintf(file, ".org %zu\n%s\n", slot(i), texts[i]);
        else
            fprintf(file, "\n\n");
}

/* The line of "{standard input}:12: Error: ..." and of "file.s:12: Warning: ...", 0 for none. */
static unsigned long message_line(const char *message)
{
    const char *colon = strchr(message, ':');
    char *end;
    unsigned long line = colon != NULL ? strtoul(colon + 1, &end, 10) : 0;
    return line != 0 && *end == ':' ? line : 0;
}

/* One run of as over what is not refused yet; marks what it refuses. */
static bool assemble_once(const struct oracle_target *target, const char *const *texts,
                          size_t count, struct oracle_assembly *results, const char *object,
                          size_t *newly_refused)
{
    char path[PATH_SIZE], command[COMMAND_SIZE], message[LINE_SIZE];
    FILE *file = create_temporary(path);
    if (file == NULL)
        return false;
    write_source(file, texts, count, results);
    fclose(file);
    snprintf(command, sizeof command, "arm-none-eabi-as -march=%s -o %s %s 2>&1", target->as_march,
             object, path);
    FILE *pipe = popen(command, "r");
    *newly_refused = 0;
    while (pipe != NULL && fgets(message, sizeof message, pipe) != NULL) {
        size_t line = message_line(message); /* two lines of head, then two lines a text */
        if (line < 3 || line > 2 * count + 2)
            continue;
        struct oracle_assembly *result = &results[(line - 3) / 2];
        bool refused = strstr(message, "Error:") != NULL;
        *newly_refused += refused && !result->refused;
        result->refused |= refused;
        result->warned |= !refused;
    }
    int status = pipe != NULL ? pclose(pipe) : -1;
    unlink(path);
    return *newly_refused != 0 || status == 0;
}

static bool read_encodings(size_t count, struct oracle_assembly *results, const char *object)
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command,
             "arm-none-eabi-objcopy -O binary -j .text %s %s.bin && cat %s.bin && rm %s.bin",
             object, object, object, object);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[8] = {0};
        size_t got = fread(bytes, 1, sizeof bytes, pipe);
        uint32_t first = bytes[0] | (uint32_t)bytes[1] << 8;
        uint32_t second = bytes[2] | (uint32_t)bytes[3] << 8;
        bool wide = first >= 0xE800u;
        results[i].encoding = got == 0 ? 0 : wide ? first << 16 | second : first;
    }
    return pclose(pipe) == 0;
}

bool oracle_assemble(const struct oracle_target *target, const char *const *texts, size_t count,
                     struct oracle_assembly *results)
{
    char object[PATH_SIZE];
    FILE *file = create_temporary(object);
    if (file == NULL)
        return false;
    fclose(file);
    size_t refused;
    bool ran;
    do /* as writes an object only when it has nothing to refuse */
        ran = assemble_once(target, texts, count, results, object, &refused);
    while (ran && refused != 0);
    ran = ran && read_encodings(count, results, object);
    unlink(object);
    return ran;
}
