#!/bin/sh
# The published listing, two tasks with one semaphore: one pin goes on, the other never rises, and no two
# edges of them are paired. SPDX-License-Identifier: MIT
# usage: one_semaphore_pins.sh TAILCHAIN IMAGE
set -eu
tailchain=$1 image=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
say() { echo "$0: $*" >&2; exit 1; }

code=0
"$tailchain" run "$image" --max-time 0.01 --vcd "$folder/pins.vcd" 2>/dev/null || code=$?
[ $code = 2 ] || say "exit code $code, expected 2: it never ends"
rises() { "$tailchain" import "$folder/pins.vcd" --edges --channel "$1" | awk -v pin="$1" '$0 ~ pin { gsub(",", "", $3); print $3 }'; }
a=$(rises PE2) b=$(rises PE3)
echo "PE2 rises $a times, PE3 $b times"
[ "$a" = 0 ] || [ "$b" = 0 ] || say "both tasks have turns"
[ "$((a + b))" -gt 1000 ] || say "neither goes on"
code=0
"$tailchain" import "$folder/pins.vcd" --from PE2 --to PE3 >"$folder/out" 2>&1 || code=$?
cat "$folder/out"
[ $code = 1 ] || say "exit code $code of the import, expected 1: there is not one sample"
