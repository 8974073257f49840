#!/bin/sh
# A bench of computation, on every board at every clock: what it computed is what a tool of the host computes
# from the same input, and every form of the report has the scores. Every variant is there; of md5, flags and
# instruction sets relate as published.
# SPDX-License-Identifier: MIT
#
# computation.sh TAILCHAIN KERNEL ROOT BENCH
set -eu
tailchain=$1 kernel=$2 root=$3 bench=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() { echo "$0 $bench: $*" >&2; exit 1; }

head -c 22073 "$kernel/tasks.c" >"$scratch/message"
# What VALUE lines must say, in their order.
wanted() {
    case $bench in
    md5) md5sum "$scratch/message" | fold -w 8 | head -n 4 | sed 's/\(..\)\(..\)\(..\)\(..\)/0x\4\3\2\1/' ;;
    sha256) sha256sum "$scratch/message" | fold -w 8 | head -n 8 | sed 's/^/0x/' ;;
    crc32) python3 -c 'import sys, zlib; print(zlib.crc32(open(sys.argv[1], "rb").read()))' "$scratch/message" ;;
    matrix) python3 - "$scratch/message" <<'END'
import struct, sys
n = 32
words = struct.unpack(f"<{2 * n * n}I", open(sys.argv[1], "rb").read()[:8 * n * n])
left = [words[n * row:n * row + n] for row in range(n)]
right = [words[n * n + column::n] for column in range(n)]
product = [sum(a * b for a, b in zip(row, column)) for row in left for column in right]
print(sum(product) % 2**32, sum(place * element for place, element in enumerate(product, 1)) % 2**32)
END
        ;;
    *) say "no host tool for it" ;;
    esac | tr '\n' ' ' | xargs printf '%u\n'
}
wanted >"$scratch/wanted"

check_scores() { # LOG
    "$tailchain" report "$1" --format json |
        sed -n 's/^{"name":"\([a-z0-9_]*\)",.*"score":{"value":\([1-9][0-9]*\),.*/\1 \2/p' >"$scratch/scores"
    [ "$(wc -l <"$scratch/scores")" = "$(grep -c '^RESULT,' "$1")" ] || say "$1: not every result has a score"
    read -r name score <"$scratch/scores"
    for form in term markdown csv html; do
        case $form in term) separators=, ;; *) separators=\\\\ ;; esac
        "$tailchain" report "$1" --format $form | tr -d "$separators" |
            grep -q "$name.*[^0-9]$score[^0-9].*/s/MHz" ||
            say "$1: no score of $name in $form"
    done
}

runs=$(sed -n 's/^WIRE_CLOCK("\([^"]*\)", "\([^"]*\)",.*/\1 \2/p' "$root/wire/boards.def")
[ -n "$runs" ] || say "no boards"
while read -r board clock; do
    log=$scratch/$board-$clock.log
    "$tailchain" run "$board" --clock "$clock" --bench "$bench" -o "$log" >/dev/null
    "$tailchain" verify "$log" | grep -q ': verified: ' || say "$log: not verified"
    sed -n 's/^VALUE,[a-z0-9_]*,\([0-9]*\),.*/\1/p' "$log" >"$scratch/got"
    diff -u "$scratch/wanted" "$scratch/got" >&2 || say "$log: the host computes something else"
    check_scores "$log"
done <<END
$runs
END

# f410, f091: average ticks of a result.
average() { sed -n "s/^RESULT,$2,.*,avg_ticks=\([0-9]*\),.*/\1/p" "$scratch/$1.log"; }
within() { # WHAT NUMERATOR DENOMINATOR LOW HIGH
    awk -v a="$2" -v b="$3" -v low="$4" -v high="$5" 'BEGIN { r = a / b; exit r < low || r > high }' ||
        say "$1: $2 to $3 is not within $4 to $5"
}
f410=nucleo-f410rb-hsi16 f091=nucleo-f091rc-hsi8

flash=$(sed -n 's/^RESULT,\([a-z0-9_]*\)_flash,.*/\1/p' "$scratch/$f091.log")
[ -n "$flash" ] || say "no results on the $f091"
for variant in $flash; do
    [ "$(average $f091 "${variant}_flash")" = "$(average $f091 "${variant}_ram")" ] ||
        say "$variant: flash and RAM differ on a Cortex-M0 without wait states"
    [ -n "$(average $f410 "${variant}_flash")" ] || say "$variant: not on the $f410"
done

# MD5 with the words of a block copied, as in the published measurement, keeps all its ratios; with the words
# read in place -O1 is faster than -O2 from flash, where the order of loads decides: docs/results.md.
ratios_of_md5() { # KERNEL
    for place in flash ram; do
        case $1-$place in
        md5_in_place-flash) ;;
        *) within "$1: -O1 to -O2" "$(average $f410 "$1_m4_o1_$place")" "$(average $f410 "$1_m4_o2_$place")" 1.00 1.15 ;;
        esac
        within "$1: -O2 to -O3" "$(average $f410 "$1_m4_o2_$place")" "$(average $f410 "$1_m4_o3_$place")" 0.95 1.05
        within "$1: -Os to -O2" "$(average $f410 "$1_m4_os_$place")" "$(average $f410 "$1_m4_o2_$place")" 1.00 1.12
        for level in o2 o3 os; do
            within "$1: code of M0 to M4, -$level" "$(average $f410 "$1_m0_${level}_$place")" \
                "$(average $f410 "$1_m4_${level}_$place")" 1.30 1.60
        done
        for level in o1 o2 o3 os; do
            within "$1: the same code, -$level, M0 to M4" "$(average $f091 "$1_m0_${level}_$place")" \
                "$(average $f410 "$1_m0_${level}_$place")" 1.01 1.04
        done
    done
}
if [ "$bench" = md5 ]; then
    ratios_of_md5 md5
    ratios_of_md5 md5_in_place
fi
