"""The code for the Cortex-M0 is the same in the images of two boards, instruction by instruction.

SPDX-License-Identifier: MIT

usage: same_code.py ROOT ONE.elf OTHER.elf

Addresses differ, as other code stands before it; where a branch goes within a function does not.
"""
import re
import sys

sys.path.insert(0, f"{sys.argv[1]}/tools/results")
import loops  # noqa: E402


def code(elf):
    """By variant: the instructions of its object's functions, without addresses."""
    found, parts = {}, []
    for name, instructions in loops.functions(elf):
        parts += [(mnemonic, re.sub(r"[0-9a-f]+ <", "<", operands))
                  for _, mnemonic, operands in instructions]
        if re.search(r"_m[04]_o[123s]$", name):
            found[name] = parts
        if name != "mix":  # a static function stands before the one that its variant is named by
            parts = []
    return {name: parts for name, parts in found.items() if "_m0_" in name}


one, other = code(sys.argv[2]), code(sys.argv[3])
if not one or one.keys() != other.keys():
    sys.exit(f"variants differ: {sorted(one)}, {sorted(other)}")
for variant in one:
    for a, b in zip(one[variant], other[variant]):
        if a != b:
            sys.exit(f"{variant}: {' '.join(a)} and {' '.join(b)}")
    if len(one[variant]) != len(other[variant]):
        sys.exit(f"{variant}: {len(one[variant])} and {len(other[variant])} instructions")
