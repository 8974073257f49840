#!/bin/sh
# How fast verify reads: MB (10^6 bytes) a second over a capture of about 300 MB, made of many runs.
# SPDX-License-Identifier: MIT
#
# verify.sh TAILCHAIN MAKE_CAPTURE FOLDER
set -eu
tailchain=$1 make_capture=$2 folder=$3
size=300000000

mkdir -p "$folder"
trap 'rm -f "$folder/one.log" "$folder/many.log"' EXIT
"$make_capture" >"$folder/one.log"
runs=$((size / $(wc -c <"$folder/one.log") + 1))
yes "$folder/one.log" | head -n $runs | xargs cat >"$folder/many.log"
bytes=$(wc -c <"$folder/many.log")
# By processor time: a busy machine makes the wall clock say anything.
for try in 1 2 3; do
    (
        "$tailchain" verify "$folder/many.log" >/dev/null
        times
    ) | awk -v bytes="$bytes" -v try=$try 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); s += part[1] * 60 + part[2] }
        printf "verify, try %d: %.0f MB in %.2f s of processor time: %.0f MB/s\n",
            try, bytes / 1e6, s, bytes / 1e6 / s
    }'
done
