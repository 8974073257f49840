/* The calls that led to where a core stands.
 * SPDX-License-Identifier: MIT
 */
#include "backtrace.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "backtrace_frame.h"
#include "backtrace_place.h"

#define FRAMES_MAX 64
#define PREFIX "                "

/* EXC_RETURN: bits of the value, and words of the frame (DDI 0403 B1.5.7, B1.5.8). */
#define EXC_RETURN_FIRST 0xFFFFFF80u
#define EXC_RETURN_PROCESS_STACK 4u
#define EXC_RETURN_THREAD 8u
#define EXC_RETURN_BASIC 0x10u
#define FRAME_BYTES 0x20u
#define EXTENDED_FRAME_BYTES 0x68u
#define XPSR_ALIGNED (UINT32_C(1) << 9)
#define XPSR_EXCEPTION 0x1FFu

struct walk {
    const struct image *image;
    const struct backtrace_start *start;
    struct frame frame;
    uint32_t exception; /* that the frame is part of; 0: Thread mode */
    Elf *elf;
    Dwarf *dwarf;
    struct frame_tables tables;
    struct buf *text;
};

/* ---- tables ---- */

static void find_exidx(struct walk *walk)
{
    size_t names;
    if (elf_getshdrstrndx(walk->elf, &names) != 0)
        return;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(walk->elf, section)) != NULL;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_ARM_EXIDX)
            continue;
        /* Entries have 8 bytes and end where the section ends; picolibc's linker script aligns
         * them within it. */
        uint32_t padding = (uint32_t)(header.sh_size % 8u);
        walk->tables.exidx = (uint32_t)header.sh_addr + padding;
        walk->tables.exidx_size = (uint32_t)header.sh_size - padding;
        return;
    }
}

static void open_tables(struct walk *walk)
{
    elf_version(EV_CURRENT);
    walk->elf = elf_memory((char *)walk->image->file, walk->image->file_size);
    if (walk->elf == NULL)
        return;
    walk->dwarf = dwarf_begin_elf(walk->elf, DWARF_C_READ, NULL);
    if (walk->dwarf != NULL)
        walk->tables.debug_frame = dwarf_getcfi(walk->dwarf);
    walk->tables.eh_frame = dwarf_getcfi_elf(walk->elf);
    find_exidx(walk);
}

/* debug_frame belongs to dwarf, eh_frame does not. */
static void close_tables(struct walk *walk)
{
    if (walk->tables.eh_frame != NULL)
        dwarf_cfi_end(walk->tables.eh_frame);
    if (walk->dwarf != NULL)
        dwarf_end(walk->dwarf);
    if (walk->elf != NULL)
        elf_end(walk->elf);
}

/* ---- frames ---- */

static const char *exception_name(uint32_t number)
{
    static const char *const names[] = {
        [1] = "Reset",         [2] = "NMI",        [3] = "HardFault",   [4] = "MemManage",
        [5] = "BusFault",      [6] = "UsageFault", [7] = "SecureFault", [11] = "SVCall",
        [12] = "DebugMonitor", [14] = "PendSV",    [15] = "SysTick",
    };
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

static void add_exception(const struct walk *walk, bool extended)
{
    const char *frame = extended ? " (extended frame)" : "";
    const char *name = exception_name(walk->exception);
    if (walk->exception == 0)
        buf_add_text(walk->text, "  -- an exception whose handler was not reached, in:\n");
    else if (name != NULL)
        buf_printf(walk->text, "  -- %s%s, which interrupted:\n", name, frame);
    else
        buf_printf(walk->text, "  -- interrupt %" PRIu32 "%s, which interrupted:\n",
                   walk->exception - 16, frame);
}

/* A fault's frame, unless sim_describe has shown it: where the handler still has EXC_RETURN in LR.
 */
static void add_fault_frame(const struct walk *walk, bool process, uint32_t sp,
                            const uint32_t *words)
{
    static const char *const names[] = {"r0", "r1", "r2", "r3", "r12", "lr", "pc", "xpsr"};
    const struct backtrace_start *start = walk->start;
    bool is_shown = walk->exception == start->exception && start->r[FRAME_LR] >= EXC_RETURN_FIRST;
    if (!exception_is_fault(walk->exception) || is_shown)
        return;
    buf_printf(walk->text, "     frame at %s %08" PRIX32 ":", process ? "PSP" : "MSP", sp);
    for (unsigned k = 0; k < 8; k++)
        buf_printf(walk->text, "%s%s %08" PRIX32, k == 4 ? "\n       " : " ", names[k], words[k]);
    buf_add_text(walk->text, "\n");
}

/* The stack of EXC_RETURN holds what the interrupted code had in its registers. */
static bool unwind_exception(struct walk *walk)
{
    struct frame *frame = &walk->frame;
    uint32_t value = frame->r[FRAME_PC] | 1u, words[8];
    bool process = (value & EXC_RETURN_PROCESS_STACK) != 0 && (value & EXC_RETURN_THREAD) != 0;
    bool extended = (value & EXC_RETURN_BASIC) == 0;
    uint32_t sp = process ? walk->start->psp : frame->r[FRAME_SP];
    if (!walk->start->read(walk->start->context, sp, words, sizeof words))
        return false;
    add_exception(walk, extended);
    add_fault_frame(walk, process, sp, words);
    memcpy(frame->r, words, 4 * sizeof words[0]);
    frame->r[12] = words[4];
    frame->r[FRAME_LR] = words[5];
    frame->r[FRAME_PC] = words[6] & ~UINT32_C(1);
    frame->r[FRAME_SP] = sp + (extended ? EXTENDED_FRAME_BYTES : FRAME_BYTES);
    if ((words[7] & XPSR_ALIGNED) != 0)
        frame->r[FRAME_SP] |= 4u;
    frame->lr_live = true;
    walk->exception = words[7] & XPSR_EXCEPTION;
    return true;
}

/* A function without tables, on top: it has not called anything yet, or saved LR by hand. */
static bool unwind_by_lr(struct frame *frame)
{
    if (!frame->lr_live || frame->r[FRAME_LR] == frame->r[FRAME_PC])
        return false;
    frame->r[FRAME_PC] = frame->r[FRAME_LR];
    frame->lr_live = false;
    return true;
}

static bool unwind_call(struct walk *walk)
{
    struct frame *frame = &walk->frame;
    return frame_unwind_cfi(walk->tables.debug_frame, walk->start, frame) ||
           frame_unwind_cfi(walk->tables.eh_frame, walk->start, frame) ||
           frame_unwind_exidx(&walk->tables, walk->start, frame) || unwind_by_lr(frame);
}

static bool is_code(const struct walk *walk, uint32_t address)
{
    uint16_t half;
    return walk->start->read(walk->start->context, address & ~UINT32_C(1), &half, sizeof half);
}

static void add_frame(const struct walk *walk, unsigned number)
{
    uint32_t pc = walk->frame.r[FRAME_PC] & ~UINT32_C(1);
    buf_printf(walk->text, "  #%-2u %08" PRIX32 " ", number, pc);
    backtrace_place_add(walk->image, walk->dwarf, frame_lookup_pc(&walk->frame) & ~UINT32_C(1),
                        PREFIX, walk->text);
    buf_add_text(walk->text, "\n");
}

/* LR is all ones after a reset. A handler that was not reached is in the innermost frame. */
static bool is_exc_return(const struct walk *walk, bool innermost)
{
    uint32_t value = walk->frame.r[FRAME_PC];
    return value >= EXC_RETURN_FIRST && value != UINT32_MAX && (walk->exception != 0 || innermost);
}

/* To the caller, through as many exceptions as lie between. False: there is none. */
static bool go_up(struct walk *walk, bool innermost)
{
    uint32_t pc = walk->frame.r[FRAME_PC], sp = walk->frame.r[FRAME_SP];
    if (!unwind_call(walk))
        return false;
    for (unsigned k = 0; is_exc_return(walk, innermost && k == 0); k++)
        if (k == FRAMES_MAX || !unwind_exception(walk))
            return false;
    if (!walk->frame.lr_live && walk->frame.r[FRAME_PC] == pc && walk->frame.r[FRAME_SP] == sp)
        return false;
    return is_code(walk, walk->frame.r[FRAME_PC]);
}

void backtrace_add(const struct image *image, const struct backtrace_start *start, struct buf *text)
{
    struct walk walk = {
        .image = image, .start = start, .exception = start->exception, .text = text};
    memcpy(walk.frame.r, start->r, sizeof walk.frame.r);
    walk.frame.lr_live = true;
    open_tables(&walk);
    buf_add_text(text, "backtrace:\n");
    unsigned number = 0;
    do
        add_frame(&walk, number++);
    while (number < FRAMES_MAX && go_up(&walk, number == 1));
    close_tables(&walk);
}
