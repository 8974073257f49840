#!/bin/sh
# How fast import reads a VCD of 1 GB (10^9 bytes), and its peak memory there and in a tenth of it.
# SPDX-License-Identifier: MIT
#
# import.sh TAILCHAIN MAKE_VCD SPENT FOLDER
set -eu
tailchain=$1 make_vcd=$2 spent=$3 folder=$4

mkdir -p "$folder"
trap 'rm -f "$folder/capture.vcd"' EXIT
# By processor time: a busy machine makes the wall clock say anything.
for size in 100000000 1000000000; do
    "$make_vcd" $size >"$folder/capture.vcd"
    for how in --edges '--from D2:rise --to D3:rise --allow-unpaired'; do
        # shellcheck disable=SC2086 # options
        "$spent" "$tailchain" import "$folder/capture.vcd" $how |
            awk -v bytes="$(wc -c <"$folder/capture.vcd")" -v how="$how" '{
                printf "import %s: %.0f MB in %.2f s of processor time: %.0f MB/s, %.1f MB of memory\n",
                    how, bytes / 1e6, $1, bytes / 1e6 / $1, $2 * 1024 / 1e6
            }'
    done
done
