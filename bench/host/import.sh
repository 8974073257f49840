#!/bin/sh
# How fast import reads a VCD of 1 GB (10^9 bytes) and a tenth of it, and its peak memory at both: it
# must grow neither with the file nor with the samples.
# SPDX-License-Identifier: MIT
#
# import.sh TAILCHAIN MAKE_VCD SPENT FOLDER
set -eu
tailchain=$1 make_vcd=$2 spent=$3 folder=$4
pairs='--from D2:rise --to D3:rise --allow-unpaired'

mkdir -p "$folder"
trap 'rm -f "$folder/capture.vcd"' EXIT
# By processor time: a busy machine makes the wall clock say anything.
for size in 100000000 1000000000; do
    "$make_vcd" $size >"$folder/capture.vcd"
    for how in --edges "$pairs" "$pairs -o /dev/null" "$pairs --json /dev/null"; do
        # shellcheck disable=SC2086 # options
        echo "$(wc -c <"$folder/capture.vcd") $("$spent" "$tailchain" import "$folder/capture.vcd" $how) $how"
    done
done | awk '{
    bytes = $1; seconds = $2; kib = $3
    sub(/^[^ ]* [^ ]* [^ ]* /, "")
    printf "import %s: %.0f MB in %.2f s of processor time: %.0f MB/s, %.1f MB of memory", $0,
        bytes / 1e6, seconds, bytes / 1e6 / seconds, kib * 1024 / 1e6
    if ($0 in first) printf ", %.2f times that of the tenth", kib / first[$0]
    else first[$0] = kib
    print ""
}'
