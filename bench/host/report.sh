#!/bin/sh
# How long a report of a full run takes in each form, and how large the page is.
# SPDX-License-Identifier: MIT
#
# report.sh TAILCHAIN MAKE_CAPTURE FOLDER
set -eu
tailchain=$1 make_capture=$2 folder=$3
times=10

mkdir -p "$folder"
trap 'rm -f "$folder/run.log" "$folder/report".*' EXIT
"$make_capture" >"$folder/run.log"
# By processor time, of several reports: one takes less than the clock can tell.
for ending in txt html md json csv samples.csv xml; do
    (
        i=0
        while [ $i -lt $times ]; do
            "$tailchain" report "$folder/run.log" --board nucleo-h5e5zj -o "$folder/report.$ending"
            i=$((i + 1))
        done
        times
    ) | awk -v ending=$ending -v times=$times 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); s += part[1] * 60 + part[2] }
        printf "report -o run.%s: %.3f s of processor time\n", ending, s / times
    }'
done
printf 'the page: %d bytes\n' "$(wc -c <"$folder/report.html")"
