#!/bin/sh
# Every account of every window adds up to its sample: those between two stamps, where loads wait for
# the flash, too, and those of the phases, which begin at the timer.
# Usage: ledger_valid.sh TAILCHAIN IMAGE
# SPDX-License-Identifier: MIT
set -eu
out=$("$1" run "$2" --ledger 2>/dev/null) || { echo "run --ledger: exit $?"; exit 1; }
printf '%s\n' "$out" | awk '
    length > 80 { print "wider than 80 columns: " $0; bad = 1 }
    /^[A-Za-z_0-9 ]+: the most common of [0-9]+ windows$/ { NF == 7 ? accounts++ : phases++ }
    /: (ledger )?INVALID$|^- No ledger of/ { print; getline; print; bad = 1 }
    END {
        if (accounts == 0 || phases < 6) { print accounts + 0, "accounts,", phases + 0, "of phases"; bad = 1 }
        exit bad
    }'
