#!/bin/sh
# A history with bytes overwritten anywhere is read or refused, and never crashes the command.
# SPDX-License-Identifier: MIT
# usage: corrupt.sh TAILCHAIN MAKE_CAPTURE
set -eu
tailchain=$1 make_capture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$make_capture" >"$folder/run.log"
for run in 1 2 3; do
    "$tailchain" history add "$folder/run.log" --history "$folder/good.db" --commit $run --simulated 2>/dev/null
done
size=$(wc -c <"$folder/good.db")

try() { # ACTION...
    status=0
    "$tailchain" history "$@" --history "$folder/bad.db" >"$folder/out" 2>&1 || status=$?
    [ $status -le 2 ] || { echo "seed $seed: history $*: exit status $status"; cat "$folder/out"; exit 1; }
    refused=$((refused + (status == 2)))
}
refused=0
for seed in $(seq 1 24); do
    cp "$folder/good.db" "$folder/bad.db"
    # Sixteen stretches of eight bytes; half of the seeds spare all but the first pages, where the
    # schema and the trees are.
    awk -v seed="$seed" -v size="$size" 'BEGIN {
        srand(seed); if (seed % 2) size = 16384
        for (i = 0; i < 16; i++) printf "%d %d\n", rand() * (size - 8), rand() * 256 }' |
        while read -r at byte; do
            printf "$(printf '\\%03o' "$byte" "$byte" 255 0 "$byte" 127 128 "$byte")" |
                dd of="$folder/bad.db" bs=1 seek="$at" conv=notrunc 2>/dev/null
        done
    try list
    try show 2
    try export 3
    try plot notify_preempt
done
echo "$refused of 96 refused"
[ $refused -gt 0 ]
