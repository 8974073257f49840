#!/bin/sh
# Every account of windows between two stamps adds up to its samples, where loads wait for the flash,
# too. (Those of the phases begin at the timer.)
# Usage: ledger_valid.sh TAILCHAIN IMAGE
# SPDX-License-Identifier: MIT
set -eu
out=$("$1" run "$2" --ledger 2>/dev/null) || { echo "run --ledger: exit $?"; exit 1; }
printf '%s\n' "$out" | awk '
    /^[A-Za-z_0-9]+: the most common of [0-9]+ windows$/ { accounts++ }
    /^[A-Za-z_0-9]+(: ledger INVALID| by segment: INVALID)$/ { print; getline; print; bad = 1 }
    END { if (accounts == 0) { print "no account"; bad = 1 } exit bad }'
