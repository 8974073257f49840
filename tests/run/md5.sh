#!/bin/sh
# Bench md5: the digest is that of the host's md5sum, and flags and instruction sets relate as published.
# SPDX-License-Identifier: MIT
#
# md5.sh TAILCHAIN KERNEL
set -eu
tailchain=$1 kernel=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() { echo "$0: $*" >&2; exit 1; }

for run in nucleo-f410rb/hsi16 nucleo-f091rc/hsi8; do
    board=${run%/*} clock=${run#*/}
    "$tailchain" run "$board" --clock "$clock" --bench md5 -o "$scratch/$board.log" >/dev/null
    "$tailchain" verify "$scratch/$board.log" | grep -q ': verified: ' || say "$board: not verified"
    got=$(sed -n 's/^VALUE,md5_digest_[a-d],\([0-9]*\),.*/\1/p' "$scratch/$board.log" |
        while read -r word; do # the low byte first
            printf '%02x%02x%02x%02x' $((word & 255)) $((word >> 8 & 255)) $((word >> 16 & 255)) \
                $((word >> 24))
        done)
    want=$(head -c 22073 "$kernel/tasks.c" | md5sum | cut -d' ' -f1)
    [ "$got" = "$want" ] || say "$board: digest $got, md5sum says $want"
done

# f410, f091: average ticks of a result.
average() { sed -n "s/^RESULT,$2,.*,avg_ticks=\([0-9]*\),.*/\1/p" "$scratch/$1.log"; }
within() { # WHAT NUMERATOR DENOMINATOR LOW HIGH
    awk -v a="$2" -v b="$3" -v low="$4" -v high="$5" 'BEGIN { r = a / b; exit r < low || r > high }' ||
        say "$1: $2 to $3 is not within $4 to $5"
}
f410=nucleo-f410rb f091=nucleo-f091rc
within "-O1 to -O2" "$(average $f410 md5_m4_o1_flash)" "$(average $f410 md5_m4_o2_flash)" 1.00 1.15
within "-O2 to -O3" "$(average $f410 md5_m4_o2_flash)" "$(average $f410 md5_m4_o3_flash)" 0.95 1.05
within "-Os to -O2" "$(average $f410 md5_m4_os_flash)" "$(average $f410 md5_m4_o2_flash)" 1.00 1.12
within "code of M0 to M4, -Os" "$(average $f410 md5_m0_os_flash)" "$(average $f410 md5_m4_os_flash)" 1.30 1.60
for level in o1 o2 o3 os; do
    within "the same code, -$level, M0 to M4" "$(average $f091 md5_m0_${level}_flash)" \
        "$(average $f410 md5_m0_${level}_flash)" 1.01 1.04
    [ "$(average $f091 md5_m0_${level}_flash)" = "$(average $f091 md5_m0_${level}_ram)" ] ||
        say "-$level: flash and RAM differ on a Cortex-M0 without wait states"
done
