"""What the instructions of a function's loop are, by kind, as objdump reads them from an image.

SPDX-License-Identifier: MIT
"""
import re
import subprocess
import sys

# Kinds in the order of the table, each with the mnemonics (without flags and width) that belong to it.
KINDS = {
    "loads": "ldr ldrb ldrh ldrsb ldrsh ldrd ldm ldmia ldmdb pop",
    "stores": "str strb strh strd stm stmia stmdb push",
    "moves": "mov movw movt",
    "multiplies": "mul mla mls",
    "sums": "add addw sub subw rsb neg cmp cmn",
    "logic": "and orr eor bic orn mvn tst teq",
    "shifts alone": "lsl lsr asr ror",
    "bit fields, bytes": "ubfx sbfx uxtb uxth sxtb sxth bfi rev",
    "branches": "b beq bne bcs bcc bhi bls bge blt bgt ble bx cbz cbnz",
}
KIND_OF = {mnemonic: kind for kind, mnemonics in KINDS.items() for mnemonic in mnemonics.split()}
SHIFTED = "of them with a shifted operand"
RUNS = "runs of loads and stores"
BESIDE_CONSTANT = "loads in a row: a constant's and a pointer's"
BESIDE_STACK = "loads in a row: the stack's and a pointer's"
COLUMNS = [*KINDS, SHIFTED, RUNS, BESIDE_CONSTANT, BESIDE_STACK]
SHIFT = re.compile(r", (lsl|lsr|asr|ror) #")


def base(mnemonic, operands):
    """The mnemonic without width and without the s that sets flags; a move that shifts is a shift."""
    name = mnemonic.split(".")[0]
    if name not in KIND_OF and name.endswith("s"):
        name = name[:-1]
    shift = SHIFT.search(operands)
    return shift.group(1) if name == "mov" and shift else name


def functions(elf):
    """(name, instructions) of each function in the order of addresses; an instruction is (address, mnemonic,
    operands)."""
    text = subprocess.run(["arm-none-eabi-objdump", "-d", "-j", ".text", "--no-show-raw-insn", elf],
                          capture_output=True, text=True, check=True).stdout
    found = []
    for line in text.splitlines():
        head = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if head:
            found.append((head.group(1), []))
        code = re.match(r"\s+([0-9a-f]+):\s+(\S+)\s*(.*)", line)
        if code and not code.group(2).startswith("."):
            found[-1][1].append((int(code.group(1), 16), code.group(2), code.group(3)))
    return found


def of_variant(elf, variant, function):
    """The instructions of a variant's function. A static function stands before the one that the variant is
    named by, as every variant is an object of its own."""
    instructions = None
    for name, candidate in functions(elf):
        if name == function:
            instructions = candidate
        if name == variant:
            return instructions
    sys.exit(f"{elf}: no function {variant}")


def innermost_loop(instructions):
    """Of the loops without a loop in them, the longest."""
    loops = []
    for address, mnemonic, operands in instructions:
        target = re.match(r"([0-9a-f]+) <", operands)
        if KIND_OF.get(base(mnemonic, operands)) == "branches" and target:
            begin = int(target.group(1), 16)
            if instructions[0][0] <= begin <= address:
                loops.append((begin, address))
    innermost = [loop for loop in loops
                 if not any(loop[0] <= other[0] and other[1] <= loop[1] and other != loop
                            for other in loops)]
    begin, end = max(innermost, key=lambda loop: loop[1] - loop[0])
    return [entry for entry in instructions if begin <= entry[0] <= end]


def place(kind, operands):
    """What holds the address of an access: constants lie behind the code, at PC."""
    if kind not in ("loads", "stores"):
        return None
    return "constant" if "[pc" in operands else "stack" if "[sp" in operands else "pointer"


def count(instructions):
    """How many of each kind; a run is one access to memory or several without anything between them."""
    counts, before, kind_before = dict.fromkeys(COLUMNS, 0), None, None
    for _, mnemonic, operands in instructions:
        name = base(mnemonic, operands)
        if name == "nop":
            continue
        if name not in KIND_OF:
            sys.exit(f"loops.py: of no kind: {mnemonic} {operands}")
        kind = KIND_OF[name]
        counts[kind] += 1
        counts[SHIFTED] += kind in ("sums", "logic") and SHIFT.search(operands) is not None
        here = place(kind, operands)
        counts[RUNS] += here is not None and before is None
        loads = kind == kind_before == "loads"
        counts[BESIDE_CONSTANT] += loads and {before, here} == {"constant", "pointer"}
        counts[BESIDE_STACK] += loads and {before, here} == {"stack", "pointer"}
        before, kind_before = here, kind
    return counts
