#!/bin/sh
# A history of three small runs, on standard output.
# SPDX-License-Identifier: MIT
#
# history_seed.sh TAILCHAIN
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'Time [s],A,B\n0.000,0,0\n0.001,1,0\n0.002,1,1\n0.003,0,0\n0.004,1,0\n0.005,1,1\n0.006,0,0\n' \
    >"$folder/capture.csv"
"$1" import "$folder/capture.csv" --from A --to B -o "$folder/run.log" >/dev/null
for run in 1 2 3; do
    "$1" history add "$folder/run.log" --history "$folder/runs.db" --commit c$run --label l$run \
        2>/dev/null
done
cat "$folder/runs.db"
