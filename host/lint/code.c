/* Reads the instructions of functions.
 * SPDX-License-Identifier: MIT
 */
#include "code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION_MAX 0x10000u /* bytes; a longer function is no function */
#define JUMPS_MAX 4           /* from function to function, in the search for a return */

static const char *operands_of(const struct code_insn *insn)
{
    const char *space = strchr(insn->text, ' ');
    return space != NULL ? space + 1 : "";
}

bool code_has_mnemonic(const struct code_insn *insn, const char *start)
{
    return strncmp(insn->text, start, strlen(start)) == 0;
}

bool code_is_call(const struct code_insn *insn)
{
    return code_has_mnemonic(insn, "bl ") || code_has_mnemonic(insn, "blx ");
}

bool code_is_branch(const struct code_insn *insn)
{
    return insn->has_target && !code_is_call(insn);
}

/* "0x8001234" behind the last space: what a branch or a PC-relative load names. */
static bool last_address(const struct code_insn *insn, uint32_t *address)
{
    const char *space = strrchr(insn->text, ' ');
    char *end;
    if (space == NULL || strncmp(space + 1, "0x", 2) != 0)
        return false;
    *address = (uint32_t)strtoul(space + 1, &end, 16);
    return *end == '\0';
}

/* Bytes of the image as loaded; false where it has none there. */
static bool read_word(const struct image *image, uint32_t address, uint32_t *word)
{
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        uint32_t at = address - segment->load_address;
        if (at < segment->file_size && segment->file_size - at >= sizeof *word) {
            memcpy(word, segment->bytes + at, sizeof *word);
            return true;
        }
    }
    return false;
}

/* The first register and the immediate of MOVW or MOVT. */
static bool move_wide(const struct code_insn *insn, unsigned *half, char reg[static 4])
{
    return sscanf(operands_of(insn), "%3[a-z0-9], #%u", reg, half) == 2;
}

struct constants {
    char reg[4]; /* that MOVW has filled, "" for none */
    unsigned low;
};

static void find_constant(const struct image *image, struct code_insn *insn,
                          struct constants *before)
{
    unsigned half;
    char reg[4];
    if (code_has_mnemonic(insn, "ldr") && strchr(insn->text, '@') != NULL) {
        uint32_t address;
        insn->has_constant =
            last_address(insn, &address) && read_word(image, address, &insn->constant);
    } else if (code_has_mnemonic(insn, "movw") && move_wide(insn, &half, reg)) {
        snprintf(before->reg, sizeof before->reg, "%s", reg);
        before->low = half;
    } else if (code_has_mnemonic(insn, "movt") && move_wide(insn, &half, reg) &&
               strcmp(reg, before->reg) == 0) {
        insn->has_constant = true;
        insn->constant = half << 16 | before->low;
    }
}

void code_visit(const struct code *code, int function,
                void (*visit)(void *context, const struct code_insn *insn), void *context)
{
    const struct image *image = code->program->image;
    const struct image_symbol *symbol = &image->symbols[function];
    uint32_t size = symbol->size < FUNCTION_MAX ? symbol->size : 0;
    struct constants constants = {.reg = ""};
    for (uint32_t at = 0; at < size;) {
        struct code_insn insn = {.address = symbol->address + at};
        if (!program_is_code(code->program, insn.address)) {
            at += 2;
            continue;
        }
        insn.size = code->decode(code->context, insn.address, insn.text, sizeof insn.text);
        if (insn.size == 0)
            return;
        bool branches = insn.text[0] == 'b' || code_has_mnemonic(&insn, "cb");
        insn.has_target = branches && last_address(&insn, &insn.target);
        find_constant(image, &insn, &constants);
        visit(context, &insn);
        at += (uint32_t)insn.size;
    }
}

int code_function(const struct code *code, const char *name)
{
    const struct image *image = code->program->image;
    size_t length = strlen(name);
    int clone = -1;
    for (size_t i = 0; i < image->symbol_count; i++) {
        const struct image_symbol *symbol = &image->symbols[i];
        if (!symbol->is_function || strncmp(symbol->name, name, length) != 0)
            continue;
        if (symbol->name[length] == '\0')
            return (int)i;
        if (symbol->name[length] == '.')
            clone = (int)i;
    }
    return clone;
}

int code_function_at(const struct code *code, uint32_t address)
{
    int function = image_function_at(code->program->image, address);
    return function >= 0 && code->program->image->symbols[function].address == address ? function
                                                                                       : -1;
}

/* ---- does it return? ---- */

struct returning {
    const struct code *code;
    const struct image_symbol *symbol;
    int depth;
    bool returns;
};

static bool returns(const struct code *code, int function, int depth);

static void look_for_return(void *context, const struct code_insn *insn)
{
    struct returning *r = context;
    bool pops = code_has_mnemonic(insn, "pop") || code_has_mnemonic(insn, "ldm") ||
                code_has_mnemonic(insn, "ldr");
    if (code_has_mnemonic(insn, "bx ") || code_has_mnemonic(insn, "mov pc") ||
        (pops && strstr(insn->text, "pc}") != NULL) || code_has_mnemonic(insn, "ldr.w pc")) {
        r->returns = true;
        return;
    }
    if (!code_is_branch(insn) || insn->target - r->symbol->address < r->symbol->size)
        return;
    int jump = code_function_at(r->code, insn->target);
    r->returns |= jump < 0 || returns(r->code, jump, r->depth + 1);
}

static bool returns(const struct code *code, int function, int depth)
{
    struct returning r = {code, &code->program->image->symbols[function], depth, false};
    /* Assembly without a size cannot be read, and may. */
    if (depth > JUMPS_MAX || r.symbol->size == 0)
        return true;
    code_visit(code, function, look_for_return, &r);
    return r.returns;
}

bool code_returns(const struct code *code, int function)
{
    return returns(code, function, 0);
}
