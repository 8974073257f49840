#!/bin/sh
# The matrix of fpu_switch: what a row takes more than the one without the FPU is the sum of what its
# parts take more; VSTM and VLDM take what is given.
# Usage: fpu_ledger.sh TAILCHAIN IMAGE VSTM VLDM
# SPDX-License-Identifier: MIT
set -eu
out=$("$1" run "$2" --ledger 2>/dev/null) || { echo "run --ledger: exit $?"; exit 1; }
printf '%s\n' "$out" | awk -v vstm="$3" -v vldm="$4" '
    length > 80 { print "wider than 80 columns: " $0; bad = 1 }
    /^switches by what the FPU costs/ { inside = 1; getline; next }
    /^  more: / { inside = 0 }
    inside {
        rows++
        split($1, word, "_")
        rest = substr($1, length(word[1]) + 2)
        parts = $4 + $5 + $6 + $7 + $8 + $9
        if (word[1] == "none") { window[rest] = $2; sum[rest] = parts }
        if ($3 != $2 - window[rest]) { print $0, ": more than", window[rest]; bad = 1 }
        if ($3 != parts - sum[rest]) { print $0, ": parts", parts - sum[rest]; bad = 1 }
        save = word[1] == "out" || word[1] == "both"
        load = word[1] == "in" || word[1] == "both"
        # where nothing is saved lazily by it
        if ((word[2] == "eager" || !save) && $7 != (save ? vstm : 1)) { print $0, ": VSTM"; bad = 1 }
        if ($8 != (load ? vldm : 1)) { print $0, ": VLDM"; bad = 1 }
        if (word[1] == "both" && 2 * more[rest] != $3) { print $0, ": not twice", more[rest]; bad = 1 }
        if (word[1] == "out") more[rest] = $3
    }
    END { if (rows != 24) { print rows + 0, "rows"; bad = 1 } exit bad }'
