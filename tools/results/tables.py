"""Tables of the results page.

SPDX-License-Identifier: MIT
"""


def number(value):
    return f"{value:,}"


def table(heads, lines):
    out = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return out + ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
